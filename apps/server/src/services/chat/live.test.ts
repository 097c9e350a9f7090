import { randomUUID } from 'node:crypto';
import { type ChatServerEvent, chatServerEvents, chatSocketPath } from '@vigil/contract/chat.events';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { createChangesStore } from './changes.store.ts';

/* The live connection, through every module as the server wires them; two processes are two of everything over one PostgreSQL. */
const harness = await useHarness();
const { asOwner, createTenant, createUser, database } = harness;
const [server, second] = await Promise.all([startModules(harness), startModules(harness)]);
const [url, secondUrl] = await Promise.all([server.listen(), second.listen()]);
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => Promise.all([server.stop(), second.stop()]));

interface Told {
  readonly event: ChatServerEvent;
  // biome-ignore lint/suspicious/noExplicitAny: what was told is compared with what was expected.
  readonly content: any;
}

/** A page of somebody’s: connected, or refused with a code. */
async function connect(by: { id: string }, at = url, auth: object = { token: by.id }) {
  const socket = io(at, { path: chatSocketPath, transports: ['websocket'], reconnection: false, forceNew: true, auth });
  open.push(socket);
  const told: Told[] = [];
  for (const event of Object.keys(chatServerEvents) as ChatServerEvent[])
    socket.on(event, (content: unknown) => told.push({ event, content: chatServerEvents[event].parse(content) }));
  const refusal = await new Promise<string | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', (error) =>
      resolve((error as Error & { data?: { error: { code: string } } }).data?.error.code ?? error.message),
    );
  });
  return {
    socket,
    told,
    refusal,
    of: (event: ChatServerEvent) => told.filter((one) => one.event === event).map(({ content }) => content),
    ask: (event: string, sent: unknown) => socket.timeout(5_000).emitWithAck(event, sent),
  };
}
type Page = Awaited<ReturnType<typeof connect>>;
const watch = (page: Page, of: { id: string }) => page.ask('chat:watch', { conversationId: of.id });

async function call(method: 'GET' | 'POST' | 'PUT', path: string, by: { id: string }, payload?: unknown) {
  const answer = await server.http.inject({
    method,
    url: `/chat/api/v1/${path}`,
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return answer.json();
}
const say = (to: { id: string }, by: { id: string }, text: string) =>
  call('POST', `conversations/${to.id}/messages`, by, { id: randomUUID(), text });
const soon = (check: () => void, ms = 3_000) => vi.waitFor(check, { timeout: ms, interval: 10 });
const texts = (page: Page) => page.of('chat:message').map(({ message }) => message.text);

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
  [nurse, coach, member] = await Promise.all([
    createUser(tenant, { roles: ['nurse'] }),
    createUser(tenant, { roles: ['coach'] }),
    createUser(tenant),
  ]);
  await assign(tenant, member, nurse);
});

