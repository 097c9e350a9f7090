import { randomUUID } from 'node:crypto';
import { note as noteSchema } from '@vigil/contract/notary.contract';
import type { NewNote } from '@vigil/contract/notary.forms';
import { longestNoteReason, longestNoteText, mostNoteVersions } from '@vigil/contract/notary.values';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createAudit } from '#platform/audit/audit.ts';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createNotary } from './index.ts';

const harness = await useHarness();
const { database, clock } = harness;
/** The module behind the real HTTP server, contract, access rules and audit log; a token is the user's id, taken at its word. */
const server = await startHttp(harness, {
  routes: createNotary(harness).routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock, key: 'seal of the notes' }),
});
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const coach = await harness.createUser(tenant, { roles: ['coach'], givenName: 'Cora', familyName: 'Coach' });
const newMember = (of: TestTenant = tenant) => harness.createUser(of);
const dayMs = 86_400_000;

const listed = z.object({ content: z.array(noteSchema), totalElements: z.number(), page: z.number(), size: z.number() });

async function call(method: 'GET' | 'POST', url: string, by: { id: string }, payload?: unknown) {
  const answer = await server.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const pathOf = (member: { id: string }, of: TestTenant = tenant) => `/notary/api/v1/tenant/${of.id}/patient/${member.id}`;
const historyOf = async (member: { id: string }, query = '', by: { id: string } = nurse) =>
  listed.parse((await call('GET', `${pathOf(member)}/notes/history${query}`, by)).body);
const texts = async (member: { id: string }, query = '') => (await historyOf(member, query)).content.map(({ text }) => text);

const newNote = (member: { id: string }, over: Partial<NewNote> = {}): NewNote => ({
  id: randomUUID(),
  user: member.id,
  text: 'Feels better.',
  ...over,
});
const post = (note: NewNote, by: { id: string } = nurse) => call('POST', '/notary/api/v1/note', by, note);
/** Stores a note that has to be taken, and answers it. */
async function write(note: NewNote, by: { id: string } = nurse) {
  const { status, body } = await post(note, by);
  expect([status, body.error]).toEqual([200, undefined]);
  return noteSchema.parse(body);
}

describe('writing a note', () => {
  test('keeps text, author and time, and the history and the last note show it', async () => {
    const member = await newMember();
    expect((await call('GET', `${pathOf(member)}/note/last`, nurse)).body).toBeNull();
    const written = await write(newNote(member, { text: '  Slept badly.\nCalled back at 10:00 — «mejor» 🙂  ' }));
    expect(written).toEqual({
      id: written.id,
      noteId: written.id,
      user: member.id,
      clinicianId: nurse.id,
      author: { firstName: 'Nora', lastName: 'Nurse', title: null, role: 'nurse' },
      text: 'Slept badly.\nCalled back at 10:00 — «mejor» 🙂',
      createdAt: clock.now(),
      firstCreatedAt: clock.now(),
      reason: null,
      replaced: [],
    });
    expect(await historyOf(member)).toEqual({ content: [written], totalElements: 1, page: 0, size: 20 });
    expect((await call('GET', `${pathOf(member)}/note/last`, nurse)).body).toEqual(written);
  });

  test('the same note sent again, also at the same time, is stored once and answered alike', async () => {
    const member = await newMember();
    const note = newNote(member);
    const answers = await Promise.all([post(note), post({ ...note, id: note.id.toUpperCase() }), post(note)]);
    clock.advance(60_000);
    answers.push(await post(note));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await historyOf(member)).totalElements).toBe(1);
  });

  test.each<[string, Partial<NewNote>]>([
    ['with another text', { text: 'Feels worse.' }],
    ['by somebody else', { clinicianId: coach.id }],
  ])('an id that was used before, %s, is a conflict and changes nothing', async (_name, over) => {
    const member = await newMember();
    const note = await write(newNote(member));
    const again = await post(newNote(member, { id: note.id, ...over }), over.clinicianId ? coach : nurse);
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    expect((await historyOf(member)).content).toEqual([note]);
  });

  test('an id that is a note of another member is a conflict, and tells nothing of that note', async () => {
    const other = await write(newNote(await newMember(), { text: 'Somebody else’s.' }));
    const { status, body } = await post(newNote(await newMember(), { id: other.id }));
    expect(status).toBe(409);
    expect(JSON.stringify(body)).not.toContain('Somebody else');
  });

  test.each<[string, string, Partial<Record<keyof NewNote, unknown>>]>([
    ['an empty text', 'text', { text: ' \n ' }],
    ['a text that is too long', 'text', { text: 'x'.repeat(longestNoteText + 1) }],
    ['a character that cannot be stored', 'text', { text: 'a\0b' }],
    ['half a character', 'text', { text: 'a\ud83d' }],
    ['no id', 'id', { id: undefined }],
    ['an amendment without a reason', 'amends.reason', { amends: { id: randomUUID(), reason: ' ' } }],
    ['a text in which there is nothing to see', 'text', { text: '\u200b' }],
    ['such a reason', 'amends.reason', { amends: { id: randomUUID(), reason: '\u200b' } }],
    ['a reason that is too long', 'amends.reason', { amends: { id: randomUUID(), reason: 'x'.repeat(longestNoteReason + 1) } }],
    ['somebody else’s name under it', 'clinicianId', { clinicianId: coach.id }],
  ])('%s is refused, naming the field', async (_name, field, over) => {
    const member = await newMember();
    const { status, body } = await post({ ...newNote(member), ...over } as NewNote);
    expect([status, body.error.code, body.error.fields.map((one: { field: string }) => one.field)]).toEqual([
      400,
      'invalid_input',
      [field],
    ]);
    expect((await historyOf(member)).totalElements).toBe(0);
  });

  test('the longest text and reason are kept whole, whatever their characters', async () => {
    const member = await newMember();
    const text = '\u{1F642}'.repeat(longestNoteText / 2);
    const first = await write(newNote(member, { text }));
    const reason = 'ñ'.repeat(longestNoteReason);
    expect(await write(newNote(member, { text: '"'.repeat(longestNoteText), amends: { id: first.id, reason } }))).toMatchObject({
      reason,
      replaced: [{ text }],
    });
  });
});

