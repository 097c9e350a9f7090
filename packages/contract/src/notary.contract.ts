import { careTeamRoles } from '@vigil/domain/roles';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { newNote } from './notary.forms.ts';
import { mostNotesOnPage, noteFilters, noteSorts } from './notary.values.ts';
import { id, pageNumber } from './shapes.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();

/** Who wrote a version: the name and the role in the care team as they are now. */
const author = z.object({ firstName: z.string(), lastName: z.string(), title: z.string().nullable(), role: z.enum(careTeamRoles) });

/** What was written at one time by one person. It is never changed and never removed. */
export const noteVersion = z
  .object({
    id,
    clinicianId: id,
    author,
    text: z.string(),
    createdAt: milliseconds,
    /** Why it replaces the version before; null in the first one. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'NoteVersion' });
export type NoteVersion = z.output<typeof noteVersion>;

/** A note as it reads now, with every version that was replaced, the newest of them first. */
export const note = noteVersion
  .extend({
    /** The member whom the note is about. */
    user: id,
    /** The first version's id: what stays the same while a note is amended. */
    noteId: id,
    /** When the first version was written. */
    firstCreatedAt: milliseconds,
    replaced: z.array(noteVersion),
  })
  .meta({ id: 'Note' });
export type Note = z.output<typeof note>;

const patientOfTenant = z.object({ tenantId: id, patientId: id });

export const getHistory = endpoint({
  id: 'notary.getHistory',
  service: 'notary',
  method: 'GET',
  path: '/notary/api/v1/tenant/{tenantId}/patient/{patientId}/notes/history',
  summary: 'Notes about a member with all their versions, a page at a time: all, or those written or amended in the last 30 days',
  access: access.inTenant('tenantId', access.readMember('patientId')),
  params: patientOfTenant,
  query: z.object({
    filter: z.enum(noteFilters).default('ALL'),
    sort: z.enum(noteSorts).default('RECENT'),
    page: pageNumber,
    size: z.coerce.number().int().min(1).max(mostNotesOnPage).default(mostNotesOnPage),
  }),
  response: z.object({ content: z.array(note), totalElements: z.number().int(), page: z.number().int(), size: z.number().int() }),
});

export const getLast = endpoint({
  id: 'notary.getLast',
  service: 'notary',
  method: 'GET',
  path: '/notary/api/v1/tenant/{tenantId}/patient/{patientId}/note/last',
  summary: 'The note about a member that was written last; null where there is none',
  access: access.inTenant('tenantId', access.readMember('patientId')),
  params: patientOfTenant,
  response: note.nullable(),
});

export const postNote = endpoint({
  id: 'notary.postNote',
  service: 'notary',
  method: 'POST',
  path: '/notary/api/v1/note',
  summary:
    'Write a note about a member, or amend one: what it replaces stays in the history. Sent again with the same id it is stored once',
  access: access.writeAboutMemberInBody({ at: ['user'] }),
  body: newNote,
  response: note,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});
