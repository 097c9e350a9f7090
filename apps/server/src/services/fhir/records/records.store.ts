import type { Database, Sql } from '#platform/postgres/database.ts';
import { type ClinicalResource, type ClinicalType, clinicalId, type StoredResource } from './clinical-resource.ts';
import { type Row, recordColumns, storedOf } from './record-rows.ts';
import { type BroughtIn, becomes } from './records.rules.ts';
import { type RecordsFound, type RecordsSearch, searchRecords } from './search-records.ts';

export interface RecordsQuestion {
  readonly tenantId: string;
  readonly userId: string;
  readonly types: readonly ClinicalType[];
  /** What was declared an error at its origin is left out. */
  readonly withoutErrors?: boolean;
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
}

export interface RecordsStore {
  /** A member's, newest first, those without a date last, and how many there are. */
  page(question: RecordsQuestion): Promise<{ rows: StoredResource[]; total: number }>;
  /** A page of those that a search of FHIR matches. */
  search(search: RecordsSearch): Promise<RecordsFound>;
  /** Undefined where there is none, also for what is no id of ours. */
  one(tenantId: string, type: ClinicalType, id: string): Promise<StoredResource | undefined>;
  /** Stores a member's resources, each as `becomes` says, and answers what became of each, in their order. */
  put(tenantId: string, userId: string, resources: readonly ClinicalResource[], options: PutOptions): Promise<BroughtIn[]>;
  /** Those behind the last one of the page before, by id. */
  after(tenantId: string, userId: string, lastId: string | undefined, limit: number): Promise<StoredResource[]>;
  erase(tenantId: string, userId: string): Promise<void>;
}

export interface PutOptions {
  readonly nowMs: number;
  /** Looks what would become of them, and stores nothing. */
  readonly dryRun: boolean;
  /** Ids of this origin say what is the same: another code under one is a correction. */
  readonly trustsIds: boolean;
}

const newestFirst = 'order by starts_at desc nulls last, id';

export function createRecordsStore(database: Database): RecordsStore {
  return {
    page: ({ tenantId, userId, types, withoutErrors = false, offset, limit }) =>
      database.tenant(tenantId, async (sql) => {
        const where = `tenant_id = $1 and user_id = $2 and resource_type = any($3) and not ($4 and is_in_error)`;
        const values = [tenantId, userId, types, withoutErrors];
        const [counted] = await sql.query<{ n: number }>(`select count(*)::int as n from vigil.clinical_resources where ${where}`, values);
        const rows = await sql.query<Row>(
          `select ${recordColumns} from vigil.clinical_resources where ${where} ${newestFirst} limit $5 offset $6`,
          [...values, limit, offset],
        );
        return { rows: rows.map(storedOf), total: counted?.n ?? 0 };
      }),

    search: (search) => searchRecords(database, search),

    one: async (tenantId, type, id) => {
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
      return database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<Row>(
          `select ${recordColumns} from vigil.clinical_resources where tenant_id = $1 and resource_type = $2 and id = $3`,
          [tenantId, type, id],
        );
        return row && storedOf(row);
      });
    },

    put: (tenantId, userId, resources, options) => database.tenant(tenantId, (sql) => put(sql, tenantId, userId, resources, options)),

    after: (tenantId, userId, lastId, limit) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<Row>(
          `select ${recordColumns} from vigil.clinical_resources
           where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit $4`,
          [tenantId, userId, lastId ?? null, limit],
        );
        return rows.map(storedOf);
      }),

    erase: (tenantId, userId) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query('delete from vigil.clinical_resources where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      }),
  };
}

async function put(
  sql: Sql,
  tenantId: string,
  userId: string,
  resources: readonly ClinicalResource[],
  { nowMs, dryRun, trustsIds }: PutOptions,
): Promise<BroughtIn[]> {
  const ids = resources.map((one) => clinicalId(userId, one));
  // Two imports at once take turns for one member, so that none stores what the other has not seen.
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`clinical ${tenantId} ${userId}`]);
  const rows = await sql.query<Row>(`select ${recordColumns} from vigil.clinical_resources where tenant_id = $1 and id = any($2::uuid[])`, [
    tenantId,
    ids,
  ]);
  const known = new Map<string, ClinicalResource>(rows.map((row) => [row.id, storedOf(row)]));
  const written = new Map<string, ClinicalResource>();
  const results = resources.map((resource, index) => {
    const id = ids[index] as string;
    const result = becomes(known.get(id), resource, { trustsIds });
    if (result === 'new' || result === 'changed') {
      known.set(id, resource);
      written.set(id, resource);
    }
    return result;
  });
  if (!dryRun && written.size > 0) await write(sql, tenantId, userId, written, nowMs);
  return results;
}

async function write(
  sql: Sql,
  tenantId: string,
  userId: string,
  written: ReadonlyMap<string, ClinicalResource>,
  nowMs: number,
): Promise<void> {
  const rows = [...written].map(([id, { resourceType, origin, originId, status, codes, isInError, when, content, originUpdatedMs }]) => ({
    id,
    ...{ resource_type: resourceType, origin, origin_id: originId, status, codes, is_in_error: isInError, content },
    starts_at: isoOf(when?.fromMs),
    ends_at: isoOf(when?.toMs),
    origin_updated_at: isoOf(originUpdatedMs),
  }));
  await sql.query(
    `insert into vigil.clinical_resources (tenant_id, user_id, id, resource_type, origin, origin_id, status, codes, is_in_error, content,
       starts_at, ends_at, origin_updated_at, imported_at, changed_at)
     select $1, $2, r.id, r.resource_type, r.origin, r.origin_id, r.status, r.codes, r.is_in_error, r.content,
       r.starts_at, r.ends_at, r.origin_updated_at, $4, $4
     from jsonb_to_recordset($3::jsonb) as r (id uuid, resource_type text, origin text, origin_id text, status text, codes text[],
       is_in_error boolean, content jsonb, starts_at timestamptz, ends_at timestamptz, origin_updated_at timestamptz)
     on conflict (tenant_id, id) do update set status = excluded.status, codes = excluded.codes, is_in_error = excluded.is_in_error,
       content = excluded.content, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
       origin_updated_at = excluded.origin_updated_at, changed_at = excluded.changed_at`,
    [tenantId, userId, JSON.stringify(rows), new Date(nowMs)],
  );
}

const isoOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms).toISOString());