describe('amending a note', () => {
  test('adds a version with author, time and reason; what it replaces stays beside it', async () => {
    const member = await newMember();
    const first = await write(newNote(member, { text: 'Weight 80 kg.' }));
    clock.advance(60_000);
    const second = await write(newNote(member, { text: 'Weight 82 kg.', amends: { id: first.id, reason: 'Misread' } }), coach);
    clock.advance(60_000);
    const third = await write(newNote(member, { text: 'Weight 82 kg, dressed.', amends: { id: second.id, reason: 'Added' } }));
    expect(third).toMatchObject({
      noteId: first.id,
      firstCreatedAt: first.createdAt,
      clinicianId: nurse.id,
      reason: 'Added',
      replaced: [
        {
          id: second.id,
          clinicianId: coach.id,
          author: { firstName: 'Cora' },
          text: 'Weight 82 kg.',
          reason: 'Misread',
          createdAt: second.createdAt,
        },
        { id: first.id, clinicianId: nurse.id, text: 'Weight 80 kg.', reason: null, createdAt: first.createdAt },
      ],
    });
    expect((await historyOf(member)).content).toEqual([third]);
  });

  test('of two amendments of one version, one is stored and the other told so; sent again, the stored one stays stored', async () => {
    const member = await newMember();
    const first = await write(newNote(member));
    const both = ['One', 'Other'].map((text) => newNote(member, { text, amends: { id: first.id, reason: 'Wrong' } })) as [NewNote, NewNote];
    const answers = await Promise.all(both.map((note) => post(note)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = both[answers.findIndex(({ status }) => status === 200)] as NewNote;
    await write(newNote(member, { text: 'Later', amends: { id: stored.id, reason: 'More' } }));
    expect(await write(stored)).toMatchObject({ id: stored.id, text: stored.text, replaced: [{ id: first.id }] });
    expect((await historyOf(member)).content[0]?.replaced).toHaveLength(2);
  });

  test('a note can be amended so often, and then says to write a new one', async () => {
    const member = await newMember();
    let { id } = await write(newNote(member));
    for (let version = 2; version <= mostNoteVersions; version += 1)
      ({ id } = await write(newNote(member, { amends: { id, reason: 'More' } })));
    const { status, body } = await post(newNote(member, { amends: { id, reason: 'More' } }));
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('write a new note')]);
    expect((await historyOf(member)).content[0]?.replaced).toHaveLength(mostNoteVersions - 1);
  });

  test('a note that the member does not have is not found', async () => {
    const other = await write(newNote(await newMember()));
    const member = await newMember();
    for (const id of [randomUUID(), other.id])
      expect((await post(newNote(member, { amends: { id, reason: 'Wrong' } }))).body.error.code).toBe('not_found');
    expect((await historyOf(member)).totalElements).toBe(0);
  });

  test('no statement of the application changes or removes a note', async () => {
    const { id } = await write(newNote(await newMember()));
    for (const statement of ["update vigil.notes set text = 'x' where id = $1", 'delete from vigil.notes where id = $1'])
      await expect(database.tenant(tenant.id, (sql) => sql.query(statement, [id]))).rejects.toThrow(/permission denied/);
    await expect(harness.asOwner("update vigil.notes set text = 'x' where id = $1", [id])).rejects.toThrow(/only be added to/);
  });
});

