import type { FileState, PicturePurpose, PictureType } from '@vigil/contract/blob.values';
import type { Blobs } from '#platform/blob/blob.ts';
import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import { fileNameOf } from './picture-kinds.ts';

interface OwnFile {
  readonly id: string;
  readonly purpose: PicturePurpose | 'meal' | 'chat' | 'unfinished';
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
  /** Of a file of a conversation: as its owner called it, and how it stands. */
  readonly name: string | null;
  readonly state: FileState | null;
  readonly thumbnailId: string | null;
}

/**
 * The pictures of a person's account and, as part of the record, of their meals and what was sent in their conversation by whomever;
 * the files themselves included, but those that cannot be opened: malware was found in them, or they were not checked for it yet.
 */
export function filesPersonalData(database: Database, blobs: Pick<Blobs, 'size' | 'read' | 'remove'>): PersonalData {
  const filesOf = ({ tenantId, userId }: PersonInTenant) =>
    database.tenant(tenantId, (sql) =>
      sql.query<OwnFile>(
        `select id, purpose, media_type, size_bytes, created_at, name, state, thumbnail_id from vigil.files
         where tenant_id = $1 and (user_id = $2 or conversation_id = $2) order by purpose, id`,
        [tenantId, userId],
      ),
    );
  return {
    tables: {
      files: { exported: ['files.json', 'files/*'], erased: 'record' },
      file_jobs: { exported: { not: 'what is still to be done with a file, by its id' }, erased: 'record' },
    },
    async exportOf(person) {
      const files = (await filesOf(person)).filter(isWhole);
      return [
        jsonFile({ name: 'files.json', about: 'which pictures and files were uploaded by you or sent to you, and when.' }, async () =>
          files.map((file) => ({
            ...{ id: file.id, purpose: file.purpose, name: file.name, mediaType: file.mediaType, sizeBytes: file.sizeBytes },
            ...{ file: isOpen(file) ? nameIn(file) : null, createdAt: isoTime(file.createdAt) },
          })),
        ),
        ...files.filter(isOpen).map((file) => ({ name: nameIn(file), about: aboutOf(file), content: bytesOf(blobs, file.id) })),
      ];
    },
    async erase(person, step) {
      const ofStep = async () => (await filesOf(person)).filter(({ purpose }) => recordPurposes.includes(purpose) === (step === 'record'));
      // The bytes first: once no row names them, nobody would find what a crash has left.
      for (let files = await ofStep(); files.length > 0; files = await ofStep()) {
        for (const { id, thumbnailId } of files) for (const blob of [id, thumbnailId ?? []].flat()) await blobs.remove(blob);
        // One that has got a small copy meanwhile, from a server that had begun it before, is looked at again.
        await database.tenant(person.tenantId, (sql) =>
          sql.query(
            `delete from vigil.files f using unnest($2::uuid[], $3::uuid[]) as seen (id, thumbnail_id)
             where f.tenant_id = $1 and f.id = seen.id and f.thumbnail_id is not distinct from seen.thumbnail_id`,
            [person.tenantId, files.map(({ id }) => id), files.map(({ thumbnailId }) => thumbnailId)],
          ),
        );
      }
    },
  };
}

/** Part of a member's record; the others are of the account. */
const recordPurposes: readonly OwnFile['purpose'][] = ['meal', 'chat'];

const isWhole = ({ purpose }: OwnFile) => purpose !== 'unfinished';
/** What was not checked may hold malware: it is opened nowhere else either. Pictures of accounts and meals have no state. */
const isOpen = ({ state }: OwnFile) => state === null || state === 'ready';

/** Of each kind an account has one; meals and files of conversations are told apart by their ids. */
function nameIn({ id, purpose, mediaType, name }: OwnFile): string {
  if (purpose === 'chat') return `files/chat-${id}${name?.slice(name.lastIndexOf('.')) ?? ''}`;
  const picture = { purpose: purpose as PicturePurpose | 'meal', mediaType: mediaType as PictureType };
  return `files/${purpose === 'meal' ? `${id}-` : ''}${fileNameOf(picture)}`;
}

function aboutOf({ purpose }: OwnFile): string {
  if (purpose === 'chat') return 'a file of a conversation.';
  return purpose === 'meal' ? 'a photo of a meal.' : `the ${purpose} of your account.`;
}

/** Nothing where the picture was replaced while the archive was being written. */
async function* bytesOf(blobs: Pick<Blobs, 'size' | 'read'>, id: string): AsyncIterable<Uint8Array> {
  if ((await blobs.size(id)) !== null) yield* blobs.read(id);
}
