import type { Workplace } from '#server/operator/workplace.ts';
import { copyHeartRateRollups, copyTicks, inPairs } from './copies.ts';
import { createMembers, type Tenant } from './home.ts';
import { progress } from './report.ts';
import { rollUp } from './rollups.ts';
import { mergesSettled } from './stored.ts';
import { dayMs, minuteVitals, vitalMetrics, wearers } from './vitals.ts';

export interface ChartData {
  /** Members with all six metrics by the minute for 90 days, and every thirty minutes for the rest of a year. */
  readonly wholeUserIds: readonly string[];
}

export const historyDays = 90;
/** How often the ninety days are laid out one before the other to make a year. */
const earlierTimes = 3;
/** Whose readings the simulator makes; all others are copies of theirs. */
const originals = 10;
const wholeMembers = 50;

/**
 * Ninety days of `count` members up to `nowMs`: heart rate by the minute of all, the other five metrics by the minute of fifty of them
 * and every thirty minutes of the rest, as bands do that save their battery. Rollups are made by the server's own statements, but for
 * the rest's heart rate, which are the originals' moved as the ticks are.
 */
export async function loadChartData(place: Workplace, tenant: Tenant, count: number, nowMs: number): Promise<ChartData> {
  const { engine, database } = place.stores;
  const userIds = await createMembers(database, tenant.id, count);
  const whole = userIds.slice(0, Math.min(wholeMembers, Math.ceil(count / 2)));
  const sources = whole.slice(0, originals);
  const fromMs = nowMs - historyDays * dayMs;
  await appendOriginals(place, tenant.id, sources, fromMs, nowMs);
  // Neighbours have the same original: what is written by one statement is later rolled up by one, too.
  const shares = (toUserIds: readonly string[]) =>
    sources.map((fromUserId, index) => {
      const share = Math.ceil(toUserIds.length / sources.length);
      return { tenantId: tenant.id, fromUserId, toUserIds: toUserIds.slice(index * share, (index + 1) * share), fromMs };
    });
  const copies = (toUserIds: readonly string[], byTheMinute: readonly string[], daysBack = 0) =>
    shares(toUserIds).map((share) => () => copyTicks(engine, { ...share, daysBack, byTheMinute }));
  const rest = userIds.slice(whole.length);
  progress(`charts: readings of ${sources.length} members made; copying them to ${count}`);
  await inPairs(copies(whole.slice(originals), vitalMetrics));
  await inPairs(copies(rest, ['heart_rate']));
  for (let times = 1; times <= earlierTimes; times += 1) await inPairs(copies(whole, [], times * historyDays));
  progress('charts: making rollups');
  // First of all: the originals' are still those of the ninety days that were copied.
  await inPairs(shares(rest).map((share) => () => copyHeartRateRollups(engine, share)));
  const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs;
  const scope = { tenantId: tenant.id, metrics: vitalMetrics, fromMs: startOfDay(fromMs), toMs: startOfDay(nowMs) + dayMs };
  await rollUp(engine, { ...scope, userIds: whole, membersAtOnce: 40, daysAtOnce: 31 });
  const sparse = vitalMetrics.filter((metric) => metric !== 'heart_rate');
  await rollUp(engine, { ...scope, userIds: rest, metrics: sparse, membersAtOnce: 100, daysAtOnce: 93 });
  const earlier = { fromMs: startOfDay(fromMs - earlierTimes * historyDays * dayMs), toMs: startOfDay(fromMs) };
  await rollUp(engine, { ...scope, ...earlier, userIds: whole, membersAtOnce: 25, daysAtOnce: 93 });
  progress('charts: waiting for merges');
  await mergesSettled(engine);
  return { wholeUserIds: whole };
}

async function appendOriginals(
  { modules }: Workplace,
  tenantId: string,
  userIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<void> {
  const people = wearers(userIds.length, historyDays, toMs);
  for (const [index, userId] of userIds.entries()) {
    const person = people[index];
    if (!person) throw new Error('The simulator made too few people');
    for (let start = fromMs; start < toMs; start += 30 * dayMs) {
      const series = minuteVitals(person, start, Math.min(toMs, start + 30 * dayMs));
      await modules.ticksWriter.append({ tenantId, userId, source: 'device', deviceId: userId, receivedAtMs: Date.now(), series });
    }
  }
  await modules.ticksWriter.rollupsSettled();
}
