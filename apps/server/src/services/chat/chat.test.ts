import { randomUUID } from 'node:crypto';
import { type ChatConversation, type ChatMessage, chatMessage } from '@vigil/contract/chat.contract';
import { editableMs, longestMessageText, mostMessagesAMinute } from '@vigil/contract/chat.values';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

/* Conversations over HTTP, through every module as the server wires them, on the real PostgreSQL. */
const harness = await useHarness();
const { asOwner, clock, createTenant, createUser, database } = harness;
const server = await startModules(harness);
afterAll(() => server.stop());

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, by: { id: string }, payload?: unknown) {
  const answer = await server.http.inject({
    method,
    url: path.startsWith('/') ? path : `/chat/api/v1/${path}`,
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? undefined : answer.json() };
}
const outcome = ({ status, body }: Awaited<ReturnType<typeof call>>) => `${status} ${body.error?.code ?? ''}`.trim();

const messageOf = (text: string, id: string = randomUUID()) => ({ id, text });
const post = (to: { id: string }, by: { id: string }, text: string, id?: string) =>
  call('POST', `conversations/${to.id}/messages`, by, messageOf(text, id));
async function say(to: { id: string }, by: { id: string }, text: string, id?: string): Promise<ChatMessage> {
  const answer = await post(to, by, text, id);
  expect(answer.body.error).toBeUndefined();
  return chatMessage.parse(answer.body);
}
const page = async (of: { id: string }, by: { id: string }, query = '') =>
  (await call('GET', `conversations/${of.id}/messages${query}`, by)).body;
const texts = async (of: { id: string }, by: { id: string }, query = '') =>
  (await page(of, by, query)).messages.map((one: ChatMessage) => one.text);
const unread = async (by: { id: string }): Promise<[string, number][]> =>
  (await call('GET', 'conversations/unread', by)).body.conversations.map((one: ChatConversation) => [one.conversationId, one.unread]);

const assign = (tenant: TestTenant, member: TestUser, clinician: TestUser) =>
  asOwner(
    `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
     values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
    [tenant.id, member.id, clinician.id],
  );

let tenant: TestTenant;
let nurse: TestUser;
let coach: TestUser;
let member: TestUser;
beforeEach(async () => {
  tenant = await createTenant();
  nurse = await createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
  coach = await createUser(tenant, { roles: ['coach'], givenName: 'Cora', familyName: 'Coach' });
  member = await createUser(tenant, { givenName: 'Mia', familyName: 'Member' });
  await assign(tenant, member, nurse);
  clock.advance(120_000);
});

describe('a message', () => {
  test('is kept as it was typed, with who sent it, and everybody of the conversation reads it', async () => {
    const sent = await say(member, nurse, '  <b>How</b> are you?\n🙂  ');
    expect(sent).toEqual({
      ...{ messageId: sent.messageId, conversationId: member.id, sequence: 1, kind: 'text', text: '<b>How</b> are you?\n🙂' },
      ...{ files: [], notice: null, createdAt: clock.now(), editedAt: null, withdrawnAt: null, reactions: [], isUnread: false },
      sender: { userId: nurse.id, nickname: 'Nora Nurse, RN', label: 'RN' },
    });
    const seen = await page(member, member);
    expect(seen).toMatchObject({ lastSequence: 1, readSequence: 0, hasBefore: false, hasAfter: false });
    expect(seen.messages).toEqual([{ ...sent, isUnread: true }]);
    const answer = await say(member, member, 'Better.');
    expect(answer.sender).toEqual({ userId: member.id, nickname: 'Mia Member', label: null });
    expect(await texts(member, nurse)).toEqual(['<b>How</b> are you?\n🙂', 'Better.']);
  });

  test('sent again, also at the same time, is stored once and answered alike', async () => {
    const id = randomUUID();
    const answers = await Promise.all([
      post(member, nurse, 'Once', id),
      post(member, nurse, 'Once', id.toUpperCase()),
      post(member, nurse, 'Once', id),
    ]);
    answers.push(await post(member, nurse, 'Once', id));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await texts(member, nurse)).toEqual(['Once']);
    expect(outcome(await post(member, nurse, 'Another', id))).toBe('409 conflict');
    expect(outcome(await post(member, coach, 'Once', id))).toBe('409 conflict');
    expect(await texts(member, nurse)).toEqual(['Once']);
  });

  test('gets the next number without a gap, however many write at the same time', async () => {
    const people = [nurse, coach, member];
    await Promise.all(Array.from({ length: 24 }, (_, index) => post(member, people[index % 3] as TestUser, `${index}`)));
    const { messages } = await page(member, nurse, '?after=0');
    const { messages: rest } = await page(member, nurse, '?after=20');
    expect([...messages, ...rest].map((one: ChatMessage) => one.sequence)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  });

  test.each([
    ['nothing', '   ', 'text'],
    ['too much', 'x'.repeat(longestMessageText + 1), 'text'],
    ['half a character', '\ud83d', 'text'],
    ['a NUL', 'a\0b', 'text'],
  ])('that says %s is refused by its field', async (_name, text, field) => {
    const answer = await post(member, nurse, text);
    expect([outcome(answer), answer.body.error.fields[0].field]).toEqual(['400 invalid_input', field]);
    expect(await texts(member, nurse)).toEqual([]);
  });

  test('of 10,000 characters is taken, and the 61st of a minute has to wait', async () => {
    await say(member, nurse, 'x'.repeat(longestMessageText));
    for (let sent = 1; sent < mostMessagesAMinute; sent += 1) await say(member, nurse, `${sent}`);
    const refused = await post(member, nurse, 'One more');
    expect([outcome(refused), refused.headers['retry-after']]).toEqual(['429 too_many_requests', '60']);
    expect((await post(member, coach, 'Others may')).status).toBe(200);
    clock.advance(60_001);
    expect((await post(member, nurse, 'One more')).status).toBe(200);
  });

  test('names files that were uploaded for it, or is refused by the first that was not', async () => {
    const answer = await call('POST', `conversations/${member.id}/messages`, nurse, { id: randomUUID(), files: [randomUUID()] });
    expect([outcome(answer), answer.body.error.fields[0].field]).toEqual(['400 invalid_input', 'files.0']);
  });
});

describe('a page', () => {
  beforeEach(async () => {
    for (let number = 1; number <= 45; number += 1) {
      clock.advance(2_000);
      await say(member, nurse, `${number}`);
    }
  });
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

  test.each([
    ['is the last 20', '', 26, 45, true, false],
    ['before a place', '?before=26', 6, 25, true, true],
    ['before the sixth', '?before=6', 1, 5, false, true],
    ['after a place', '?after=20', 21, 40, true, true],
    ['after the fortieth', '?after=40', 41, 45, true, false],
  ])('%s', async (_name, query, from, to, hasBefore, hasAfter) => {
    const found = await page(member, nurse, query);
    expect(found.messages.map((one: ChatMessage) => one.text)).toEqual(numbers(from, to));
    expect([found.hasBefore, found.hasAfter, found.lastSequence]).toEqual([hasBefore, hasAfter, 45]);
  });

  test('around a message or a time has ten on each side', async () => {
    const [target] = (await page(member, nurse, '?before=21')).messages.slice(-1);
    expect(await texts(member, nurse, `?target=${target.messageId}`)).toEqual(numbers(10, 30));
    expect(await texts(member, nurse, `?time=${target.createdAt}`)).toEqual(numbers(10, 30));
    expect(await texts(member, nurse, `?time=${clock.now() + 1}`)).toEqual(numbers(35, 45));
    expect(outcome(await call('GET', `conversations/${member.id}/messages?target=${randomUUID()}`, nurse))).toBe('404 not_found');
    expect(outcome(await call('GET', `conversations/${member.id}/messages?before=3&after=1`, nurse))).toBe('400 invalid_input');
  });
});

describe('its author', () => {
  test('edits and withdraws for 24 hours; what it said stays in the record', async () => {
    const { messageId } = await say(member, nurse, 'Frist');
    const path = `conversations/${member.id}/messages/${messageId}`;
    clock.advance(editableMs - 1_000);
    expect((await call('PUT', path, nurse, { text: 'First' })).body).toMatchObject({
      text: 'First',
      editedAt: clock.now(),
      withdrawnAt: null,
    });
    expect((await call('DELETE', path, nurse)).body).toMatchObject({ text: null, withdrawnAt: clock.now() });
    // Because no answer came.
    expect((await call('DELETE', path, nurse)).status).toBe(200);
    expect(outcome(await call('PUT', path, nurse, { text: 'Back' }))).toBe('409 conflict');
    expect(await texts(member, member)).toEqual([null]);
    const kept = await asOwner<{ text: string }>('select text from vigil.chat_message_versions where message_id = $1 order by version', [
      messageId,
    ]);
    expect(kept.map(({ text }) => text)).toEqual(['Frist', 'First']);
    // The same sent again is still the same.
    expect((await post(member, nurse, 'Frist', messageId)).body).toMatchObject({ text: null, sequence: 1 });
  });

  test('and nobody else, and not later', async () => {
    const { messageId } = await say(member, nurse, 'Mine');
    const path = `conversations/${member.id}/messages/${messageId}`;
    for (const other of [coach, member]) {
      expect(outcome(await call('PUT', path, other, { text: 'Not yours' }))).toBe('409 conflict');
      expect(outcome(await call('DELETE', path, other))).toBe('409 conflict');
    }
    clock.advance(editableMs + 1);
    expect(outcome(await call('PUT', path, nurse, { text: 'Late' }))).toBe('409 conflict');
    expect(await texts(member, nurse)).toEqual(['Mine']);
    await expect(
      database.tenant(tenant.id, (sql) => sql.query('delete from vigil.chat_messages where tenant_id = $1', [tenant.id])),
    ).rejects.toThrow();
  });

  test('reactions are given once by each, and one without anybody is not there', async () => {
    const { messageId } = await say(member, nurse, 'Well done');
    const path = `conversations/${member.id}/messages/${messageId}/reactions`;
    await call('PUT', `${path}/heart`, member);
    await call('PUT', `${path}/heart`, member);
    const given = await call('PUT', `${path}/heart`, coach);
    expect(given.body.reactions).toEqual([{ key: 'heart', userIds: [member.id, coach.id].sort(), updatedAt: clock.now() }]);
    await call('DELETE', `${path}/heart`, coach);
    expect((await call('DELETE', `${path}/heart`, member)).body.reactions).toEqual([]);
    expect(outcome(await call('PUT', `${path}/unheard_of`, member))).toBe('400 invalid_input');
  });
});

describe('what is unread', () => {
  test('is counted anew each time, of others’ messages behind the place that was read', async () => {
    await say(member, member, 'Hello');
    await say(member, member, 'Anybody there?');
    expect(await unread(nurse)).toEqual([[member.id, 2]]);
    expect((await call('PUT', `conversations/${member.id}/read`, nurse, { sequence: 1 })).body).toEqual({ readSequence: 1, unread: 1 });
    expect((await call('PUT', `conversations/${member.id}/read`, nurse, { sequence: 0 })).body).toEqual({ readSequence: 1, unread: 1 });
    expect((await call('PUT', `conversations/${member.id}/read`, nurse, { sequence: 99 })).body).toEqual({ readSequence: 2, unread: 0 });
    expect(await unread(nurse)).toEqual([]);
    await say(member, nurse, 'Yes');
    expect(await unread(nurse)).toEqual([]);
    expect(await unread(member)).toEqual([[member.id, 1]]);
  });

  test('stands in the bell by conversation, and is one truth with it', async () => {
    await say(member, member, 'Very private');
    await say(member, member, 'Second');
    const bell = async () => (await call('GET', `/notification/api/v1/users/${nurse.id}/items`, nurse)).body;
    const first = await bell();
    expect(first.badges.messages).toBe(1);
    expect(first.items).toEqual([
      {
        ...{ id: member.id, type: 'messages', description: 'New message', patientId: member.id, createdAt: clock.now() / 1000 },
        ...{ clicked: false, title: null, startsAt: null, news: null, handoffId: null },
      },
    ]);
    // What came after the bell was looked at stays unread.
    await say(member, member, 'Third');
    const mark = await call('PUT', `/notification/api/v1/users/${nurse.id}/items/read`, nurse, { type: 'messages', asOf: first.asOf });
    expect(mark.body).toEqual({ read: 1 });
    expect(await unread(nurse)).toEqual([[member.id, 1]]);
    await call('PUT', `conversations/${member.id}/read`, nurse, { sequence: 3 });
    expect((await bell()).badges.messages).toBe(0);
    const pushes = await asOwner<{ description: string; user_ids: string[] }>(
      "select description, user_ids from vigil.pushes where tenant_id = $1 and content_type = 'MESSAGE'",
      [tenant.id],
    );
    expect(pushes).toEqual(Array.from({ length: 3 }, () => ({ description: 'New message', user_ids: [nurse.id] })));
  });
});

describe('who takes part', () => {
  const participants = async (by: TestUser) =>
    (await call('GET', `conversations/${member.id}`, by)).body.participants.map((one: { userId: string }) => one.userId).sort();

  test('follows assignments at once, and whoever wrote hears the answer', async () => {
    await say(member, member, 'Hello');
    expect(await participants(member)).toEqual([member.id, nurse.id].sort());
    expect(await unread(coach)).toEqual([]);
    await assign(tenant, member, coach);
    expect(await participants(member)).toEqual([member.id, nurse.id, coach.id].sort());
    expect(await unread(coach)).toEqual([[member.id, 1]]);
    await asOwner('delete from vigil.care_relations where patient_id = $1', [member.id]);
    await assign(tenant, member, nurse);
    expect(await unread(coach)).toEqual([]);
    await say(member, coach, 'I am standing in');
    await say(member, member, 'Thanks');
    // Everything that came before was never read.
    expect(await unread(coach)).toEqual([[member.id, 2]]);
  });

  test('a member whom nobody looks after is heard by the whole care team', async () => {
    const lonely = await createUser(tenant);
    await say(lonely, lonely, 'Hello?');
    expect(await unread(nurse)).toEqual([[lonely.id, 1]]);
    expect(await unread(coach)).toEqual([[lonely.id, 1]]);
  });

  test('where staff see only those assigned to them, nobody else reads, writes or is told', async () => {
    const strict = await createTenant({ settings: { access: { patients: 'assigned' } } });
    const [own, other] = await Promise.all([createUser(strict, { roles: ['nurse'] }), createUser(strict, { roles: ['nurse'] })]);
    const patient = await createUser(strict);
    await assign(strict, patient, own);
    await say(patient, patient, 'Hello');
    expect(await unread(own)).toEqual([[patient.id, 1]]);
    expect(await unread(other)).toEqual([]);
    for (const answer of [
      await call('GET', `conversations/${patient.id}/messages`, other),
      await post(patient, other, 'Hello'),
      await call('PUT', `conversations/${patient.id}/draft`, other, { text: 'Hello' }),
      await call('POST', 'search', other, { text: 'hello', conversationId: patient.id }),
    ])
      expect([outcome(answer), answer.body.error.message]).toEqual(['403 no_access_to_user', "You don't have access to this user."]);
    expect((await call('POST', 'search', other, { text: 'hello' })).body.hits).toEqual([]);
    await asOwner('delete from vigil.care_relations where patient_id = $1', [patient.id]);
    expect(outcome(await post(patient, own, 'Still there?'))).toBe('403 no_access_to_user');
    expect(await unread(own)).toEqual([]);
  });

  test.each([
    ['an observer', ['observer']],
    ['an administrator', ['tenant_admin']],
  ] as const)('%s takes no part', async (_name, roles) => {
    const other = await createUser(tenant, { roles: [...roles] });
    await say(member, nurse, 'Hello');
    for (const [method, path, body] of [
      ['GET', 'conversations', undefined],
      ['GET', 'conversations/unread', undefined],
      ['GET', `conversations/${member.id}`, undefined],
      ['GET', `conversations/${member.id}/messages`, undefined],
      ['POST', `conversations/${member.id}/messages`, messageOf('Hello')],
      ['POST', 'search', { text: 'hello' }],
    ] as const)
      expect(outcome(await call(method, path, other, body))).toBe('403 forbidden');
  });

  test('another member, and another tenant, get as far as with any other call', async () => {
    const neighbour = await createUser(tenant);
    const abroad = await createUser(await createTenant(), { roles: ['nurse'] });
    await say(member, nurse, 'Hello');
    expect(outcome(await call('GET', `conversations/${member.id}/messages`, neighbour))).toBe('403 no_access_to_user');
    expect(outcome(await call('GET', `conversations/${member.id}/messages`, abroad))).toBe('404 not_found');
    expect(outcome(await call('GET', `conversations/${randomUUID()}/messages`, nurse))).toBe('404 not_found');
  });

  test('a held member reads, and does not write; a discharged one gets nothing more', async () => {
    await say(member, nurse, 'Hello');
    await asOwner('update vigil.users set is_on_hold = true where id = $1', [member.id]);
    harness.bus.publish('user.changed', { tenantId: tenant.id, userId: member.id });
    const other = await createUser(tenant, { isOnHold: true });
    await say(other, nurse, 'Hello');
    expect(await texts(other, other)).toEqual(['Hello']);
    expect((await call('GET', `conversations/${other.id}`, other)).body.conversation.silent).toBe('on_hold');
    expect((await call('PUT', `conversations/${other.id}/read`, other, { sequence: 1 })).body.readSequence).toBe(1);
    expect(outcome(await post(other, other, 'Hello'))).toBe('403 account_on_hold');
    expect((await call('GET', `conversations/${other.id}`, nurse)).body.participants).toContainEqual(
      expect.objectContaining({ userId: other.id, standing: 'on_hold' }),
    );
    const gone = await createUser(tenant, { isInTheTenant: false });
    expect(outcome(await post(gone, nurse, 'Hello'))).toBe('409 conflict');
    expect((await call('GET', `conversations/${gone.id}`, nurse)).body.conversation.silent).toBe('left');
  });

  test('reads and writes of a member’s conversation stand in the audit log', async () => {
    await say(member, nurse, 'Hello');
    await page(member, coach);
    const rows = await asOwner<{ endpoint: string; actor_id: string }>(
      'select endpoint, actor_id from vigil.audit_log where tenant_id = $1 and $2 = any(members) order by sequence',
      [tenant.id, member.id],
    );
    expect(rows).toEqual([
      { endpoint: 'chat.postMessage', actor_id: nurse.id },
      { endpoint: 'chat.listMessages', actor_id: coach.id },
    ]);
  });
});

describe('a tenant that switches chat off', () => {
  test('takes no messages and tells of none; what was written is still read', async () => {
    const off = await createTenant({ settings: { tenant: { chat: 'OFF' } } });
    const [staff, patient, admin] = await Promise.all([
      createUser(off, { roles: ['nurse'] }),
      createUser(off),
      createUser(off, { roles: ['tenant_admin'] }),
    ]);
    await asOwner(
      "insert into vigil.chat_conversations (tenant_id, id, kind, member_id, created_at, last_sequence, last_message_at) values ($1, $2, 'member', $2, now(), 1, now())",
      [off.id, patient.id],
    );
    await asOwner(
      "insert into vigil.chat_messages (tenant_id, conversation_id, sequence, id, kind, sender_id, text, created_at) values ($1, $2, 1, gen_random_uuid(), 'text', $2, 'Of before', now())",
      [off.id, patient.id],
    );
    expect(outcome(await post(patient, staff, 'Hello'))).toBe('403 forbidden');
    expect(outcome(await call('POST', 'members/messages', admin, { id: randomUUID(), userIds: [patient.id], text: 'Hello' }))).toBe(
      '403 forbidden',
    );
    expect(await texts(patient, staff)).toEqual(['Of before']);
    expect((await call('GET', `conversations/${patient.id}`, staff)).body.conversation.silent).toBe('chat_off');
    expect((await call('GET', `/notification/api/v1/users/${staff.id}/items`, staff)).body.badges.messages).toBe(0);
  });
});

describe('conversations of the staff', () => {
  test('of two exist once, whoever begins; nobody else finds them', async () => {
    const begin = (by: TestUser, userId: string) => call('POST', 'conversations', by, { kind: 'direct', id: randomUUID(), userId });
    const [one, two] = await Promise.all([begin(nurse, coach.id), begin(coach, nurse.id)]);
    expect(one.body.conversationId).toBe(two.body.conversationId);
    expect([one.body.title, two.body.title]).toEqual(['Cora Coach, HC', 'Nora Nurse, RN']);
    const direct = { id: one.body.conversationId };
    await say(direct, nurse, 'About tomorrow');
    expect(await unread(coach)).toEqual([[direct.id, 1]]);
    const other = await createUser(tenant, { roles: ['md'] });
    expect(outcome(await call('GET', `conversations/${direct.id}/messages`, other))).toBe('404 not_found');
    expect(outcome(await post(direct, other, 'Hello'))).toBe('404 not_found');
    expect((await call('POST', 'search', other, { text: 'tomorrow' })).body.hits).toEqual([]);
    expect(outcome(await begin(nurse, member.id))).toBe('404 not_found');
    expect(outcome(await begin(nurse, nurse.id))).toBe('400 invalid_input');
    // The place of a member’s conversation is nobody else’s.
    expect(outcome(await call('POST', 'conversations', nurse, { kind: 'direct', id: member.id, userId: other.id }))).toBe('409 conflict');
    expect(outcome(await begin(member, nurse.id))).toBe('403 forbidden');
  });

  test('a group has whoever is named, and loses who is not any more', async () => {
    const other = await createUser(tenant, { roles: ['specialist'] });
    const id = randomUUID();
    const group = { kind: 'group', id, title: 'Night shift', userIds: [coach.id, other.id] };
    const made = await call('POST', 'conversations', nurse, group);
    expect(made.body).toMatchObject({ conversationId: id, kind: 'group', title: 'Night shift' });
    expect((await call('POST', 'conversations', nurse, group)).body.conversationId).toBe(id);
    await say({ id }, nurse, 'Welcome');
    expect(await unread(other)).toEqual([[id, 1]]);
    expect((await call('PUT', `conversations/${id}`, coach, { title: 'Day shift', userIds: [nurse.id, coach.id] })).body.title).toBe(
      'Day shift',
    );
    expect(await unread(other)).toEqual([]);
    expect(outcome(await call('GET', `conversations/${id}/messages`, other))).toBe('404 not_found');
    expect(outcome(await call('PUT', `conversations/${id}`, other, { title: 'Mine', userIds: [other.id] }))).toBe('404 not_found');
  });

  test('of a care team has whoever is in the team now', async () => {
    const team = randomUUID();
    await asOwner('insert into vigil.care_teams (tenant_id, id, name, created_at, changed_at) values ($1, $2, $3, now(), now())', [
      tenant.id,
      team,
      'North',
    ]);
    const join = (user: TestUser) =>
      asOwner("insert into vigil.care_team_people (tenant_id, care_team_id, user_id, side) values ($1, $2, $3, 'CLINICIAN')", [
        tenant.id,
        team,
        user.id,
      ]);
    await join(nurse);
    const id = randomUUID();
    expect((await call('POST', 'conversations', nurse, { kind: 'group', id, title: 'North', careTeamId: team })).status).toBe(200);
    await say({ id }, nurse, 'Hello');
    expect(outcome(await call('GET', `conversations/${id}/messages`, coach))).toBe('404 not_found');
    await join(coach);
    expect(await unread(coach)).toEqual([[id, 1]]);
    expect(
      outcome(await call('POST', 'conversations', nurse, { kind: 'group', id: randomUUID(), title: 'South', careTeamId: randomUUID() })),
    ).toBe('404 not_found');
  });
});

describe('drafts and search', () => {
  test('a draft is kept for its author alone, until it is sent or emptied', async () => {
    const draftOf = async (by: TestUser) => (await call('GET', `conversations/${member.id}`, by)).body.draft;
    await call('PUT', `conversations/${member.id}/draft`, nurse, { text: ' Half wri' });
    expect(await draftOf(nurse)).toEqual({ text: ' Half wri', updatedAt: clock.now() });
    expect(await draftOf(coach)).toBeNull();
    await say(member, nurse, 'Half written');
    expect(await draftOf(nurse)).toBeNull();
    await call('PUT', `conversations/${member.id}/draft`, nurse, { text: 'Again' });
    await call('PUT', `conversations/${member.id}/draft`, nurse, { text: '' });
    expect(await draftOf(nurse)).toBeNull();
  });

  test('messages are found by the beginnings of their words, the newest first, and not what was withdrawn', async () => {
    await say(member, nurse, 'Please measure your blood pressure');
    clock.advance(1_000);
    await say(member, member, 'My pressure is 120/80, señor');
    const { messageId } = await say(member, nurse, 'pressure pressure');
    await call('DELETE', `conversations/${member.id}/messages/${messageId}`, nurse);
    const find = async (text: string, by = nurse) =>
      (await call('POST', 'search', by, { text })).body.hits.map((one: { message: ChatMessage }) => one.message.text);
    expect(await find('PRESS')).toEqual(['My pressure is 120/80, señor', 'Please measure your blood pressure']);
    expect(await find('blood press')).toEqual(['Please measure your blood pressure']);
    expect(await find('120/80')).toEqual(['My pressure is 120/80, señor']);
    expect(await find('señ', member)).toEqual(['My pressure is 120/80, señor']);
    expect(await find("');--")).toEqual([]);
    expect(await find('!&|:*')).toEqual([]);
  });
});

describe('an administrator’s message to members', () => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' });
  });

  test('reaches each in the own conversation, tells apart whom it did not, and reaches nobody twice', async () => {
    const gone = await createUser(tenant, { isInTheTenant: false });
    const foreign = await createUser(await createTenant());
    const message = { id: randomUUID(), userIds: [member.id, gone.id, foreign.id, nurse.id], text: 'We are closed on Friday' };
    const first = await call('POST', 'members/messages', admin, message);
    expect(first.body.sent).toEqual([member.id]);
    expect(Object.fromEntries(first.body.failed.map((one: { userId: string; code: string }) => [one.userId, one.code]))).toEqual({
      [gone.id]: 'conflict',
      [foreign.id]: 'not_found',
      [nurse.id]: 'not_found',
    });
    expect((await call('POST', 'members/messages', admin, message)).body.sent).toEqual([member.id]);
    const { messages } = await page(member, member);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      kind: 'system',
      text: 'We are closed on Friday',
      isUnread: true,
      sender: { userId: null, nickname: 'Ada Admin, Admin', label: 'ICM' },
    });
    expect(outcome(await call('GET', `conversations/${member.id}/messages`, admin))).toBe('403 forbidden');
    expect(outcome(await call('POST', 'members/messages', nurse, message))).toBe('403 forbidden');
  });
});

describe('what the platform says', () => {
  test('stands in the conversation once its cause is committed, and only then', async () => {
    const notice = { type: 'call_missed', name: null, time: null } as const;
    const { say: tell } = server.modules;
    await database.tenant(tenant.id, (sql) => tell(sql, tenant.id, { conversationId: member.id, notice, isQuiet: false }));
    await database
      .tenant(tenant.id, async (sql) => {
        await tell(sql, tenant.id, { conversationId: member.id, notice, isQuiet: false });
        throw new Error('undone');
      })
      .catch(() => {});
    await database.tenant(tenant.id, (sql) =>
      tell(sql, tenant.id, { conversationId: member.id, notice: { type: 'assigned', name: 'Nora Nurse', time: null }, isQuiet: true }),
    );
    const { messages } = await page(member, nurse);
    expect(messages.map((one: ChatMessage) => [one.sequence, one.kind, one.notice?.type, one.sender.label, one.isUnread])).toEqual([
      [1, 'system', 'call_missed', 'ICM', true],
      [2, 'system', 'assigned', 'ICM', false],
    ]);
    expect(await unread(nurse)).toEqual([[member.id, 1]]);
  });

  test('tells who looks after the member from now on, where somebody has written; nobody has to read it', async () => {
    const admin = await createUser(tenant, { roles: ['tenant_admin'] });
    const primary = `/registry/api/v1/users/${coach.id}/patients/${member.id}`;
    expect(outcome(await call('PUT', primary, admin))).toBe('200');
    expect((await page(member, nurse)).messages).toEqual([]);
    await say(member, member, 'Hello');
    expect(outcome(await call('DELETE', primary, admin))).toBe('200');
    expect(outcome(await call('PUT', primary, admin))).toBe('200');
    expect((await page(member, member)).messages.map((one: ChatMessage) => [one.notice?.type, one.notice?.name, one.isUnread])).toEqual([
      [undefined, undefined, false],
      ['unassigned', 'Cora Coach', false],
      ['assigned', 'Cora Coach', false],
    ]);
    expect(await unread(nurse)).toEqual([[member.id, 1]]);
  });
});

describe('what is held about a person', () => {
  const chatData = () => server.modules.privacy.allPersonalData.find(({ tables }) => 'chat_messages' in tables);
  const person = () => ({ tenantId: tenant.id, userId: member.id });
  async function exported(name: string): Promise<unknown[]> {
    const file = (await chatData()?.exportOf?.(person()))?.find((one) => one.name === name);
    const chunks: string[] = [];
    for await (const chunk of file?.content ?? []) chunks.push(String(chunk));
    return JSON.parse(chunks.join('')) as unknown[];
  }

  test('is in an export, with what was replaced; an erasure leaves nothing of it, and is refused where none was decided', async () => {
    const { messageId } = await say(member, member, 'Frist');
    await call('PUT', `conversations/${member.id}/messages/${messageId}`, member, { text: 'First' });
    await call('PUT', `conversations/${member.id}/messages/${messageId}/reactions/heart`, nurse);
    await call('PUT', `conversations/${member.id}/draft`, member, { text: 'Half' });
    await call('PUT', `conversations/${member.id}/read`, member, { sequence: 1 });
    expect(await exported('chat-messages.json')).toMatchObject([
      { messageId, author: 'Mia Member', text: 'First', replaced: [{ text: 'Frist' }], reactions: [{ key: 'heart', by: nurse.id }] },
    ]);
    expect(await exported('chat-drafts.json')).toMatchObject([{ text: 'Half' }]);
    expect(await exported('chat-reads.json')).toMatchObject([{ readUpTo: 1 }]);
    await expect(chatData()?.erase?.(person(), 'record')).rejects.toThrow();
    await asOwner(
      `insert into vigil.erasures (tenant_id, id, user_id, requested_by, requested_at, due_at, decided_by, decided_at, contact_erased_at, record_erased_at)
       values ($1, gen_random_uuid(), $2, $2, now(), now(), $2, now(), now(), now())`,
      [tenant.id, member.id],
    );
    await chatData()?.erase?.(person(), 'contact');
    await chatData()?.erase?.(person(), 'record');
    expect(await exported('chat-messages.json')).toEqual([]);
    for (const table of ['conversations', 'people', 'messages', 'message_versions', 'reactions', 'reads', 'drafts', 'changes'])
      expect(await asOwner(`select 1 from vigil.chat_${table} where tenant_id = $1`, [tenant.id])).toEqual([]);
  });
});
