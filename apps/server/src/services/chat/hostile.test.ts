import { randomUUID } from 'node:crypto';
import { longestMessageText, mostMessagesAMinute } from '@vigil/contract/chat.values';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

/* What somebody sends who means no good, or whose program is broken: through every module, on the real PostgreSQL. */
const harness = await useHarness();
const { asOwner, clock, createTenant, createUser } = harness;
const server = await startModules(harness);
afterAll(() => server.stop());

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, by: { id: string }, payload?: unknown) {
  const answer = await server.http.inject({
    method,
    url: `/chat/api/v1/${path}`,
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  });
  const body = answer.json();
  return { status: answer.statusCode, body, outcome: `${answer.statusCode} ${body.error?.code ?? ''}`.trim() };
}
const say = (to: { id: string }, by: { id: string }, text: string) =>
  call('POST', `conversations/${to.id}/messages`, by, { id: randomUUID(), text });
const fieldsOf = ({ body }: Awaited<ReturnType<typeof call>>) => [
  ...new Set(body.error?.fields?.map(({ field }: { field: string }) => field)),
];

let tenant: TestTenant;
let nurse: TestUser;
let coach: TestUser;
let md: TestUser;
let member: TestUser;
beforeEach(async () => {
  tenant = await createTenant();
  [nurse, coach, md, member] = await Promise.all([
    createUser(tenant, { roles: ['nurse'] }),
    createUser(tenant, { roles: ['coach'] }),
    createUser(tenant, { roles: ['md'] }),
    createUser(tenant),
  ]);
  clock.advance(120_000);
});

describe('an id that is taken', () => {
  test('is refused for a direct conversation, also where several are begun under it at once', async () => {
    const group = { kind: 'group', id: randomUUID(), title: 'Ward', userIds: [coach.id] };
    expect((await call('POST', 'conversations', nurse, group)).status).toBe(200);
    expect((await call('POST', 'conversations', nurse, { kind: 'direct', id: group.id, userId: md.id })).outcome).toBe('409 conflict');
    const id = randomUUID();
    const begun = await Promise.all(
      [coach, md].map((other) => call('POST', 'conversations', nurse, { kind: 'direct', id, userId: other.id })),
    );
    expect(begun.map(({ outcome }) => outcome).sort()).toEqual(['200', '409 conflict']);
  });

  test('lets nobody into a group that was made under it, also where it was made a moment ago', async () => {
    const id = randomUUID();
    const group = (title: string, ...others: TestUser[]) => ({ kind: 'group', id, title, userIds: others.map((one) => one.id) });
    const made = await Promise.all([
      call('POST', 'conversations', nurse, group('Ward', coach)),
      ...Array.from({ length: 10 }, () => call('POST', 'conversations', md, group('Mine', md))),
    ]);
    const people = await asOwner<{ user_id: string }>('select user_id from vigil.chat_people where conversation_id = $1', [id]);
    const ofWinner = made[0]?.status === 200 ? [coach.id, nurse.id] : [md.id];
    expect(people.map(({ user_id }) => user_id).sort()).toEqual(ofWinner.sort());
  });
});

describe('a text', () => {
  test('of a hundred thousand characters is refused with the limit, and one of ten thousand is taken however it is written', async () => {
    const long = await say(member, nurse, 'a'.repeat(100_000));
    expect([long.outcome, fieldsOf(long)]).toEqual(['400 invalid_input', ['text']]);
    expect(long.body.error.message).toContain(String(longestMessageText));
    const escaped = `{"id":"${randomUUID()}","text":"${'\\ud83d\\ude00'.repeat(longestMessageText)}"}`;
    expect((await call('POST', `conversations/${member.id}/messages`, nurse, escaped)).body.text).toBe('😀'.repeat(longestMessageText));
  });

  test.each([
    ['zero-width characters', '\u200b\u200d\ufeff'],
    ['marks without a letter', '\u0301\u0301'],
    ['letters that are drawn as nothing', '\u3164\u115f'],
    ['directions', '\u202e\u2066'],
  ])('in which nothing can be read is no message and no name: %s', async (_name, text) => {
    expect(fieldsOf(await say(member, nurse, text))).toEqual(['text']);
    const group = { kind: 'group', id: randomUUID(), title: text, userIds: [coach.id] };
    expect(fieldsOf(await call('POST', 'conversations', nurse, group))).toEqual(['title']);
    const { body } = await say(member, nurse, 'Seen');
    expect(fieldsOf(await call('PUT', `conversations/${member.id}/messages/${body.messageId}`, nurse, { text }))).toEqual(['text']);
  });

  test.each(['Ward\nAda Admin', 'Ward\u0007', 'Ward \u202edraW', 'Ward\u2028Ada Admin'])('%j names no group', async (title) => {
    const group = { kind: 'group', id: randomUUID(), title, userIds: [coach.id] };
    expect(fieldsOf(await call('POST', 'conversations', nurse, group))).toEqual(['title']);
  });

  test('of emoji and of languages without spaces is a message', async () => {
    for (const text of ['👩🏽‍⚕️', '❤️', '田中さん', 'ابتسم', '½']) expect((await say(member, nurse, text)).body.text).toBe(text);
  });
});

