import type { PicturePurpose, PictureType } from '@vigil/contract/blob.values';
import type { Blobs } from '#platform/blob/blob.ts';
import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import { fileNameOf } from './picture-kinds.ts';

interface OwnFile {
  readonly id: string;
  readonly purpose: PicturePurpose | 'meal' | 'unfinished';
  readonly mediaType: PictureType;
  readonly sizeBytes: number;
  readonly createdAt: number;
}

type WholeFile = OwnFile & { readonly purpose: PicturePurpose | 'meal' };

/** The pictures of a person's account and, as part of the record, of their meals; the files themselves included. */
export function filesPersonalData(database: Database, blobs: Pick<Blobs, 'get' | 'remove'>): PersonalData {
  const filesOf = ({ tenantId, userId }: PersonInTenant) =>
    database.tenant(tenantId, (sql) =>
      sql.query<OwnFile>(
        'select id, purpose, media_type, size_bytes, created_at from vigil.files where tenant_id = $1 and user_id = $2 order by purpose, id',
        [tenantId, userId],
      ),
    );
  return {
    tables: { files: { exported: ['files.json', 'files/*'], erased: 'record' } },
    async exportOf(person) {
      const files = (await filesOf(person)).filter(isWhole);
      return [
        jsonFile({ name: 'files.json', about: 'which pictures were uploaded for you, and when.' }, async () =>
          files.map(({ createdAt, ...file }) => ({ ...file, file: nameIn(file), createdAt: isoTime(createdAt) })),
        ),
        ...files.map((file) => ({
          name: nameIn(file),
          about: file.purpose === 'meal' ? 'a photo of a meal.' : `the ${file.purpose} of your account.`,
          content: bytesOf(blobs, file.id),
        })),
      ];
    },
    async erase(person, step) {
      // The bytes first: once no row names them, nobody would find what a crash has left.
      const files = (await filesOf(person)).filter(({ purpose }) => (purpose === 'meal') === (step === 'record'));
      for (const { id } of files) await blobs.remove(id);
      await database.tenant(person.tenantId, (sql) =>
        sql.query('delete from vigil.files where tenant_id = $1 and id = any($2::uuid[])', [person.tenantId, files.map(({ id }) => id)]),
      );
    },
  };
}

const isWhole = (file: OwnFile): file is WholeFile => file.purpose !== 'unfinished';

/** Of each kind an account has one; meals are told apart by their ids. */
const nameIn = (file: Omit<WholeFile, 'createdAt'>) => `files/${file.purpose === 'meal' ? `${file.id}-` : ''}${fileNameOf(file)}`;

/** Nothing where the picture was replaced while the archive was being written. */
async function* bytesOf(blobs: Pick<Blobs, 'get'>, id: string): AsyncIterable<Uint8Array> {
  const bytes = await blobs.get(id);
  if (bytes) yield bytes;
}
