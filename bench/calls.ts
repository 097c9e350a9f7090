import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Workplace } from '#server/operator/workplace.ts';
import { type Colleague, colleagues } from './chat.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createTenant, type Tenant, withRooms } from './home.ts';
import { asOwner } from './population.ts';
import { progress } from './report.ts';
import { startServer } from './server-process.ts';

const people = 250;
const pagesEach = 2;
const callsBefore = 100_000;
const dialed = 250;
const everyMs = 100;

/** Calls from the click of one until the pages of the other are told. `scale` 1 is 250 people and as many calls. */
export async function benchCalls(scale: number): Promise<Figure[]> {
  const server = await startServer();
  const pages: Page[] = [];
  try {
    const staff = await withRooms(server, async (place) => {
      const tenant = await createTenant(place.stores.database);
      progress('calls: signing in');
      const found = await colleagues(place, tenant, Math.ceil(people * scale));
      await pastCalls(place, tenant, found, Math.ceil(callsBefore * scale));
      return found;
    });
    progress('calls: connecting');
    for (const one of staff) pages.push(...(await Promise.all(Array.from({ length: pagesEach }, () => connect(server.url, one)))));
    progress('calls: dialing');
    const times: Times[] = [];
    const underWay: Promise<void>[] = [];
    for (let n = -10; n < Math.ceil(dialed * scale); n += 1) {
      // Neighbours call each other, in pairs that come around again once both are long done.
      const pair = ((n + 10) * 2) % (staff.length - 1);
      underWay.push(
        callOnce(server.url, pages.slice(pair * pagesEach, (pair + 2) * pagesEach)).then((found) => {
          if (n >= 0) times.push(found);
        }),
      );
      await pause(everyMs);
    }
    await Promise.all(underWay);
    const row = (name: keyof Times, targetMs: number) => {
      const sorted = times.map((one) => one[name]);
      return [
        figure(`calls.${name}_p50`, percentile(sorted, 0.5), 'ms'),
        figure(`calls.${name}_p95`, percentile(sorted, 0.95), 'ms', targetMs),
      ];
    };
    return [...row('ring', 500), ...row('accepted', 1_000), ...row('silent', 1_000), ...row('signal', 500)];
  } finally {
    for (const { socket } of pages) socket.disconnect();
    await server.stop();
  }
}

/** Milliseconds each. */
interface Times {
  readonly ring: number;
  readonly accepted: number;
  readonly silent: number;
  readonly signal: number;
}

interface Page extends Colleague {
  readonly socket: Socket;
  readonly deviceId: string;
}

async function connect(url: string, one: Colleague): Promise<Page> {
  const socket = io(url, {
    path: '/chat/socket',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: one.token },
  });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', reject);
  });
  const deviceId = randomUUID();
  await socket.timeout(10_000).emitWithAck('call:ready', { deviceId });
  return { ...one, socket, deviceId };
}

/** One call from the first page of the one to the first of the other, whose second page rings as well. */
async function callOnce(url: string, [caller, , callee, second]: readonly Page[]): Promise<Times> {
  if (!caller || !callee || !second) throw new Error('There are too few people for a call');
  const callId = randomUUID();
  const state = (page: Page, wanted: string) =>
    told(page, 'call:changed', ({ call }) => call?.callId === callId && call.callState === wanted);

  const rings = since(state(callee, 'ringing'));
  const alsoRings = state(second, 'ringing');
  await call(url, caller, 'POST', 'calls', { callId, calleeId: callee.userId, memberId: null, isVideoCall: false });
  const ring = await rings;
  await alsoRings;

  const accepted = since(state(caller, 'established'));
  const silent = since(state(second, 'ended'));
  await call(url, callee, 'POST', `calls/${callId}/acceptance`, {});
  const found = { ring, accepted: await accepted, silent: await silent };

  const heard = since(told(callee, 'call:signals', (content) => content.callId === callId));
  await call(url, caller, 'POST', `calls/${callId}/signals`, { signals: [{ kind: 'offer', data: 'x'.repeat(6_000) }] });
  const signal = await heard;
  await call(url, callee, 'PUT', `calls/${callId}/end`, {});
  return { ...found, signal };
}

async function since(happens: Promise<void>): Promise<number> {
  const from = performance.now();
  await happens;
  return performance.now() - from;
}

interface Told {
  readonly callId?: string;
  readonly call?: { readonly callId: string; readonly callState: string };
}

function told({ socket }: Page, event: string, isIt: (content: Told) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${event} was not told`)), 15_000);
    const listen = (content: Told) => {
      if (!isIt(content)) return;
      clearTimeout(late);
      socket.off(event, listen);
      resolve();
    };
    socket.on(event, listen);
  });
}

async function call(url: string, { token, deviceId }: Page, method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/calls/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deviceId, ...body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`A call was answered with ${answer.status}: ${text}`);
}

/** Calls that are long over, of everybody with everybody. */
async function pastCalls({ stores }: Workplace, { id: tenantId }: Tenant, staff: readonly Colleague[], count: number): Promise<void> {
  progress('calls: writing');
  await stores.database.tenant(tenantId, (sql) =>
    sql.query(
      `insert into vigil.calls (tenant_id, id, caller_id, callee_id, is_video, state, caller_device_id, callee_device_id, caller_video, callee_video,
         started_at, accepted_at, connected_at, ended_at, end_result, changed_at)
       select $1, gen_random_uuid(), one.id, other.id, false, 'ended', gen_random_uuid(), gen_random_uuid(), false, false,
         past.at, past.at, past.at, past.at + interval '5 minutes', 'completed', past.at
       from generate_series(1, $3::int) as n,
         lateral (select ($2::uuid[])[1 + n % $4::int] as id) one,
         lateral (select ($2::uuid[])[1 + (n + 1 + n / $4::int % ($4::int - 1)) % $4::int] as id) other,
         lateral (select now() - make_interval(mins => 60 + n) as at) past
       where one.id <> other.id`,
      [tenantId, staff.map(({ userId }) => userId), count, staff.length],
    ),
  );
  await asOwner(stores, (owners) =>
    owners.global(async (sql) => {
      // As autovacuum does within a minute. VACUUM may not stand in a transaction: it is ended first.
      await sql.query('commit');
      await sql.query('vacuum (analyze) vigil.calls');
    }),
  );
}
