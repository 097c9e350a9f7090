import type { PicturePurpose, PictureType } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';

/** Left by processes that died; nobody has more. */
const mostUnfinished = 100;

export interface FileRow {
  readonly id: string;
  readonly purpose: PicturePurpose;
  readonly mediaType: PictureType;
}

export interface NewFile extends FileRow {
  readonly userId: string;
  readonly sizeBytes: number;
  readonly createdAtMs: number;
  /** What the account names it by. */
  readonly url: string;
}

export interface BlobStore {
  /** Names a file whose bytes are about to be written. */
  begin(tenantId: string, file: NewFile): Promise<void>;
  /**
   * Makes it the picture of the account, in the place of the one that was there. Answers that one's id, null where there was
   * none, and `kept`, with nothing changed, where there was one and it may not be replaced. The one that was there is to be forgotten once its bytes are gone.
   */
  replace(tenantId: string, file: NewFile, overwrite: boolean): Promise<string | null | 'kept'>;
  file(tenantId: string, userId: string, id: string): Promise<FileRow | undefined>;
  /** Files of a user whose bytes are to go, or were never wholly written: those named before a moment. */
  unfinished(tenantId: string, userId: string, beforeMs: number): Promise<readonly string[]>;
  /** The bytes are gone. */
  forget(tenantId: string, id: string): Promise<void>;
  /** The account has it no more, and it is to be forgotten once its bytes are gone. False when there is no such file. */
  remove(tenantId: string, userId: string, id: string): Promise<boolean>;
}

export function createBlobStore(database: Database, people: Pick<People, 'changePicture'>): BlobStore {
  return {
    async begin(tenantId, { id, userId, mediaType, sizeBytes, createdAtMs }) {
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `insert into vigil.files (tenant_id, id, user_id, purpose, media_type, size_bytes, created_at)
           values ($1, $2, $3, 'unfinished', $4, $5, $6)`,
          [tenantId, id, userId, mediaType, sizeBytes, new Date(createdAtMs)],
        ),
      );
    },

    replace: (tenantId, file, overwrite) =>
      database.tenant(tenantId, async (sql) => {
        const { id, userId, purpose, url } = file;
        await oneAtATime(sql, userId, purpose);
        const [before] = await sql.query<{ id: string }>(
          'select id from vigil.files where tenant_id = $1 and user_id = $2 and purpose = $3',
          [tenantId, userId, purpose],
        );
        if (before && !overwrite) return 'kept';
        await sql.query(`update vigil.files set purpose = 'unfinished' where tenant_id = $1 and user_id = $2 and purpose = $3`, [
          ...[tenantId, userId, purpose],
        ]);
        const made = await sql.query(
          `update vigil.files set purpose = $4 where tenant_id = $1 and user_id = $2 and id = $3 and purpose = 'unfinished' returning id`,
          [tenantId, userId, id, purpose],
        );
        if (made.length === 0)
          throw new VigilError('conflict', 'The account was erased while the picture was being stored; it was not kept.');
        await people.changePicture(sql, tenantId, userId, purpose, url);
        return before?.id ?? null;
      }),

    async file(tenantId, userId, id) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<FileRow>(
          `select id, purpose, media_type from vigil.files where tenant_id = $1 and user_id = $2 and id = $3 and purpose in ('photo', 'signature')`,
          [tenantId, userId, id],
        ),
      );
      return row;
    },

    async unfinished(tenantId, userId, beforeMs) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>(
          `select id from vigil.files where tenant_id = $1 and user_id = $2 and purpose = 'unfinished' and created_at < $3 limit ${mostUnfinished}`,
          [tenantId, userId, new Date(beforeMs)],
        ),
      );
      return rows.map(({ id }) => id);
    },

    async forget(tenantId, id) {
      await database.tenant(tenantId, (sql) =>
        sql.query(`delete from vigil.files where tenant_id = $1 and id = $2 and purpose = 'unfinished'`, [tenantId, id]),
      );
    },

    remove: (tenantId, userId, id) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<{ purpose: PicturePurpose }>(
          `update vigil.files f set purpose = 'unfinished' from vigil.files was
           where f.tenant_id = $1 and f.user_id = $2 and f.id = $3 and f.purpose in ('photo', 'signature')
             and was.tenant_id = f.tenant_id and was.id = f.id
           returning was.purpose`,
          [tenantId, userId, id],
        );
        if (row) await people.changePicture(sql, tenantId, userId, row.purpose, null);
        return row !== undefined;
      }),
  };
}

/** Of two uploads at a time the second sees the first. */
async function oneAtATime(sql: Sql, userId: string, purpose: PicturePurpose): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`vigil.files ${userId} ${purpose}`]);
}
