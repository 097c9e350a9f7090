import type { NewNote } from '@vigil/contract/notary.forms';
import { mostNoteVersions, type NoteSort } from '@vigil/contract/notary.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

/** One version of a note, as it was written. Times in milliseconds since 1970. */
export interface NoteVersionRow {
  readonly id: string;
  readonly noteId: string;
  /** From 1. */
  readonly version: number;
  readonly userId: string;
  readonly clinicianId: string;
  readonly text: string;
  readonly replacesId: string | null;
  readonly reason: string | null;
  readonly createdAt: number;
}

export interface WrittenVersionRow extends NoteVersionRow {
  /** A later version has taken its place. */
  readonly isReplaced: boolean;
}

export interface WrittenNote extends Pick<NewNote, 'id' | 'text' | 'amends'> {
  readonly userId: string;
  readonly clinicianId: string;
  readonly createdAtMs: number;
}

export interface HistoryQuestion {
  readonly userId: string;
  /** Notes with a version from then on; null for all. */
  readonly fromMs: number | null;
  readonly sort: NoteSort;
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface NotesSince {
  readonly fromMs: number;
  readonly limit: number;
}

export interface NotaryStore {
  /** A page of notes, each with all its versions together, the newest version first, and how many notes there are. */
  history(tenantId: string, question: HistoryQuestion): Promise<{ rows: NoteVersionRow[]; total: number }>;
  /** The last version of each note about all members, or these, of those written from `fromMs` (inclusive) on, the newest first. */
  since(tenantId: string, scope: 'tenant' | readonly string[], from: NotesSince): Promise<NoteVersionRow[]>;
  /** The versions of notes about a member by when they were written. */
  versionsOf(tenantId: string, userId: string, stretch: Stretch): Promise<StretchPage<Counted<WrittenVersionRow>>>;
  /** Every version of the note that was first written last. */
  last(tenantId: string, userId: string): Promise<NoteVersionRow[]>;
  /** Stores a version. False when it could not follow what is there: see `written`. */
  insert(tenantId: string, note: WrittenNote): Promise<boolean>;
  /** The version with this id and those that came before it, the newest first; none when there is no such version. */
  written(tenantId: string, id: string): Promise<NoteVersionRow[]>;
}

const columns = 'id, note_id, version, user_id, clinician_id, text, replaces_id, reason, created_at';
const versions = columns.replaceAll(/\w+/g, 'v.$&');
/** Of a version `v`: a later one of the note has taken its place. */
const isReplaced = `exists (
  select from vigil.notes later where later.tenant_id = v.tenant_id and later.note_id = v.note_id and later.version > v.version)`;

/** A closed list, so it may stand in the statement. */
const directions: Readonly<Record<NoteSort, 'asc' | 'desc'>> = { RECENT: 'desc', OLDEST: 'asc' };

export function createNotaryStore(database: Database): NotaryStore {
  return {
    history: (tenantId, question) => database.tenant(tenantId, (sql) => readHistory(sql, tenantId, question)),

    versionsOf: (tenantId, userId, stretch) =>
      database.tenant(tenantId, async (sql) => {
        const asked = newestFirst(
          `select ${versions}, v.created_at as at, v.id::text as key, ${isReplaced} as is_replaced
           from vigil.notes v where v.tenant_id = $1 and v.created_at >= $2 and v.created_at < $3 and v.user_id = $4`,
          stretch,
          [userId],
        );
        return pageOf(await sql.query<Counted<WrittenVersionRow>>(asked.statement, asked.valuesFor(tenantId)));
      }),

    last: (tenantId, userId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<NoteVersionRow>(
          `select ${versions}
           from (
             select note_id from vigil.notes where tenant_id = $1 and user_id = $2 and version = 1 order by created_at desc, note_id desc limit 1
           ) last
           join vigil.notes v on v.tenant_id = $1 and v.note_id = last.note_id
           order by v.version desc`,
          [tenantId, userId],
        ),
      ),

    since: (tenantId, scope, { fromMs, limit }) =>
      database.tenant(tenantId, (sql) =>
        sql.query<NoteVersionRow>(
          `select ${versions} from vigil.notes v
           where v.tenant_id = $1 and v.created_at >= $2 and ($3::uuid[] is null or v.user_id = any($3)) and not ${isReplaced}
           order by v.created_at desc, v.id limit $4`,
          [tenantId, new Date(fromMs), scope === 'tenant' ? null : [...scope], limit],
        ),
      ),

    insert: (tenantId, note) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await (note.amends ? insertAmendment(sql, tenantId, note) : insertFirst(sql, tenantId, note));
        return rows.length > 0;
      }),

    written: (tenantId, id) =>
      database.tenant(tenantId, (sql) =>
        sql.query<NoteVersionRow>(
          `select ${versions}
           from vigil.notes one
           join vigil.notes v on v.tenant_id = $1 and v.note_id = one.note_id and v.version <= one.version
           where one.tenant_id = $1 and one.id = $2
           order by v.version desc`,
          [tenantId, id],
        ),
      ),
  };
}

/** Which notes were written about a member? A page of them in the order of their first versions, and how many match in all. */
async function readHistory(sql: Sql, tenantId: string, question: HistoryQuestion): Promise<{ rows: NoteVersionRow[]; total: number }> {
  const { userId, fromMs, sort, page, size } = question;
  const direction = directions[sort];
  const found = await sql.query<NoteVersionRow & { id: string | null; total: number }>(
    `with matching as (
       select note_id, min(created_at) as first_at from vigil.notes
       where tenant_id = $1 and user_id = $2
       group by note_id having $3::timestamptz is null or max(created_at) >= $3
     )
     select counted.total, ${versions}
     from (select count(*)::int as total from matching) counted
     left join (select * from matching order by first_at ${direction}, note_id ${direction} limit $4 offset $5) shown on true
     left join vigil.notes v on v.tenant_id = $1 and v.note_id = shown.note_id
     order by shown.first_at ${direction}, shown.note_id ${direction}, v.version desc`,
    [tenantId, userId, fromMs === null ? null : new Date(fromMs), size, page * size],
  );
  return { rows: found.filter(({ id }) => id !== null), total: found[0]?.total ?? 0 };
}

const insertFirst = (sql: Sql, tenantId: string, { id, userId, clinicianId, text, createdAtMs }: WrittenNote) =>
  sql.query(
    `insert into vigil.notes (tenant_id, id, note_id, version, user_id, clinician_id, text, created_at)
     values ($1, $2, $2, 1, $3, $4, $5, $6)
     on conflict do nothing returning id`,
    [tenantId, id, userId, clinicianId, text, new Date(createdAtMs)],
  );

/** Follows the version that it names, of the same member; nothing where there is none, it has been followed, or it is the last one. */
const insertAmendment = (sql: Sql, tenantId: string, { id, userId, clinicianId, text, amends, createdAtMs }: WrittenNote) =>
  sql.query(
    `insert into vigil.notes (tenant_id, id, note_id, version, user_id, clinician_id, text, replaces_id, reason, created_at)
     select tenant_id, $2, note_id, version + 1, user_id, $4, $5, id, $7, $8
     from vigil.notes where tenant_id = $1 and user_id = $3 and id = $6 and version < ${mostNoteVersions}
     on conflict do nothing returning id`,
    [tenantId, id, userId, clinicianId, text, amends?.id, amends?.reason, new Date(createdAtMs)],
  );