describe('a message', () => {
  test('reaches every open page of those who take part, and of whoever has it open; and nobody else', async () => {
    const neighbour = await createUser(tenant);
    const [first, other, watching, idle, own, stranger] = await Promise.all([
      connect(nurse),
      connect(nurse),
      connect(coach),
      connect(coach),
      connect(member),
      connect(neighbour),
    ]);
    expect(await watch(watching, member)).toEqual({ lastSequence: 0, online: expect.arrayContaining([member.id, nurse.id]) });
    const sent = await say(member, member, 'Hello');
    await soon(() => {
      for (const page of [first, other, watching])
        expect(page.of('chat:message')).toEqual([{ message: { ...sent, isUnread: true }, unread: 1 }]);
      expect(own.of('chat:message')).toEqual([{ message: sent, unread: 0 }]);
    });
    await call('PUT', `conversations/${member.id}/messages/${sent.messageId}`, member, { text: 'Hello!' });
    await soon(() => expect(texts(first)).toEqual(['Hello', 'Hello!']));
    expect([idle.told, stranger.told]).toEqual([[], []]);
    const onRecord = await asOwner<{ actor_id: string }>(
      "select distinct actor_id from vigil.audit_log where tenant_id = $1 and $2 = any(members) and endpoint = 'chat.listMessages'",
      [tenant.id, member.id],
    );
    expect(onRecord.map(({ actor_id }) => actor_id).sort()).toEqual([nurse.id, coach.id, member.id].sort());
  });

  test('that was not committed is never told', async () => {
    const page = await connect(nurse);
    await database
      .tenant(tenant.id, async (sql) => {
        await server.modules.say(sql, tenant.id, {
          conversationId: member.id,
          notice: { type: 'call_missed', name: null, time: null },
          isQuiet: false,
        });
        throw new Error('undone');
      })
      .catch(() => {});
    await say(member, member, 'Hello');
    await soon(() => expect(texts(page)).toEqual(['Hello']));
    expect(page.of('chat:message').map(({ message }) => message.sequence)).toEqual([1]);
  });

  test('is told by another process within a second or so, each once and in order, without Redis', async () => {
    const page = await connect(nurse, secondUrl);
    const numbers = Array.from({ length: 20 }, (_, index) => `${index + 1}`);
    for (const text of numbers) await say(member, member, text);
    await soon(() => expect(texts(page)).toHaveLength(20), 5_000);
    expect(texts(page)).toEqual(numbers);
  });

  test('how far somebody has read is told to whoever has the conversation open, and to the reader’s other pages', async () => {
    await say(member, member, 'Hello');
    const [own, other] = await Promise.all([connect(nurse), connect(member)]);
    await watch(other, member);
    await call('PUT', `conversations/${member.id}/read`, nurse, { sequence: 1 });
    const told = [{ conversationId: member.id, userId: nurse.id, readSequence: 1 }];
    await soon(() => expect([own.of('chat:read'), other.of('chat:read')]).toEqual([told, told]));
  });
});

