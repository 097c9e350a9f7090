import { VigilError } from '@vigil/contract/errors';
import type { Note, NoteVersion } from '@vigil/contract/notary.contract';
import type { NewNote } from '@vigil/contract/notary.forms';
import { lastNotesDays, mostNoteVersions, type NoteFilter } from '@vigil/contract/notary.values';
import { careTeamRole, careTeamRoles } from '@vigil/domain/roles';
import type { People, PersonName } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import { groupByNote, isSameNote } from './notary.rules.ts';
import type { HistoryQuestion, NotaryStore, NoteVersionRow } from './notary.store.ts';

export interface Notary {
  /** A page of a member's notes, each with its versions. `page` counts from 0. */
  history(
    tenantId: string,
    question: Omit<HistoryQuestion, 'fromMs'> & { filter: NoteFilter },
  ): Promise<{ content: Note[]; totalElements: number }>;
  /** The note that was first written last; null when there is none. */
  last(tenantId: string, userId: string): Promise<Note | null>;
  /**
   * Stores a note by `clinicianId`, or answers the stored one when the same was sent before. Throws invalid_input for somebody
   * else's name under it, not_found for a note to amend that the member does not have, and conflict for one that has been
   * amended meanwhile or too often, or for an id that is another note's.
   */
  write(tenantId: string, clinicianId: string, note: NewNote): Promise<Note>;
}

export interface NotaryServiceDeps {
  readonly store: NotaryStore;
  readonly people: Pick<People, 'namesOf'>;
  readonly clock: Clock;
}

const dayMs = 86_400_000;

export function createNotaryService({ store, people, clock }: NotaryServiceDeps): Notary {
  async function notesOf(tenantId: string, rows: readonly NoteVersionRow[]): Promise<Note[]> {
    const names = await people.namesOf(tenantId, [...new Set(rows.map(({ clinicianId }) => clinicianId))]);
    return groupByNote(rows).map((versions) => noteOf(versions, names));
  }

  return {
    async history(tenantId, { filter, ...question }) {
      const fromMs = filter === 'LAST' ? clock.now() - lastNotesDays * dayMs : null;
      const { rows, total } = await store.history(tenantId, { ...question, fromMs });
      return { content: await notesOf(tenantId, rows), totalElements: total };
    },

    async last(tenantId, userId) {
      const [last] = await notesOf(tenantId, await store.last(tenantId, userId));
      return last ?? null;
    },

    async write(tenantId, clinicianId, { user: userId, clinicianId: said = clinicianId, id, text, amends }) {
      if (said !== clinicianId) throw otherAuthor();
      const sent = { id, userId, clinicianId, text, amends, createdAtMs: clock.now() };
      const isNew = await store.insert(tenantId, sent);
      const rows = await store.written(tenantId, id);
      const [stored] = rows;
      if (!isNew && stored && !isSameNote(stored, sent)) throw otherNote();
      if (!stored) throw await whyNot(tenantId, userId, amends?.id);
      return (await notesOf(tenantId, rows))[0] as Note;
    },
  };

  /** Why an amendment of this version could not be stored. */
  async function whyNot(tenantId: string, userId: string, versionId: string | undefined): Promise<VigilError> {
    const [version] = versionId === undefined ? [] : await store.written(tenantId, versionId);
    if (version?.userId !== userId) return nothingToAmend();
    return version.version < mostNoteVersions ? amendedMeanwhile() : amendedTooOften();
  }
}

/** One note out of its versions, the newest first. */
function noteOf(versions: readonly NoteVersionRow[], names: (userId: string) => PersonName): Note {
  const [current, ...replaced] = versions.map((row) => versionOf(row, names(row.clinicianId))) as [NoteVersion, ...NoteVersion[]];
  const { noteId, userId } = versions[0] as NoteVersionRow;
  return { ...current, user: userId, noteId, firstCreatedAt: (replaced.at(-1) ?? current).createdAt, replaced };
}

function versionOf({ id, clinicianId, text, createdAt, reason }: NoteVersionRow, name: PersonName): NoteVersion {
  const { givenName: firstName, familyName: lastName, title, roles } = name;
  const role = careTeamRole(roles);
  // Somebody who has left the care team since has written as its member.
  const shown = careTeamRoles.find((one) => one === role) ?? 'clinician';
  return { id, clinicianId, author: { firstName, lastName, title, role: shown }, text, createdAt, reason };
}

const otherAuthor = () =>
  new VigilError('invalid_input', 'clinicianId: a note is written in one’s own name. Nothing was stored.', {
    fields: [{ field: 'clinicianId', message: 'Has to be your own user id, or be left out' }],
  });
const otherNote = () =>
  new VigilError(
    'conflict',
    'A note was stored before under this id, with something else in it. It stays as it is; to change it, amend it.',
  );
const amendedMeanwhile = () =>
  new VigilError('conflict', 'Somebody has amended this note meanwhile. Nothing was stored; read the newer version and amend that.');
const amendedTooOften = () =>
  new VigilError(
    'conflict',
    `A note has at most ${mostNoteVersions} versions, and this one has them. Nothing was stored; write a new note.`,
  );
const nothingToAmend = () => new VigilError('not_found', 'There is no such note to amend. Nothing was stored.');
