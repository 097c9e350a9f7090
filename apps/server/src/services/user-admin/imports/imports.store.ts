import { createHash } from 'node:crypto';
import type { ImportColumn, ImportState, Realm, RowOutcome } from '@vigil/contract/user-admin.values';
import type { AccountImport, ImportRow } from '@vigil/contract/user-admin-imports.contract';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { Described } from '../person.rules.ts';
import type { CareAsked } from './care-columns.rules.ts';
import type { FileRow } from './read-file.ts';
import type { RowProblem } from './row-problem.ts';

export interface NewImport {
  readonly id: string;
  readonly realm: Realm;
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly columns: readonly (ImportColumn | null)[];
  readonly sha256: Buffer;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

/** A line that an account is to be made of. */
export interface ReadyRow {
  readonly line: number;
  /** `care` is absent in lines from before files could say it. */
  readonly person: Described & { readonly care?: CareAsked | null };
}

interface PersonOfLine {
  readonly name: string | null;
  /** yyyy-MM-dd. */
  readonly birthDate: string | null;
}

/** What has become of a line. */
export interface DoneRow {
  readonly line: number;
  readonly outcome: Exclude<RowOutcome, 'READY' | 'UNUSUAL'>;
  readonly userId: string | null;
  readonly problems: readonly RowProblem[] | null;
}

/** A line as it is kept: of other people whom its problems speak of, only where they are found. */
export interface KeptRow extends Omit<ImportRow, 'problems'> {
  readonly problems: readonly RowProblem[];
}

export interface RowsQuestion {
  readonly outcome: RowOutcome | undefined;
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface Starter {
  readonly userId: string;
  readonly ip: string;
}

export interface HeldImport {
  readonly realm: Realm;
  readonly startedBy: string;
  readonly startedFrom: string;
}

/** Null for imports from before they were kept. */
export interface ImportHeadings {
  readonly headings: readonly string[] | null;
  readonly columns: readonly (ImportColumn | null)[] | null;
}

interface ImportHead {
  readonly id: string;
  readonly realm: Realm;
  readonly fileName: string;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly state: ImportState;
  readonly ready: number;
  readonly unusual: number;
  readonly created: number;
  readonly duplicate: number;
  readonly error: number;
}

/** How long a process that works on an import may be silent before another takes it over. Seconds; a batch takes a fraction of one. */
const leaseSeconds = 10;
/** Imports that are listed. */
const mostListed = 20;
const rowsInStatement = 1000;
const errorsAtOnce = 1000;

export const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export type ImportsStore = ReturnType<typeof createImportsStore>;

export function createImportsStore(database: Database) {
  return {
    find: (tenantId: string, importId: string) => database.tenant(tenantId, (sql) => find(sql, tenantId, importId)),

    /** Whether the stored import is of this file. */
    async isOfFile(tenantId: string, importId: string, sha256: Buffer): Promise<boolean> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query('select 1 from vigil.account_imports where tenant_id = $1 and id = $2 and file_sha256 = $3', [
          tenantId,
          importId,
          sha256,
        ]),
      );
      return rows.length > 0;
    },

    list: (tenantId: string, realm: Realm): Promise<AccountImport[]> =>
      database.tenant(tenantId, async (sql) => {
        const heads = await sql.query<ImportHead>(`${headsOf('i.realm = $2')} order by i.created_at desc, i.id limit ${mostListed}`, [
          tenantId,
          realm,
        ]);
        return heads.map(shown);
      }),

    /** Keeps a file that was checked. False where there is one with this id. */
    insert: (sql: Sql, tenantId: string, made: NewImport, rows: readonly FileRow[]) => insert(sql, tenantId, made, rows),

    rows: (tenantId: string, importId: string, question: RowsQuestion) =>
      database.tenant(tenantId, (sql) => readRows(sql, tenantId, importId, question)),