describe('a change that is committed late', () => {
  test('is not passed over by whoever has read on from a later one', async () => {
    const store = createChangesStore(database);
    const insert = (id: string) =>
      [
        "insert into vigil.chat_changes (tenant_id, id, conversation_id, kind, sequence) values ($1, $2, $1, 'message', 1)",
        [tenant.id, id],
      ] as const;
    const [early, late] = [randomUUID(), randomUUID()];
    const before = await store.last();
    let commit = () => {};
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = database.tenant(tenant.id, async (sql) => {
      await sql.query(...insert(early));
      begun();
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await isBegun;
    await database.tenant(tenant.id, (sql) => sql.query(...insert(late)));
    const own = (changes: readonly { tenantId: string; id: string; position: number }[]) =>
      changes.filter((one) => one.tenantId === tenant.id);
    const [first] = own(await store.after(before));
    expect(first?.id).toBe(late);
    commit();
    await slow;
    expect(own(await store.after(first?.position ?? 0)).map(({ id }) => id)).toEqual([early]);
  });
});

describe('who is refused by a call', () => {
  /** What the call for the same says, as its error code. */
  const byCall = async (by: { id: string }, of: { id: string }) => ({
    read: (await call('GET', `conversations/${of.id}`, by)).error?.code ?? 'let in',
    write: (await call('PUT', `conversations/${of.id}/draft`, by, { text: '' })).error?.code ?? 'let in',
  });
  const bySocket = async (by: { id: string }, of: { id: string }) => {
    const page = await connect(by);
    if (page.refusal) return { read: page.refusal, write: page.refusal };
    const codeOf = async (event: string) => (await page.ask(event, { conversationId: of.id })).error?.code ?? 'let in';
    const read = await codeOf('chat:watch');
    return { read, write: await codeOf('chat:typing') };
  };

  test.each([
    ['a nurse', async () => nurse],
    ['the member', async () => member],
    ['a member on hold', async () => createUser(tenant, { isOnHold: true })],
    ['a coach on hold', async () => createUser(tenant, { roles: ['coach'], isOnHold: true })],
    ['an observer', async () => createUser(tenant, { roles: ['observer'] })],
    ['an administrator', async () => createUser(tenant, { roles: ['tenant_admin'] })],
    ['a discharged nurse', async () => createUser(tenant, { roles: ['nurse'], isInTheTenant: false })],
    ['a holder of a denied role', async () => createUser(tenant, { roles: ['system_admin'] })],
    ['a nurse of another tenant', async () => createUser(await createTenant(), { roles: ['nurse'] })],
    ['another member', async () => createUser(tenant)],
    ['nobody', async () => ({ id: 'nobody' })],
  ])('is refused over the connection: %s', async (_name, make) => {
    const by = await make();
    expect(await bySocket(by, member)).toEqual(await byCall(by, member));
    expect(await bySocket(by, { id: randomUUID() })).toEqual(await byCall(by, { id: randomUUID() }));
    const { conversationId } = await call('POST', 'conversations', nurse, { kind: 'direct', id: randomUUID(), userId: coach.id });
    expect(await bySocket(by, { id: conversationId })).toEqual(await byCall(by, { id: conversationId }));
  });

  test('also where staff see only those assigned to them', async () => {
    const strict = await createTenant({ settings: { access: { patients: 'assigned' } } });
    const [one, another, patient] = await Promise.all([
      createUser(strict, { roles: ['nurse'] }),
      createUser(strict, { roles: ['nurse'] }),
      createUser(strict),
    ]);
    await assign(strict, patient, one);
    for (const by of [one, another, patient]) expect(await bySocket(by, patient)).toEqual(await byCall(by, patient));
    expect((await bySocket(another, patient)).read).toBe('no_access_to_user');
  });

  test('without a token, with one that is no text, or with words instead of ids', async () => {
    expect((await connect(nurse, url, {})).refusal).toBe('unauthenticated');
    expect((await connect(nurse, url, { token: { id: nurse.id } })).refusal).toBe('unauthenticated');
    expect((await connect(nurse, url, { token: nurse.id, tenantId: randomUUID() })).refusal).toBe('forbidden');
    const page = await connect(nurse);
    for (const sent of [undefined, null, 'x', { conversationId: 'x' }, { conversationId: { $ne: 1 } }, []])
      for (const event of ['chat:watch', 'chat:unwatch', 'chat:typing'])
        expect((await page.ask(event, sent)).error.code).toBe('invalid_input');
  });

  test('whoever asks without an end is told to wait', async () => {
    const page = await connect(nurse);
    const answers = await Promise.all(Array.from({ length: 80 }, () => page.ask('chat:unwatch', { conversationId: member.id })));
    expect(answers.filter((one) => one.error?.code === 'too_many_requests')).toHaveLength(20);
  });
});

test('what cannot be told at once is told once the database answers again, once', async () => {
  let isAway = false;
  const away = () => Promise.reject(new Error('The database is away'));
  const flaky = { ...database, tenant: ((...asked) => (isAway ? away() : database.tenant(...asked))) as typeof database.tenant };
  const third = await startModules({ ...harness, database: flaky });
  try {
    const page = await connect(nurse, await third.listen());
    isAway = true;
    await say(member, member, 'While it was away');
    await new Promise((over) => setTimeout(over, 1_500));
    expect(texts(page)).toEqual([]);
    isAway = false;
    await soon(() => expect(texts(page)).toEqual(['While it was away']), 6_000);
  } finally {
    await third.stop();
  }
});

describe('what is lost while the page is open', () => {
  test('the member: nothing more arrives, and the page is told why', async () => {
    const strict = await createTenant({ settings: { access: { patients: 'assigned' } } });
    const [one, patient] = await Promise.all([createUser(strict, { roles: ['nurse'] }), createUser(strict)]);
    await assign(strict, patient, one);
    const page = await connect(one);
    await watch(page, patient);
    await say(patient, patient, 'Before');
    await soon(() => expect(texts(page)).toEqual(['Before']));
    await asOwner('delete from vigil.care_relations where patient_id = $1', [patient.id]);
    server.modules.bus.publish('assignments.changed', { tenantId: strict.id, userId: one.id });
    await soon(() =>
      expect(page.of('chat:refused')).toEqual([
        { conversationId: patient.id, error: { code: 'no_access_to_user', message: "You don't have access to this user." } },
      ]),
    );
    const own = await connect(patient);
    await say(patient, patient, 'After');
    await soon(() => expect(texts(own)).toEqual(['After']));
    expect(texts(page)).toEqual(['Before']);
  });

  test('the member, because staff see only those assigned to them from now on; who is assigned reads on', async () => {
    const [page, beside] = await Promise.all([connect(coach), connect(nurse)]);
    await Promise.all([watch(page, member), watch(beside, member)]);
    await asOwner(`update vigil.tenants set settings = '{"access": {"patients": "assigned"}}' where id = $1`, [tenant.id]);
    server.modules.bus.publish('settings.changed', { tenantId: tenant.id });
    await soon(() => expect(page.of('chat:refused')).toMatchObject([{ error: { code: 'no_access_to_user' } }]));
    for (const one of [page, beside]) expect(one.of('chat:conversation')).toEqual([{ conversationId: null }]);
    await say(member, member, 'After');
    await soon(() => expect(texts(beside)).toEqual(['After']));
    expect([texts(page), beside.of('chat:refused')]).toEqual([[], []]);
  });

  test('the member, without anybody having told the page: the next message is kept from it', async () => {
    const strict = await createTenant({ settings: { access: { patients: 'assigned' } } });
    const [one, patient] = await Promise.all([createUser(strict, { roles: ['nurse'] }), createUser(strict)]);
    await assign(strict, patient, one);
    const page = await connect(one);
    await watch(page, patient);
    await asOwner('delete from vigil.care_relations where patient_id = $1', [patient.id]);
    await say(patient, patient, 'After');
    await soon(() => expect(page.of('chat:refused')).toHaveLength(1));
    expect(texts(page)).toEqual([]);
  });

  test('the right to write: those who have a conversation with somebody open ask anew how they stand', async () => {
    const [held, other] = await Promise.all([createUser(tenant), createUser(tenant)]);
    await assign(tenant, held, nurse);
    const [own, beside, elsewhere] = await Promise.all([connect(held), connect(nurse), connect(nurse)]);
    await Promise.all([watch(own, held), watch(beside, held), watch(elsewhere, other)]);
    await asOwner('update vigil.users set is_on_hold = true where id = $1', [held.id]);
    server.modules.bus.publish('user.changed', { tenantId: tenant.id, userId: held.id });
    for (const page of [own, beside]) await soon(() => expect(page.of('chat:conversation')).toEqual([{ conversationId: held.id }]));
    expect([elsewhere.of('chat:conversation'), own.socket.connected]).toEqual([[], true]);
  });

  test('the role or the tenant: the connection ends', async () => {
    const page = await connect(nurse);
    await asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [nurse.id]);
    server.modules.bus.publish('user.changed', { tenantId: tenant.id, userId: nurse.id });
    await soon(() => expect(page.socket.connected).toBe(false));
    expect(page.of('chat:ended').map(({ error }) => error.code)).toEqual(['forbidden']);
  });
});

describe('what is gone with the moment', () => {
  test('who is typing is told to the others who have it open, in every place, and stored nowhere', async () => {
    const [writer, other, idle] = await Promise.all([connect(nurse), connect(member), connect(coach)]);
    await Promise.all([watch(writer, member), watch(other, member)]);
    expect(await writer.ask('chat:typing', { conversationId: member.id })).toEqual({});
    await soon(() => expect(other.of('chat:typing')).toEqual([{ conversationId: member.id, userId: nurse.id }]));
    expect([writer.of('chat:typing'), idle.of('chat:typing')]).toEqual([[], []]);
  });

  test('who comes and goes is told to those who have a conversation with them open', async () => {
    const page = await connect(nurse);
    expect((await watch(page, member)).online).toEqual([nurse.id]);
    const own = await connect(member);
    const told = (isOnline: boolean) => ({ conversationId: member.id, userId: member.id, isOnline });
    await soon(() => expect(page.of('chat:presence')).toEqual([told(true)]));
    const again = await connect(member);
    own.socket.disconnect();
    await watch(again, member);
    expect(page.of('chat:presence')).toEqual([told(true)]);
    again.socket.disconnect();
    await soon(() => expect(page.of('chat:presence')).toEqual([told(true), told(false)]));
  });
});
