import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { publish } from '#server/services/notification/index.ts';
import { readPushes } from '#server/services/notification/testing/push-reader.ts';
import { hasRedis } from '#server/testing/redis-server.ts';
import { type Colleague, colleagues, connect, talking } from './chat.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createTenant, type Tenant } from './home.ts';
import { progress } from './report.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

const people = 250;
const connections = 1_000;
const pushes = 100;

/** What two servers tell each other, and what they hold. `scale` 1 is a thousand connections. */
export async function benchNodes(scale: number): Promise<Figure[]> {
  if (!hasRedis()) return [];
  const two = await startTwoServers();
  try {
    progress('nodes: signing in');
    const made = await two.atWork(async (place) => {
      const tenant = await createTenant(place.stores.database);
      return { tenant, people: await colleagues(place, tenant, Math.ceil(people * scale)) };
    });
    const urls = two.servers.map(({ url }) => url);
    return [
      ...(await idleStreams(two, made.tenant, made.people, Math.ceil(connections * scale))),
      ...(await pushesTold(two, made.tenant, made.people)),
      ...(await talking(urls, made.people, Math.ceil(connections * scale), 'nodes.message_between_two')),
      ...(await backAfterKill(two, made.people, Math.ceil(connections * scale))),
    ];
  } finally {
    await two.stop();
  }
}

const streamOf = (url: string, tenant: Tenant, { userId, token }: Colleague) =>
  readPushes(`${url}/notification/akka_actor/api/v1/subscribe/tenant/${tenant.id}/user/${userId}/sse`, {
    authorization: `Bearer ${token}`,
  });

/** Memory of one server with that many push streams and nothing told, above what it has without. */
async function idleStreams(
  { servers: [, server] }: TwoServers,
  tenant: Tenant,
  staff: readonly Colleague[],
  count: number,
): Promise<Figure[]> {
  progress(`nodes: ${count} idle streams`);
  // What the first streams bring along (code, pools, answers that are kept) is none of the others'.
  const streams = await Promise.all(staff.slice(0, 20).map((one) => streamOf(server.url, tenant, one)));
  const before = await memoryOf(server.pid);
  const opened = streams.length;
  try {
    while (streams.length < opened + count) {
      const from = streams.length;
      const some = Array.from({ length: Math.min(50, opened + count - from) }, (_, index) => staff[(from + index) % staff.length]);
      streams.push(...(await Promise.all(some.flatMap((one) => (one ? streamOf(server.url, tenant, one) : [])))));
    }
    await pause(5_000);
    return [figure(`nodes.idle_streams_${count}`, (await memoryOf(server.pid)) - before, 'MB', 64)];
  } finally {
    for (const stream of streams) stream.close();
  }
}

/** Resident megabytes after a collection of garbage. */
async function memoryOf(pid: number): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    process.kill(pid, 'SIGUSR2');
    await pause(1_000);
  }
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** From the writing of a push to the bell that shows it, at a server that did not write it. */
async function pushesTold(two: TwoServers, tenant: Tenant, staff: readonly Colleague[]): Promise<Figure[]> {
  progress('nodes: pushes');
  const [one] = staff as readonly [Colleague, ...Colleague[]];
  const { url } = two.servers[1];
  const stream = await streamOf(url, tenant, one);
  const times = await two.atWork(async ({ stores: { database } }) => {
    const found: number[] = [];
    for (let number = 0; number < pushes; number += 1) {
      const from = performance.now();
      const to = { userIds: [one.userId] };
      const push = { tenantId: tenant.id, to, contentType: 'ACTION', patientId: null, description: 'An action' } as const;
      await database.tenant(tenant.id, (sql) => publish(sql, push));
      await stream.until(number + 1);
      const answer = await fetch(`${url}/notification/api/v1/users/${one.userId}/items`, {
        headers: { authorization: `Bearer ${one.token}` },
      });
      if (!answer.ok) throw new Error(`The bell was answered with ${answer.status}`);
      await answer.arrayBuffer();
      found.push(performance.now() - from);
    }
    return found;
  });
  stream.close();
  return [
    figure('nodes.push_to_bell_p50', percentile(times, 0.5), 'ms'),
    figure('nodes.push_to_bell_p99', percentile(times, 0.99), 'ms', 1_000),
  ];
}

/** Everybody is connected, half of them to each server; one is killed, and its people come to the other as browsers do. */
async function backAfterKill({ servers: [stays, dies] }: TwoServers, staff: readonly Colleague[], count: number): Promise<Figure[]> {
  progress(`nodes: ${count} connections and a kill`);
  const sockets: Socket[] = [];
  const tokenOf = (index: number) => (staff[index % staff.length] as Colleague).token;
  try {
    for (let from = 0; from < count; from += 50)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - from) }, (_, index) =>
            connect((from + index) % 2 === 0 ? stays.url : dies.url, tokenOf(from + index)),
          ),
        )),
      );
    const cut = sockets.map((socket, index) => ({ socket, index })).filter(({ index }) => index % 2 === 1);
    const back = cut.map(
      ({ socket, index }) =>
        new Promise<void>((resolve) => socket.once('disconnect', () => void comeBack(stays.url, tokenOf(index), sockets).then(resolve))),
    );
    const from = performance.now();
    await dies.kill();
    await Promise.all(back);
    return [figure(`nodes.back_after_kill_of_${count}`, (performance.now() - from) / 1000, 's', 10)];
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

/** Waits as the portal does, half a second to one and a half, and longer where it is refused. */
async function comeBack(url: string, token: string, sockets: Socket[]): Promise<void> {
  for (let delayMs = 1_000; ; delayMs = Math.min(2 * delayMs, 10_000)) {
    await pause(delayMs * (0.5 + Math.random()));
    const socket = await connect(url, token).catch(() => undefined);
    if (socket) return void sockets.push(socket);
  }
}