    /** Whom these lines of the file are about. */
    async lines(tenantId: string, importId: string, lines: readonly number[]): Promise<ReadonlyMap<number, PersonOfLine>> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<PersonOfLine & { line: number }>(
          `select line, name, birth_date::text as birth_date from vigil.account_import_rows
           where tenant_id = $1 and import_id = $2 and line = any($3::int[])`,
          [tenantId, importId, lines],
        ),
      );
      return new Map(rows.map(({ line, ...person }) => [line, person]));
    },

    /** How the file names its columns, null where it was not kept, and which members the errors of its lines speak of. */
    errorsOf: (tenantId: string, importId: string): Promise<ImportHeadings & { members: readonly string[] }> =>
      database.tenant(tenantId, async (sql) => {
        const [head] = await sql.query<ImportHeadings>(
          'select headings, columns from vigil.account_imports where tenant_id = $1 and id = $2',
          [tenantId, importId],
        );
        const members = await sql.query<{ id: string }>(
          `select distinct u.id from vigil.account_import_rows r cross join jsonb_array_elements(r.problems) p
             join vigil.users u on u.tenant_id = r.tenant_id and u.id = (p -> 'heldBy' ->> 'userId')::uuid
           where r.tenant_id = $1 and r.import_id = $2 and r.outcome = 'ERROR' and 'patient' = any(u.roles)`,
          [tenantId, importId],
        );
        return { headings: head?.headings ?? null, columns: head?.columns ?? null, members: members.map(({ id }) => id) };
      }),

    /** The next lines with an error, or to be confirmed, below a line, with their cells as the file had them. */
    errorsAfter: (tenantId: string, importId: string, line: number): Promise<(KeptRow & { cells: readonly string[] | null })[]> =>
      database.tenant(tenantId, (sql) =>
        sql.query(
          `select ${rowColumns}, cells from vigil.account_import_rows
           where tenant_id = $1 and import_id = $2 and outcome in ('ERROR', 'UNUSUAL') and line > $3 order by line limit ${errorsAtOnce}`,
          [tenantId, importId, line],
        ),
      ),

    /** Lets it run, in the name of whoever started it. False where it runs or is done. */
    async start(tenantId: string, importId: string, by: Starter): Promise<boolean> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query(
          `update vigil.account_imports set state = 'RUNNING', started_by = $3, started_from = $4, worker = null, leased_until = clock_timestamp()
           where tenant_id = $1 and id = $2 and state in ('CHECKED', 'STOPPED') returning id`,
          [tenantId, importId, by.userId, by.ip],
        ),
      );
      return rows.length > 0;
    },

    /** Takes a line as it is. An import that was done goes on with it when it is started again. */
    confirm: (tenantId: string, importId: string, line: number) =>
      database.tenant(tenantId, async (sql) => {
        // A worker that finds nothing left waits here, and then finds the line.
        await sql.query('select 1 from vigil.account_imports where tenant_id = $1 and id = $2 for update', [tenantId, importId]);
        const confirmed = await sql.query(
          `update vigil.account_import_rows set outcome = 'READY'
           where tenant_id = $1 and import_id = $2 and line = $3 and outcome = 'UNUSUAL' returning line`,
          [tenantId, importId, line],
        );
        if (confirmed.length > 0)
          await sql.query(
            `update vigil.account_imports set state = 'STOPPED', finished_at = null where tenant_id = $1 and id = $2 and state = 'DONE'`,
            [tenantId, importId],
          );
      }),

    /** Ends it after the batch in hand. */
    stop: (tenantId: string, importId: string) =>
      database.tenant(tenantId, (sql) =>
        sql.query(
          `update vigil.account_imports set state = 'STOPPED', worker = null where tenant_id = $1 and id = $2 and state = 'RUNNING'`,
          [tenantId, importId],
        ),
      ),

    async remove(tenantId: string, importId: string): Promise<boolean> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query(`delete from vigil.account_imports where tenant_id = $1 and id = $2 and state <> 'RUNNING' returning id`, [
          tenantId,
          importId,
        ]),
      );
      return rows.length > 0;
    },

    /** Takes or keeps the import for a worker, within the transaction; undefined where somebody else has it or it does not run. */
    async hold(sql: Sql, tenantId: string, importId: string, worker: string): Promise<HeldImport | undefined> {
      const [held] = await sql.query<HeldImport>(
        `update vigil.account_imports set worker = $3, leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'
         where tenant_id = $1 and id = $2 and state = 'RUNNING' and (worker = $3 or leased_until <= clock_timestamp())
         returning realm, started_by, started_from`,
        [tenantId, importId, worker],
      );
      return held;
    },

    ready: (sql: Sql, tenantId: string, importId: string, most: number) =>
      sql.query<ReadyRow>(
        `select line, person from vigil.account_import_rows
         where tenant_id = $1 and import_id = $2 and outcome = 'READY' order by line limit $3 for update`,
        [tenantId, importId, most],
      ),

    async settle(sql: Sql, tenantId: string, importId: string, done: readonly DoneRow[]): Promise<void> {
      await sql.query(
        `update vigil.account_import_rows r set outcome = one.outcome, user_id = one."userId", problems = one.problems, person = null,
           birth_date = case when one.outcome = 'ERROR' then r.birth_date end, cells = case when one.outcome = 'ERROR' then r.cells end
         from jsonb_to_recordset($3) as one (line int, outcome text, "userId" uuid, problems jsonb)
         where r.tenant_id = $1 and r.import_id = $2 and r.line = one.line`,
        [tenantId, importId, JSON.stringify(done)],
      );
    },

    async finish(sql: Sql, tenantId: string, importId: string, atMs: number): Promise<void> {
      await sql.query(
        `update vigil.account_imports set state = 'DONE', finished_at = $3, worker = null, leased_until = null where tenant_id = $1 and id = $2`,
        [tenantId, importId, new Date(atMs)],
      );
    },

    /** Imports of any tenant that run and that nobody works on. */
    abandoned: (): Promise<readonly { tenantId: string; id: string }[]> =>
      database.global((sql) => sql.query<{ tenantId: string; id: string }>('select tenant_id, id from vigil.abandoned_imports()')),
  };
}

