import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { createUser } from '#server/operator/people.ts';
import type { Workplace } from '#server/operator/workplace.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, type Tenant, withRooms } from './home.ts';
import { asOwner } from './population.ts';
import { ask, type Question } from './questions.ts';
import { progress } from './report.ts';
import { startServer } from './server-process.ts';

/** One long conversation, and many that are read beside it: a million messages in all, of members whom one nurse looks after. */
const written = { long: 100_000, conversations: 900, each: 1_000 } as const;
/** Connections are of so many people. */
const live = { connections: 1_000, people: 250, messages: 600, everyMs: 25 } as const;
const asked = 100;

/** Conversations over HTTP and live. `scale` 1 is a million messages and a thousand connections. */
export async function benchChat(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    const made = await withRooms(server, async (place) => {
      const tenant = await createTenant(place.stores.database);
      const token = await signInNurse(place, tenant);
      const longId = await write(place, tenant, Math.ceil(written.conversations * scale));
      progress('chat: signing in');
      const tokens = await colleagues(place, tenant, Math.ceil(live.people * scale));
      return { token, longId, tokens };
    });
    const figures = await reading(server.url, made.token, made.longId, scale);
    figures.push(...(await talking([server.url], made.tokens, Math.ceil(live.connections * scale), 'chat.message')));
    return figures;
  } finally {
    await server.stop();
  }
}

async function reading(url: string, token: string, longId: string, scale: number): Promise<Figure[]> {
  progress('chat: asking');
  const figures: Figure[] = [];
  const page = (search: (n: number) => string): Question => ({
    path: (n) => `/chat/api/v1/conversations/${longId}/messages${search(n)}`,
    check: (answer) => expectCount('messages', answer, 20),
  });
  const find = (word: (n: number) => string): Question => ({
    path: () => '/chat/api/v1/search',
    body: (n) => ({ text: word(n) }),
    check: (answer) => expectCount('hits', answer, 1),
  });
  const questions: readonly (readonly [name: string, question: Question, targetMs: number])[] = [
    ['history_last', page(() => ''), 20],
    ['history_page', page((n) => `?before=${2_000 + n * 900}`), 20],
    // Words of one message in three, in a hundred, in ten thousand, and two that stand together now and then.
    ['search_common', find((n) => `word${n % 3}x`), 200],
    ['search_usual', find((n) => `word${200 + n}x`), 200],
    ['search_rare', find((n) => `rare${n % 100}x`), 200],
    ['search_together', find((n) => `word${n % 5}x word${100 + n}x`), 200],
    [
      'unread',
      {
        path: () => '/chat/api/v1/conversations/unread',
        check: (answer) => expectCount('conversations', answer, Math.min(100, written.conversations * scale)),
      },
      50,
    ],
  ];
  for (const [name, question, targetMs] of questions) {
    const times = await ask(url, token, question, asked);
    figures.push(figure(`chat.${name}_p50`, percentile(times, 0.5), 'ms'));
    figures.push(figure(`chat.${name}_p95`, percentile(times, 0.95), 'ms', targetMs));
  }
  return figures;
}

/**
 * From the sending of a message to its arrival at the other one’s page, while everybody is connected. People are at the servers in
 * turn, so that with two of them those who write to each other are at different ones.
 */
export async function talking(urls: readonly string[], people: readonly Colleague[], count: number, name: string): Promise<Figure[]> {
  progress(`${name}: ${count} connections`);
  const urlOf = (index: number) => urls[(index % people.length) % urls.length] ?? '';
  const sockets: Socket[] = [];
  const arrived = new Map<string, () => void>();
  try {
    for (let from = 0; from < count; from += 50)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - from) }, (_, index) =>
            connect(urlOf(from + index), (people[(from + index) % people.length] as Colleague).token, arrived),
          ),
        )),
      );
    const pairs = await Promise.all(
      people.slice(0, 50).map((one, index) => pair(urlOf(index), one, people[(index + 1) % people.length] as Colleague)),
    );
    const times: number[] = [];
    const underWay: Promise<void>[] = [];
    for (let n = -20; n < live.messages; n += 1) {
      const { url, token, conversationId } = pairs[(n + 50) % pairs.length] as (typeof pairs)[number];
      underWay.push(
        send(url, token, conversationId, arrived).then((ms) => {
          if (n >= 0) times.push(ms);
        }),
      );
      await pause(live.everyMs);
    }
    await Promise.all(underWay);
    return [
      figure(`${name}_with_${count}_connected_p50`, percentile(times, 0.5), 'ms'),
      figure(`${name}_with_${count}_connected_p99`, percentile(times, 0.99), 'ms', 100),
    ];
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

export interface Colleague {
  readonly userId: string;
  readonly token: string;
}

