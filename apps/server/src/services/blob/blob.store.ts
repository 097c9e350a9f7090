import type { PicturePurpose, PictureType } from '@vigil/contract/blob.values';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';

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
  /**
   * Makes it the picture of the account, in the place of the one that was there. Answers that one's id, null where there was
   * none, and `kept`, with nothing changed, where there was one and it may not be replaced.
   */
  replace(tenantId: string, file: NewFile, overwrite: boolean): Promise<string | null | 'kept'>;
  file(tenantId: string, userId: string, id: string): Promise<FileRow | undefined>;
  /** False when there is no such file. */
  remove(tenantId: string, userId: string, id: string): Promise<boolean>;
}

export function createBlobStore(database: Database, people: Pick<People, 'changePicture'>): BlobStore {
  return {
    replace: (tenantId, file, overwrite) =>
      database.tenant(tenantId, async (sql) => {
        const { id, userId, purpose, mediaType, sizeBytes, createdAtMs, url } = file;
        await oneAtATime(sql, userId, purpose);
        const [before] = await sql.query<{ id: string }>(
          'select id from vigil.files where tenant_id = $1 and user_id = $2 and purpose = $3',
          [tenantId, userId, purpose],
        );
        if (before && !overwrite) return 'kept';
        await sql.query('delete from vigil.files where tenant_id = $1 and user_id = $2 and purpose = $3', [tenantId, userId, purpose]);
        await sql.query(
          `insert into vigil.files (tenant_id, id, user_id, purpose, media_type, size_bytes, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [tenantId, id, userId, purpose, mediaType, sizeBytes, new Date(createdAtMs)],
        );
        await people.changePicture(sql, tenantId, userId, purpose, url);
        return before?.id ?? null;
      }),

    async file(tenantId, userId, id) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<FileRow>(
          `select id, purpose, media_type from vigil.files where tenant_id = $1 and user_id = $2 and id = $3 and purpose <> 'meal'`,
          [tenantId, userId, id],
        ),
      );
      return row;
    },

    remove: (tenantId, userId, id) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<{ purpose: PicturePurpose }>(
          `delete from vigil.files where tenant_id = $1 and user_id = $2 and id = $3 and purpose <> 'meal' returning purpose`,
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