describe('the history', () => {
  test('comes in pages, newest or oldest first; an amended note keeps its place', async () => {
    const member = await newMember();
    const ids: string[] = [];
    for (let n = 1; n <= 22; n += 1) {
      ids.push((await write(newNote(member, { text: `Note ${n}` }))).id);
      clock.advance(60_000);
    }
    await write(newNote(member, { text: 'Note 2, amended', amends: { id: ids[1] ?? '', reason: 'More' } }));
    expect((await texts(member)).slice(0, 2)).toEqual(['Note 22', 'Note 21']);
    expect(await texts(member, '?page=1')).toEqual(['Note 2, amended', 'Note 1']);
    expect((await texts(member, '?sort=OLDEST')).slice(0, 3)).toEqual(['Note 1', 'Note 2, amended', 'Note 3']);
    expect(await historyOf(member, '?page=9')).toMatchObject({ content: [], totalElements: 22 });
  });

  test('LAST leaves out what was neither written nor amended in the last 30 days', async () => {
    const member = await newMember();
    const old = await write(newNote(member, { text: 'Old' }));
    await write(newNote(member, { text: 'Old and left' }));
    clock.advance(30 * dayMs);
    expect(await texts(member, '?filter=LAST')).toHaveLength(2);
    clock.advance(1);
    await write(newNote(member, { text: 'Old, amended', amends: { id: old.id, reason: 'More' } }));
    await write(newNote(member, { text: 'New' }));
    expect(await texts(member, '?filter=LAST')).toEqual(['New', 'Old, amended']);
    expect(await texts(member)).toHaveLength(3);
  });

  test('an author who has left since is named as ever', async () => {
    const member = await newMember();
    const left = await harness.createUser(tenant, { roles: ['nurse'], familyName: 'Gone' });
    await write(newNote(member), left);
    await harness.asOwner("update vigil.users set is_in_the_tenant = false, roles = '{tenant_admin}' where id = $1", [left.id]);
    expect((await historyOf(member)).content[0]?.author).toMatchObject({ lastName: 'Gone' });
  });
});

describe('who may', () => {
  const about = async () => {
    const member = await newMember();
    const note = await write(newNote(member));
    return { member, note, history: `${pathOf(member)}/notes/history`, last: `${pathOf(member)}/note/last` };
  };

  test('members read the notes about themselves and write none; observers read; administrators neither', async () => {
    const { member, note, history, last } = await about();
    const observer = await harness.createUser(tenant, { roles: ['observer'] });
    const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
    for (const [person, status] of [
      [member, 200],
      [observer, 200],
      [admin, 403],
      [await newMember(), 403],
    ] as const) {
      for (const url of [history, last]) expect((await call('GET', url, person)).status).toBe(status);
      expect((await post(newNote(member), person)).status).toBe(403);
    }
    expect((await historyOf(member, '', member)).content).toEqual([note]);
  });

  test('another tenant’s staff find neither the member nor the notes, under whichever tenant they ask', async () => {
    const { member, note } = await about();
    const elsewhere = await harness.createTenant();
    const foreign = await harness.createUser(elsewhere, { roles: ['nurse'] });
    const own = await newMember(elsewhere);
    for (const of of [tenant, elsewhere])
      expect((await call('GET', `${pathOf(member, of)}/notes/history`, foreign)).body.error.code).toBe('not_found');
    expect((await post(newNote(member), foreign)).body.error.code).toBe('not_found');
    expect((await post(newNote(own, { amends: { id: note.id, reason: 'x' } }), foreign)).body.error.code).toBe('not_found');
    expect((await call('GET', `${pathOf(own, tenant)}/notes/history`, foreign)).body.error.code).toBe('not_found');
    const [seen] = await database.tenant(elsewhere.id, (sql) => sql.query<{ n: number }>('select count(*)::int as n from vigil.notes'));
    expect(seen?.n).toBe(0);
  });

  test('staff out of scope neither read nor write, where a tenant shows them only their own members', async () => {
    const assigned = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const [member, staff] = [await newMember(assigned), await harness.createUser(assigned, { roles: ['nurse'] })];
    for (const { body } of [await call('GET', `${pathOf(member, assigned)}/notes/history`, staff), await post(newNote(member), staff)])
      expect(body.error.code).toBe('no_access_to_user');
  });

  test('every read and write stands in the audit log with the member, a refused one too, and never with the text', async () => {
    const { member, history, last } = await about();
    const observer = await harness.createUser(tenant, { roles: ['observer'] });
    for (const url of [history, last]) await call('GET', url, observer);
    await post(newNote(member, { text: 'Private words' }), observer);
    await post(newNote(member, { text: ' ' }));
    const rows = await harness.asOwner<{ endpoint: string; actor_id: string; status: number; whole: string }>(
      'select endpoint, actor_id, status, l::text as whole from vigil.audit_log l where tenant_id = $1 and $2 = any(members) order by sequence',
      [tenant.id, member.id],
    );
    expect(rows.map(({ endpoint, actor_id, status }) => [endpoint, actor_id, status])).toEqual([
      ['notary.postNote', nurse.id, 200],
      ['notary.getHistory', observer.id, 200],
      ['notary.getLast', observer.id, 200],
    ]);
    const refused = await harness.asOwner<{ actor_id: string; status: number }>(
      `select actor_id, status from vigil.audit_log where tenant_id = $1 and endpoint = 'notary.postNote' and actor_id = $2`,
      [tenant.id, observer.id],
    );
    expect(refused).toEqual([{ actor_id: observer.id, status: 403 }]);
    expect(rows.some(({ whole }) => whole.includes('Private words'))).toBe(false);
  });
});
