import type { CohortFilters } from '@vigil/contract/factuary-cohorts.forms';
import { type CohortType, mostOwnCohorts, mostSharedCohorts } from '@vigil/contract/factuary-cohorts.values';
import type { Conditions } from '@vigil/domain/cohorts/conditions';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';

/** What people say about a cohort. */
export interface CohortContent {
  readonly type: CohortType;
  readonly title: string;
  readonly description: string;
  readonly conditions: Conditions;
  readonly filters: CohortFilters;
  /** Ids of measures. */
  readonly displayFacts: readonly string[];
  readonly isDraft: boolean;
}

/** A cohort as it is kept. Times in milliseconds since 1970. */
export interface CohortRow extends CohortContent {
  readonly id: string;
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly changedBy: string;
  readonly changedAt: number;
  /** Up to when and up to which version it is known who belongs, how many do, and of how many something is not known. */
  readonly followedAt: number | null;
  readonly followedVersion: number | null;
  readonly members: number | null;
  readonly unknown: number | null;
}

export interface SentContent extends CohortContent {
  readonly id: string;
  /** Of the cohort that was read; undefined: it is to be a new one. */
  readonly version: number | undefined;
}

/** Why nothing was stored. */
export type CohortFault = { readonly stale: StaleVersion } | 'other cohort' | 'too many' | 'gone';

/** A change was made on a version that is not the last. */
export interface StaleVersion {
  readonly read: number;
  readonly now: number;
}

interface Author {
  readonly userId: string;
  readonly atMs: number;
}

/** Where a cohort is used, in words; asked in the transaction, with the cohort held. */
type UsedIn = (sql: Sql, present: CohortRow) => Promise<readonly string[]>;

export interface CohortsStore {
  /** Shared ones and those that a person made, by title; without a person the shared ones alone. */
  list(tenantId: string, userId: string | null): Promise<CohortRow[]>;
  /** Undefined where the tenant has no such cohort, or it was deleted. */
  read(tenantId: string, id: string): Promise<CohortRow | undefined>;
  /**
   * Makes a cohort or changes the one of its id, once; `mayChange` says of the one that is there whether the author may.
   * What is stored already is answered as it is. Made a draft again nobody belongs to it: that ends everybody's stay, and is not done
   * where `usedIn` names places, which are answered.
   */
  put(
    tenantId: string,
    by: Author,
    sent: SentContent,
    may: { readonly mayChange: (present: CohortRow) => boolean; readonly usedIn: UsedIn },
  ): Promise<{ readonly row: CohortRow } | { readonly places: readonly string[] } | CohortFault>;
  /**
   * Deletes a cohort where `usedIn` names no place, ending everybody's stay; the places where it is used otherwise, and undefined where there
   * is none. `usedIn` is asked in the transaction, with the cohort held.
   */
  remove(
    tenantId: string,
    id: string,
    atMs: number,
    usedIn: UsedIn,
  ): Promise<{ readonly removed: CohortRow } | { readonly places: readonly string[] } | undefined>;
  /** Holds a cohort that there is and that is no draft until the transaction ends; false where there is none. */
  hold(sql: Sql, tenantId: string, id: string): Promise<boolean>;
}

const columns = `id, type, title, description, conditions, filters, display_facts, is_draft, version, created_by, created_at, changed_by, changed_at,
  followed_at, followed_version, members, unknown`;
const present = `select ${columns} from vigil.cohorts where tenant_id = $1 and deleted_at is null`;