export function connect(url: string, token: string, arrived: ReadonlyMap<string, () => void> = new Map()): Promise<Socket> {
  const socket = io(url, { path: '/chat/socket', transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });
  socket.on('chat:message', ({ message, unread }: { message: { messageId: string }; unread: number }) => {
    // The sender’s own pages are told as well; the figure is the other one’s.
    if (unread > 0) arrived.get(message.messageId)?.();
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

async function pair(url: string, one: Colleague, other: Colleague) {
  const answer = await post(url, one.token, 'conversations', { kind: 'direct', id: randomUUID(), userId: other.userId });
  return { url, token: one.token, conversationId: (answer as { conversationId: string }).conversationId };
}

async function send(url: string, token: string, conversationId: string, arrived: Map<string, () => void>): Promise<number> {
  const id = randomUUID();
  const from = performance.now();
  const isThere = new Promise<number>((resolve) => arrived.set(id, () => resolve(performance.now() - from)));
  await post(url, token, `conversations/${conversationId}/messages`, { id, text: 'How is the night going?' });
  const ms = await Promise.race([isThere, pause(10_000, Number.NaN)]);
  if (Number.isNaN(ms)) throw new Error('A message did not arrive');
  return ms;
}

async function post(url: string, token: string, path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/chat/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`A call of chat was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

export async function colleagues(place: Workplace, tenant: Tenant, count: number): Promise<Colleague[]> {
  const found: Colleague[] = [];
  for (let number = 0; number < count; number += 1) {
    const email = `coach${number}@${tenant.code}.example`;
    const person = { email, givenName: 'Synthetic', familyName: `Coach ${number}`, roles: ['coach'] };
    await createUser(place, { ...tenant, displayName: null, timeZone: null }, person);
    const token = await place.modules.identity.issueToken({ email, tenantCode: tenant.code });
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { extension_healthId: string };
    found.push({ userId: claims.extension_healthId, token });
  }
  return found;
}

/** Messages of members and the nurse in turn, a few seconds apart, of words that stand as often as those of a language do. Answers the long conversation. */
async function write({ stores }: Workplace, { id: tenantId }: Tenant, conversations: number): Promise<string> {
  const { database } = stores;
  progress('chat: writing');
  const [longId = '', ...others] = await createMembers(database, tenantId, conversations + 1);
  await database.tenant(tenantId, async (sql) => {
    await sql.query(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       select $1, m.id, n.id, 'PRIMARY', 'DIRECT_ASSIGNMENT', now() from vigil.users m, vigil.users n
       where m.roles @> '{patient}' and n.roles @> '{nurse}'`,
      [tenantId],
    );
    await sql.query(
      `insert into vigil.chat_conversations (tenant_id, id, kind, member_id, created_at, last_sequence, last_message_at)
       select $1, one.id, 'member', one.id, now(), one.count, now() - make_interval(secs => one.place)
       from unnest($2::uuid[], $3::int[]) with ordinality as one (id, count, place)`,
      [tenantId, [longId, ...others], [written.long, ...others.map(() => written.each)]],
    );
  });
  for (const [ids, count] of [[[longId], written.long], ...chunks(others, 100).map((ids) => [ids, written.each] as const)] as const)
    await database.tenant(tenantId, (sql) =>
      sql.query(
        `insert into vigil.chat_messages (tenant_id, conversation_id, sequence, id, kind, sender_id, text, created_at)
         select $1, c.id, n, gen_random_uuid(), 'text', case when n % 2 = 0 then c.id else nurse.id end,
           (select string_agg('word' || floor(2000 * power(random(), 3))::int || 'x', ' ') from generate_series(1, 9 + n % 3))
             || case when random() < 0.01 then ' rare' || floor(random() * 100)::int || 'x' else '' end,
           now() - make_interval(secs => ($3::int - n) * 60 + 5)
         from unnest($2::uuid[]) as c (id), generate_series(1, $3::int) as n, (select id from vigil.users where roles @> '{nurse}') nurse`,
        [tenantId, ids, count],
      ),
    );
  await asOwner(stores, (owners) =>
    owners.global(async (sql) => {
      // As autovacuum does within a minute. VACUUM may not stand in a transaction: it is ended first.
      await sql.query('commit');
      for (const table of ['chat_messages', 'chat_conversations', 'care_relations']) await sql.query(`vacuum (analyze) vigil.${table}`);
    }),
  );
  return longId;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}

function expectCount(name: string, answer: unknown, least: number): void {
  const found = (answer as Record<string, readonly unknown[]>)[name]?.length ?? 0;
  if (found < least) throw new Error(`An answer has ${found} ${name}, and at least ${least} were to be there`);
}
