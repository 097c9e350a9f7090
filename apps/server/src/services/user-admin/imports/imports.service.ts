import { Readable } from 'node:stream';
import { VigilError } from '@vigil/contract/errors';
import type { DateOrder, Realm } from '@vigil/contract/user-admin.values';
import type { AccountImport, ImportRow } from '@vigil/contract/user-admin-imports.contract';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { DiskReserve } from '#platform/disk/disk-space.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { CareTargets, NewcomersCare } from '#services/registry/relations/index.ts';
import { createCareJudge, namedIn } from './care-columns.rules.ts';
import { heldValues, judged } from './conflicts.ts';
import { type ErrorRow, errorFile } from './error-file.ts';
import { withHolders } from './holders.ts';
import { type ImportsStore, type RowsQuestion, type Starter, sha256Of } from './imports.store.ts';
import { type FileRow, readAccounts } from './read-file.ts';

export interface ImportsDeps {
  readonly database: Database;
  readonly store: ImportsStore;
  readonly people: Pick<People, 'birthDatesOf' | 'newcomers' | 'privacy'>;
  readonly care: Pick<NewcomersCare, 'targets'>;
  readonly clock: Clock;
  readonly reserve: Pick<DiskReserve, 'require'>;
  /** Whether a member without an e-mail address can be invited by phone. */
  readonly byPhone: boolean;
  /** Lines that a file may have. */
  readonly mostRows: number;
  /** Begins or goes on with an import that runs. */
  readonly work: (tenantId: string, importId: string) => void;
}

export interface FileOfAccounts {
  readonly id: string;
  readonly realm: Realm;
  readonly fileName: string;
  readonly columns: string | undefined;
  readonly dates: DateOrder;
  readonly bytes: Uint8Array;
  readonly sentBy: string;
}

export interface Imports {
  /**
   * Reads a file and keeps what would become of each line; nobody is made. The same file again under its id is answered as the
   * first time. Throws invalid_input for what is no file of accounts, conflict for the id of another file, and storage_full on a disk
   * that is almost full.
   */
  check(tenantId: string, file: FileOfAccounts): Promise<AccountImport>;
  list(tenantId: string, realm: Realm): Promise<{ content: AccountImport[]; mostRows: number }>;
  get(tenantId: string, importId: string): Promise<AccountImport>;
  /** `members`: whose names and birth dates stand in the answer, and whose accounts were made. */
  rows(
    tenantId: string,
    importId: string,
    question: RowsQuestion,
  ): Promise<{ content: ImportRow[]; totalElements: number; members: readonly string[] }>;
  /** The lines with an error or to be confirmed as CSV, as the file had them, behind their line, columns and reasons; and whose names stand in those. */
  errors(tenantId: string, importId: string): Promise<{ content: Readable; members: readonly string[] }>;
  /** Makes the accounts, in the background. Of an import that runs or is done it changes nothing. */
  start(tenantId: string, importId: string, by: Starter): Promise<AccountImport>;
  /** Takes a line with an unusual height or weight as it is. Of any other line it changes nothing. */
  confirm(tenantId: string, importId: string, line: number): Promise<AccountImport>;
  stop(tenantId: string, importId: string): Promise<AccountImport>;
  /** Throws conflict while it runs. */
  remove(tenantId: string, importId: string): Promise<void>;
}

export function createImports({ byPhone, care, clock, database, mostRows, people, reserve, store, work }: ImportsDeps): Imports {
  async function get(tenantId: string, importId: string): Promise<AccountImport> {
    const found = await store.find(tenantId, importId);
    if (!found) throw new VigilError('not_found', 'There is no such import.');
    return found;
  }

  async function* errorPages(tenantId: string, importId: string): AsyncGenerator<readonly ErrorRow[]> {
    for (let last = 0; ; ) {
      const kept = await store.errorsAfter(tenantId, importId, last);
      const { rows } = await withHolders({ people, store }, { tenantId, importId }, kept);
      const [end] = rows.slice(-1);
      if (!end) return;
      yield rows;
      last = end.line;
    }
  }

  return {
    get,

    async check(tenantId, { bytes, sentBy, ...file }) {
      const sha256 = sha256Of(bytes);
      const nowMs = clock.now();
      const today = new Date(nowMs).toISOString().slice(0, 10);
      if (!(await store.find(tenantId, file.id))) {
        await reserve.require();
        const { headings, columns, rows } = await readAccounts(bytes, { ...file, today, byPhone, mostRows });
        await database.tenant(tenantId, async (sql) => {
          const taken = await people.newcomers.taken(sql, tenantId, soughtOf(rows));
          const targets = await care.targets(sql, tenantId, namedIn(rows.map(({ read }) => read.care)));
          const lines = careJudged(targets, await judged(taken, rows), rows);
          await store.insert(sql, tenantId, { ...file, headings, columns, sha256, createdBy: sentBy, createdAtMs: nowMs }, lines);
        });
      }
      if (!(await store.isOfFile(tenantId, file.id, sha256)))
        throw new VigilError(
          'conflict',
          'Another file was sent under this id before. It stays as it is; send this one with an id of its own.',
        );
      return get(tenantId, file.id);
    },

    list: async (tenantId, realm) => ({ content: await store.list(tenantId, realm), mostRows }),

    async rows(tenantId, importId, question) {
      const { realm } = await get(tenantId, importId);
      const { content, totalElements } = await store.rows(tenantId, importId, question);
      const { rows, members } = await withHolders({ people, store }, { tenantId, importId }, content);
      const made = realm === 'patient' ? rows.flatMap(({ userId }) => userId ?? []) : [];
      return { content: rows, totalElements, members: [...made, ...members] };
    },

    async errors(tenantId, importId) {
      await get(tenantId, importId);
      const { members, ...names } = await store.errorsOf(tenantId, importId);
      return { content: Readable.from(errorFile(names, errorPages(tenantId, importId))), members };
    },

    async start(tenantId, importId, by) {
      await get(tenantId, importId);
      if (await store.start(tenantId, importId, by)) work(tenantId, importId);
      return get(tenantId, importId);
    },

    async confirm(tenantId, importId, line) {
      await get(tenantId, importId);
      await store.confirm(tenantId, importId, line);
      return get(tenantId, importId);
    },

    async stop(tenantId, importId) {
      await get(tenantId, importId);
      await store.stop(tenantId, importId);
      return get(tenantId, importId);
    },

    async remove(tenantId, importId) {
      await get(tenantId, importId);
      if (!(await store.remove(tenantId, importId)))
        throw new VigilError('conflict', 'The import runs. Stop it first; nothing was removed.');
    },
  };
}

/** The lines with what is wrong about whom they assign the member to; of whoever is there already nothing is assigned. */
function careJudged(targets: CareTargets, judged: readonly FileRow[], read: readonly FileRow[]): FileRow[] {
  const judge = createCareJudge(targets);
  return judged.map((row, at) => {
    if (row.outcome === 'DUPLICATE') return row;
    const wrong = judge.problemsOf(read[at]?.read.care, row.outcome !== 'ERROR');
    if (wrong.length === 0) return row;
    const known = 'problems' in row.read ? row.read.problems : row.read.unusual;
    return { ...row, outcome: 'ERROR', read: { problems: [...known, ...wrong] } };
  });
}

function soughtOf(rows: readonly FileRow[]) {
  const values = rows.flatMap(({ read }) => ('person' in read ? heldValues(read.person) : []));
  return { addresses: values.flatMap(({ contact }) => contact ?? []), mrns: values.flatMap(({ mrn }) => mrn ?? []) };
}