const headsOf = (where: string) => `select i.id, i.realm, i.file_name, i.created_at, i.finished_at, i.state, c.*
  from vigil.account_imports i
  cross join lateral (
    select count(*) filter (where outcome = 'READY')::int as ready, count(*) filter (where outcome = 'UNUSUAL')::int as unusual, count(*) filter (where outcome = 'CREATED')::int as created,
      count(*) filter (where outcome = 'DUPLICATE')::int as duplicate, count(*) filter (where outcome = 'ERROR')::int as error
    from vigil.account_import_rows r where r.tenant_id = i.tenant_id and r.import_id = i.id
  ) c
  where i.tenant_id = $1 and ${where}`;

async function find(sql: Sql, tenantId: string, importId: string): Promise<AccountImport | undefined> {
  const [head] = await sql.query<ImportHead>(headsOf('i.id = $2'), [tenantId, importId]);
  return head && shown(head);
}

/** Of the lines that an account can be made of, the share that has come to something. */
function shown({ ready, unusual, created, duplicate, error, ...head }: ImportHead): AccountImport {
  const rows = ready + unusual + created + duplicate + error;
  const done = created + duplicate;
  const progress = head.state === 'DONE' ? 100 : head.state === 'CHECKED' ? 0 : Math.floor((100 * done) / Math.max(1, ready + done));
  return { ...head, progress, counts: { READY: ready, UNUSUAL: unusual, CREATED: created, DUPLICATE: duplicate, ERROR: error }, rows };
}

async function insert(sql: Sql, tenantId: string, made: NewImport, rows: readonly FileRow[]): Promise<boolean> {
  const { id, realm, fileName, headings, columns, sha256, createdBy, createdAtMs } = made;
  const added = await sql.query(
    `insert into vigil.account_imports (tenant_id, id, realm, file_name, file_sha256, created_by, created_at, state, headings, columns)
     values ($1, $2, $3, $4, $5, $6, $7, 'CHECKED', $8, $9) on conflict do nothing returning id`,
    [tenantId, id, realm, fileName, sha256, createdBy, new Date(createdAtMs), JSON.stringify(headings), JSON.stringify(columns)],
  );
  if (added.length === 0) return false;
  for (let from = 0; from < rows.length; from += rowsInStatement) {
    const part = rows.slice(from, from + rowsInStatement).map(({ read, ...row }) => ({
      ...row,
      ...('person' in read
        ? { person: { ...read.person, care: read.care }, problems: row.outcome === 'UNUSUAL' ? read.unusual : null }
        : { problems: read.problems }),
    }));
    await sql.query(
      `insert into vigil.account_import_rows (tenant_id, import_id, line, outcome, label, name, birth_date, cells, person, problems)
       select $1, $2, one.line, one.outcome, one.label, one.name, one."birthDate", case when one.outcome <> 'DUPLICATE' then one.cells end,
         one.person, one.problems
       from jsonb_to_recordset($3) as one (line int, outcome text, label text, name text, "birthDate" date, cells jsonb, person jsonb,
         problems jsonb)`,
      [tenantId, id, JSON.stringify(part)],
    );
  }
  return true;
}

const rowColumns = `line, outcome, label, name, birth_date::text as birth_date, coalesce(problems, '[]'::jsonb) as problems, user_id`;

/** What has become of the lines of an import? A page of them in the order of the file, and how many there are. */
async function readRows(
  sql: Sql,
  tenantId: string,
  importId: string,
  { outcome, page, size }: RowsQuestion,
): Promise<{ content: KeptRow[]; totalElements: number }> {
  const where = 'tenant_id = $1 and import_id = $2 and ($3::text is null or outcome = $3)';
  const content = await sql.query<KeptRow>(
    `select ${rowColumns} from vigil.account_import_rows where ${where} order by line limit $4 offset $5`,
    [tenantId, importId, outcome ?? null, size, page * size],
  );
  const [counted] = await sql.query<{ total: number }>(`select count(*)::int as total from vigil.account_import_rows where ${where}`, [
    tenantId,
    importId,
    outcome ?? null,
  ]);
  return { content, totalElements: counted?.total ?? 0 };
}
