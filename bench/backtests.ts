import { randomUUID } from 'node:crypto';
import type { TicksEngine } from '#server/platform/ticks/engine.ts';
import { defaultRules } from '../packages/domain/src/alerts/defaults.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, withRooms } from './home.ts';
import { progress } from './report.ts';
import { rollUp } from './rollups.ts';
import { startServer } from './server-process.ts';
import { mergesSettled } from './stored.ts';
import { dayMs } from './vitals.ts';

const days = 90;
/** The rule reaches back an hour before the first day. */
const storedDays = days + 1;
const membersAtOnce = 50;
const pollMs = 50;

/**
 * A rule about pulse at rest tried on 90 days of a thousand members and of one, over HTTP: until the first figures, and until the last.
 * Everybody's pulse comes by the minute; they walk some two hours a day and charge the band for one.
 */
export async function benchBacktests(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    const { token, userIds, candidate } = await withRooms(server, async (place) => {
      const { stores, modules } = place;
      const tenant = await createTenant(stores.database);
      const members = await createMembers(stores.database, tenant.id, Math.ceil(1_000 * scale));
      for (let from = 0; from < members.length; from += membersAtOnce)
        await giveReadings(stores.engine, tenant.id, members.slice(from, from + membersAtOnce));
      const [fromMs, metrics] = [endOfReadings() - storedDays * dayMs, ['heart_rate', 'steps', 'band_removed']];
      const scope = { tenantId: tenant.id, userIds: members, metrics, fromMs, toMs: endOfReadings() };
      await rollUp(stores.engine, { ...scope, membersAtOnce, daysAtOnce: 31 });
      await mergesSettled(stores.engine);
      const author = await stores.database.tenant(tenant.id, (sql) =>
        sql.query<{ id: string }>(
          `insert into vigil.users (tenant_id, roles, given_name, family_name) values ($1, '{md}', 'Synthetic', 'Author') returning id`,
          [tenant.id],
        ),
      );
      const rule = defaultRules.find(({ id }) => id === 'pulse-high');
      const ruleId = randomUUID();
      if (!rule || !author[0]) throw new Error('There is no rule to try');
      await modules.alertRules.create(tenant.id, author[0].id, { id: ruleId, title: rule.title, definition: rule.rule });
      return { token: await signInNurse(place, tenant), userIds: members, candidate: { ruleId, version: 1 } };
    });
    progress(`backtests: ${userIds.length} members`);
    const whole = await tryOn(server.url, token, { candidates: [candidate], days, userIds });
    const one: number[] = [];
    for (let n = 0; n < 9; n += 1)
      one.push((await tryOn(server.url, token, { candidates: [candidate], days, userIds: [userIds[n * 7] ?? ''] })).doneMs);
    return [
      figure(`backtest: ${days} days of ${userIds.length} members, until the first figures`, whole.firstMs, 'ms', 2_000),
      figure(`backtest: ${days} days of ${userIds.length} members`, whole.doneMs, 'ms', 10_000),
      figure(`backtest: ${days} days of one member, median`, percentile(one, 0.5), 'ms', 300),
    ];
  } finally {
    await server.stop();
  }
}

interface Told {
  readonly state: string;
  readonly membersDone: number;
}

async function tryOn(url: string, token: string, asked: object): Promise<{ firstMs: number; doneMs: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const id = randomUUID();
  const begun = performance.now();
  let answer = await fetch(`${url}/alerts/api/v1/backtests`, { method: 'POST', headers, body: JSON.stringify({ id, ...asked }) });
  let firstMs: number | undefined;
  for (;;) {
    if (!answer.ok) throw new Error(`The backtest answered ${answer.status}`);
    const { state, membersDone } = (await answer.json()) as Told;
    if (membersDone > 0) firstMs ??= performance.now() - begun;
    if (state === 'done') return { firstMs: firstMs ?? 0, doneMs: performance.now() - begun };
    if (state !== 'running') throw new Error(`The backtest is ${state}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    answer = await fetch(`${url}/alerts/api/v1/backtests/${id}`, { headers });
  }
}

/** The end of today. */
const endOfReadings = () => Math.floor(Date.now() / dayMs) * dayMs + dayMs;

/** Made where they are stored: through the door of intake they would take minutes, and they are not what is measured. */
async function giveReadings(engine: TicksEngine, tenantId: string, userIds: readonly string[]): Promise<void> {
  const end = endOfReadings();
  const rows = (metric: string, value: string, which: string) =>
    engine.command(
      `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
       select {tenantId:UUID}, user, '${metric}', at, 'device', ${value}, 'bench', at + toIntervalMinute(10)
       from (select arrayJoin({userIds:Array(UUID)}) as user) as users
       cross join (select fromUnixTimestamp64Milli(toInt64({end:Int64} - (number + 1) * 60000), 'UTC') as at, number as minute from numbers({minutes:UInt32})) as moments
       where ${which}`,
      { tenantId, userIds: [...userIds], end, minutes: storedDays * 1_440 },
      { lane: 'background', maxSeconds: 600 },
    );
  const chance = 'cityHash64(user, minute)';
  await rows('heart_rate', `60 + ${chance} % 20 + if(cityHash64(user, intDiv(minute, 300)) % 40 = 0, 45, 0)`, 'minute % 1440 >= 60');
  await rows('steps', `20 + ${chance} % 80`, `minute % 1440 >= 60 and cityHash64(user, intDiv(minute, 20)) % 12 = 0`);
  await rows('band_removed', 'if(minute % 1440 < 60, 2, 0)', 'minute % 60 = 0');
}
