import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { bound, type Figure, figure } from './figure.ts';
import { type BandMember, createBandMembers, withStores } from './home.ts';
import { fire, type Shot } from './load.ts';
import { type ServerProcess, startServer } from './server-process.ts';

type Victim = 'server' | 'ticks engine' | 'postgres';

const victims: readonly Victim[] = [
  'server',
  'ticks engine',
  'server',
  'postgres',
  'server',
  'ticks engine',
  'server',
  'postgres',
  'server',
  'server',
];
const members = 8;
const ticksPerRequest = 500;
/** The first tick of all; each request has a stretch of seconds to itself. */
const startSeconds = 1_600_000_000;
/** Each kill waits for so many acknowledged requests of its round, or for so long. */
const requestsBeforeKill = 60;
const loadBeforeKillMs = 10_000;
const backWithinMs = 30_000;

/**
 * Kills the server, its ticks engine or its Postgres (SIGKILL) while bands are sending, ten times over one data directory,
 * and looks each time whether every tick that was acknowledged is there.
 */
export async function benchDurability(): Promise<Figure[]> {
  let server = await startServer();
  try {
    const bands = await createBandMembers(server, members);
    const acknowledged = bands.map(() => [] as number[]);
    let lost = 0;
    let next = 0;
    for (const victim of victims) {
      const loads = bands.map((band, index) =>
        sendUntilItFails(
          server.url,
          band,
          () => next++,
          (request) => acknowledged[index]?.push(request),
        ),
      );
      await acknowledgedMore(acknowledged, requestsBeforeKill);
      process.kill(pidOf(server, victim), 'SIGKILL');
      await Promise.all(loads);
      if (victim !== 'ticks engine') {
        await server.ended;
        server = await startServer(server);
      } else await untilBack(server.url);
      lost = await missing(server, bands, acknowledged);
      if (lost > 0) break;
    }
    const requests = acknowledged.reduce((sum, list) => sum + list.length, 0);
    return [
      figure('durability.kills', victims.length, 'kill -9'),
      figure('durability.acknowledged_ticks', requests * ticksPerRequest, 'ticks'),
      bound('durability.lost_ticks', lost, 'ticks', 0),
    ];
  } finally {
    await server.stop();
  }
}

/** Resolves once so many more requests have been acknowledged, or the time for it is over. */
async function acknowledgedMore(acknowledged: readonly (readonly number[])[], more: number): Promise<void> {
  const count = () => acknowledged.reduce((sum, list) => sum + list.length, 0);
  const enough = count() + more;
  const giveUpAt = performance.now() + loadBeforeKillMs;
  while (count() < enough && performance.now() < giveUpAt) await pause(5);
}

/** One request after the other until one is not acknowledged; notes those that were. */
async function sendUntilItFails(url: string, band: BandMember, take: () => number, acknowledge: (request: number) => void): Promise<void> {
  for (;;) {
    const request = take();
    const statuses = await fire(url, [shotOf(band, request)], 1).then(
      (result) => [...result.statuses.keys()],
      () => [] as number[],
    );
    const refused = statuses.find((status) => status >= 400 && status < 500 && status !== 429);
    if (refused !== undefined) throw new Error(`A band was refused with ${refused}: nothing is measured that way`);
    if (!statuses.includes(200)) return;
    acknowledge(request);
  }
}

function shotOf({ userId, token }: BandMember, request: number): Shot {
  const timestamps = Array.from({ length: ticksPerRequest }, (_, index) => startSeconds + request * ticksPerRequest + index);
  const values = timestamps.map((_, index) => 60 + (index % 60));
  const body = Buffer.from(JSON.stringify({ source: 'device', series: { heart_rate: { timestamps, values } } }));
  return { path: `/ticks-store/api/v1/users/${userId}/ticks`, token, contentType: 'application/json', body };
}

/** How many ticks of acknowledged requests cannot be found. */
async function missing(server: ServerProcess, bands: readonly BandMember[], acknowledged: readonly (readonly number[])[]): Promise<number> {
  return withStores(server, async ({ engine }) => {
    let lost = 0;
    for (const [index, { userId }] of bands.entries()) {
      const rows = await engine.query<{ request: number; ticks: number }>(
        `select toUInt32(intDiv(toUnixTimestamp(ts) - ${startSeconds}, ${ticksPerRequest})) as request, toUInt32(count()) as ticks
         from vigil.ticks final where user_id = {userId:UUID} group by request`,
        { userId },
        { lane: 'report' },
      );
      const found = new Map(rows.map(({ request, ticks }) => [Number(request), Number(ticks)]));
      for (const request of acknowledged[index] ?? []) lost += ticksPerRequest - (found.get(request) ?? 0);
    }
    return lost;
  });
}

function pidOf(server: ServerProcess, victim: Victim): number {
  if (victim === 'server') return server.pid;
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const line = children.find((child) =>
    victim === 'postgres' ? child.includes('postgres') && !child.includes('ticks') : child.includes('ticks'),
  );
  if (!line) throw new Error(`The ${victim} to be killed was not found`);
  return Number.parseInt(line, 10);
}

async function untilBack(url: string): Promise<void> {
  const giveUpAt = performance.now() + backWithinMs;
  while (performance.now() < giveUpAt) {
    const ready = await fetch(`${url}/readyz`).then((answer) => answer.ok);
    if (ready) return;
    await pause(100);
  }
  throw new Error('The ticks engine did not come back');
}
