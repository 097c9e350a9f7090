import { randomUUID } from 'node:crypto';
import type { FileContent, ResponseOf } from '@vigil/contract';
import type { uploadMealPhoto } from '@vigil/contract/blob.contract';
import { mostMealPhotosADay, type PictureType } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import type { Blobs } from '#platform/blob/blob.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { pictureOf } from './picture.ts';
import { fileNameOf } from './picture-kinds.ts';
import { requireQuota } from './quota.store.ts';

export interface MealPhotos {
  /** Throws invalid_input for what is no picture that can be shown, too_many_requests beyond a day's number of them, storage_full beyond what one person's files may take. */
  upload(tenantId: string, userId: string, sent: Buffer): Promise<ResponseOf<typeof uploadMealPhoto>>;
  /** Throws not_found. */
  read(tenantId: string, userId: string, fileId: string): Promise<FileContent>;
  /** Of these paths, those that are no photo of a meal of the member's. */
  unknown(tenantId: string, userId: string, urls: readonly string[]): Promise<readonly string[]>;
}

export interface MealPhotosDeps {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** What the files of one person may take together. */
  readonly quotaBytes: number;
}

const dayMs = 86_400_000;

/** Photos of what members ate. They are part of the clinical record: read by whoever reads that, erased with it. */
export function createMealPhotos({ database, blobs, clock, quotaBytes }: MealPhotosDeps): MealPhotos {
  const pathOf = (tenantId: string, userId: string, id: string) => `/blob/tenant/${tenantId}/user/${userId}/meal-photos/${id}`;

  /** Of these ids, which are photos of meals of the member's? */
  const known = (tenantId: string, userId: string, ids: readonly string[]) =>
    database.tenant(tenantId, (sql) =>
      sql.query<{ id: string; mediaType: PictureType }>(
        `select id, media_type from vigil.files where tenant_id = $1 and user_id = $2 and purpose = 'meal' and id = any($3::uuid[])`,
        [tenantId, userId, ids],
      ),
    );

  const forget = (tenantId: string, id: string) =>
    database.tenant(tenantId, (sql) => sql.query('delete from vigil.files where tenant_id = $1 and id = $2', [tenantId, id]));

  return {
    async upload(tenantId, userId, sent) {
      const { type, bytes, widthPx, heightPx } = pictureOf(sent);
      const id = randomUUID();
      // The row first: bytes that no row names would never be erased.
      const isKept = await database.tenant(tenantId, async (sql) => {
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`vigil.files ${userId} meal`]);
        await requireQuota(sql, tenantId, userId, { quotaBytes, moreBytes: bytes.length });
        const kept = await sql.query(
          `insert into vigil.files (tenant_id, id, user_id, purpose, media_type, size_bytes, created_at)
           select $1, $2, $3, 'meal', $4, $5, $6
           where (select count(*) from vigil.files where tenant_id = $1 and user_id = $3 and purpose = 'meal' and created_at > $7) < $8
           returning id`,
          [...[tenantId, id, userId, type, bytes.length, new Date(clock.now())], ...[new Date(clock.now() - dayMs), mostMealPhotosADay]],
        );
        return kept.length > 0;
      });
      if (!isKept) throw tooManyPhotos();
      await blobs.put(id, bytes).catch(async (error: unknown) => {
        // A row without bytes would be a photo of nothing: in the record, in exports, and among those of the day.
        await forget(tenantId, id);
        throw error;
      });
      return { id, url: pathOf(tenantId, userId, id), type, sizeBytes: bytes.length, widthPx, heightPx };
    },

    async read(tenantId, userId, fileId) {
      const [file] = await known(tenantId, userId, [fileId]);
      const bytes = file ? await blobs.get(file.id) : null;
      if (!file || !bytes) throw new VigilError('not_found', 'There is no such photo.');
      return { bytes, mediaType: file.mediaType, fileName: fileNameOf({ purpose: 'meal', mediaType: file.mediaType }) };
    },

    async unknown(tenantId, userId, urls) {
      if (urls.length === 0) return [];
      const idOf = (url: string) => url.slice(-36).toLowerCase();
      const ids = urls.filter((url) => isUuid.test(idOf(url)) && url === pathOf(tenantId, userId, idOf(url))).map(idOf);
      const found = new Set((await known(tenantId, userId, ids)).map(({ id }) => id));
      return urls.filter((url) => !ids.includes(idOf(url)) || !found.has(idOf(url)));
    },
  };
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const tooManyPhotos = () =>
  new VigilError('too_many_requests', `A member can have ${mostMealPhotosADay} new photos of meals in 24 hours. Nothing was stored.`, {
    retryAfterSeconds: 3_600,
  });