test.each(['1_------------------------------------', `1_${'f'.repeat(36)}`, `1_${'0-'.repeat(18)}`])(
  '%s is the place of no page',
  async (before) => {
    expect((await call('GET', `conversations?before=${before}`, nurse)).outcome).toBe('400 invalid_input');
    expect((await call('POST', 'search', nurse, { text: 'aa', before })).outcome).toBe('400 invalid_input');
  },
);

test.each([
  ['SpO₂ was 91 %', ['SpO2', 'spo₂', 'SPO2 91']],
  ['Area 12 m²', ['m2', 'm²', '12 m²']],
  ['Cafe\u0301 at nine', ['café', 'cafe\u0301', 'CAFÉ']],
  ['Visit in İstanbul', ['İstanbul', 'visit ist']],
  ['120/80 and 1e5 a-b', ['120/80', '1e', 'a-b']],
])('%j is found however it is asked for', async (text, asked) => {
  await say(member, nurse, text);
  for (const one of asked) {
    const { body } = await call('POST', 'search', nurse, { text: one, conversationId: member.id });
    expect([one, body.hits?.length]).toEqual([one, 1]);
  }
  for (const none of ["zz' | 'a", "') or true --", ':* & !', '²²²'])
    expect((await call('POST', 'search', nurse, { text: none, conversationId: member.id })).body.hits).toEqual([]);
});

test('changes of messages count to the minute as messages do; taking back does not', async () => {
  const { body } = await say(member, nurse, 'First');
  const path = `conversations/${member.id}/messages/${body.messageId}`;
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => call('PUT', path, nurse, { text: `A ${index}` })));
  answers.push(...(await Promise.all(Array.from({ length: 30 }, (_, index) => call('PUT', path, nurse, { text: `B ${index}` })))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostMessagesAMinute - 1);
  expect((await say(member, nurse, 'More')).outcome).toBe('429 too_many_requests');
  expect((await call('DELETE', path, nurse)).status).toBe(200);
  clock.advance(61_000);
  expect((await say(member, nurse, 'Later')).status).toBe(200);
});

test('whoever asks for hundreds of things at once waits behind nobody but themselves', async () => {
  const answered: string[] = [];
  const ask = async (by: TestUser) => {
    expect((await call('GET', 'conversations', by)).status).toBe(200);
    answered.push(by.id);
  };
  await Promise.all([...Array.from({ length: 300 }, () => ask(nurse)), ask(coach)]);
  expect(answered.indexOf(coach.id)).toBeLessThan(100);
});

test('a group is renamed by nobody while chat is switched off', async () => {
  const group = { kind: 'group', id: randomUUID(), title: 'Ward', userIds: [coach.id] };
  await call('POST', 'conversations', nurse, group);
  await asOwner('update vigil.tenants set settings = $2 where id = $1', [tenant.id, { tenant: { chat: 'OFF' } }]);
  server.modules.bus.publish('settings.changed', { tenantId: tenant.id });
  const renamed = await call('PUT', `conversations/${group.id}`, nurse, { title: 'Other', userIds: [nurse.id, coach.id] });
  expect(renamed.outcome).toBe('403 forbidden');
});