export function createCohortsStore(database: Database): CohortsStore {
  return {
    list: (tenantId, userId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<CohortRow>(`${present} and (type = 'shared' or created_by = $2) order by type desc, ${nameKey('title')}, id`, [
          tenantId,
          userId,
        ]),
      ),

    read: (tenantId, id) => database.tenant(tenantId, (sql) => readCohort(sql, tenantId, id)),

    put: (tenantId, by, sent, { mayChange, usedIn }) =>
      database.tenant(tenantId, async (sql) => {
        // One after the other, so that of two new cohorts the second sees the first, and is not one too many.
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 36))', [`${tenantId}/cohorts`]);
        const stored = await readCohort(sql, tenantId, sent.id, 'for update');
        if (stored && !mayChange(stored)) return 'other cohort';
        if (stored && isSame(stored, sent) && stored.changedBy === by.userId) return { row: stored };
        if (!stored && sent.version !== undefined) return 'gone';
        if (stored && sent.version === undefined) return 'other cohort';
        if (stored && sent.version !== undefined && sent.version !== stored.version)
          return { stale: { read: sent.version, now: stored.version } };
        if (stored?.type !== sent.type && (await countOthers(sql, tenantId, by, sent)) >= mostOf(sent.type)) return 'too many';
        if (stored && !stored.isDraft && sent.isDraft) {
          const places = await usedIn(sql, stored);
          if (places.length > 0) return { places };
          await endStays(sql, tenantId, sent.id, by.atMs);
        }
        await (stored ? change : insert)(sql, tenantId, by, sent);
        const row = await readCohort(sql, tenantId, sent.id);
        return row ? { row } : 'gone';
      }),

    remove: (tenantId, id, atMs, usedIn) =>
      database.tenant(tenantId, async (sql) => {
        const row = await readCohort(sql, tenantId, id, 'for update');
        if (!row) return undefined;
        const places = await usedIn(sql, row);
        if (places.length > 0) return { places };
        await sql.query('update vigil.cohorts set deleted_at = $3 where tenant_id = $1 and id = $2', [tenantId, id, new Date(atMs)]);
        await endStays(sql, tenantId, id, atMs);
        return { removed: row };
      }),

    async hold(sql, tenantId, id) {
      const rows = await sql.query(`${present} and id = $2 and not is_draft for share`, [tenantId, id]);
      return rows.length > 0;
    },
  };
}

const endStays = (sql: Sql, tenantId: string, id: string, atMs: number) =>
  sql.query('update vigil.cohort_stays set left_at = greatest($3, joined_at) where tenant_id = $1 and cohort_id = $2 and left_at is null', [
    ...[tenantId, id, new Date(atMs)],
  ]);

async function readCohort(sql: Sql, tenantId: string, id: string, lock: '' | 'for update' = ''): Promise<CohortRow | undefined> {
  const [row] = await sql.query<CohortRow>(`${present} and id = $2 ${lock}`, [tenantId, id]);
  return row;
}

const content = ({ type, title, description, conditions, filters, displayFacts, isDraft }: CohortContent) =>
  JSON.stringify([type, title, description, filters.userStatus ?? null, displayFacts, isDraft, conditions]);

/** Compared with the keys of JSON in one order: PostgreSQL keeps them in its own. */
const isSame = (one: CohortContent, other: CohortContent) => content(sorted(one)) === content(sorted(other));

function sorted<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sorted) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)])) as T;
}

const mostOf = (type: CohortType) => (type === 'shared' ? mostSharedCohorts : mostOwnCohorts);

async function countOthers(sql: Sql, tenantId: string, { userId }: Author, { id, type }: SentContent): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `select count(*)::int as n from vigil.cohorts
     where tenant_id = $1 and deleted_at is null and id <> $2 and type = $3 and (type = 'shared' or created_by = $4)`,
    [tenantId, id, type, userId],
  );
  return row?.n ?? 0;
}

const values = (tenantId: string, by: Author, sent: SentContent) => [
  ...[tenantId, sent.id, sent.type, sent.title, sent.description, JSON.stringify(sent.conditions), JSON.stringify(sent.filters)],
  ...[[...sent.displayFacts], sent.isDraft, by.userId, new Date(by.atMs)],
];

const insert = (sql: Sql, tenantId: string, by: Author, sent: SentContent) =>
  // An id of a cohort that was deleted is not used again.
  sql.query(
    `insert into vigil.cohorts (tenant_id, id, type, title, description, conditions, filters, display_facts, is_draft, created_by, created_at, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11) on conflict do nothing`,
    values(tenantId, by, sent),
  );

const change = (sql: Sql, tenantId: string, by: Author, sent: SentContent) =>
  sql.query(
    `update vigil.cohorts set type = $3, title = $4, description = $5, conditions = $6, filters = $7, display_facts = $8, is_draft = $9,
       changed_by = $10, changed_at = $11, version = version + 1
     where tenant_id = $1 and id = $2`,
    values(tenantId, by, sent),
  );
