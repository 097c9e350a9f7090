import { type GapFacts, restlessMetrics } from '@vigil/domain/gaps/gaps';
import { habitOf, habitReachDays, type SourceHabit, sourceMetrics } from '@vigil/domain/gaps/habits';
import { type Outage, silentThrough } from '@vigil/domain/gaps/outage';
import { mayBeOffForLong, mayBeStuck, type Seen, seenNow } from '@vigil/domain/gaps/seen';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { memberStatus } from '@vigil/domain/status/account-status';
import { bandState } from '@vigil/domain/status/band-state';
import type { LastRun, TicksReads } from '#services/ticks-store/index.ts';
import { bandRunStarts } from './band-runs.ts';
import type { DueMember, GapFactsStore, LatestReading } from './gap-facts.store.ts';

export interface GapFactsDeps {
  readonly store: GapFactsStore;
  readonly ticks: Pick<TicksReads, 'deviceDays' | 'lastRuns' | 'stateRunsOfMany'>;
}

/** What is known of one member, what was seen with it, and habits that were worked out anew; null: those that are kept hold. */
export interface Gathered {
  readonly userId: string;
  readonly facts: GapFacts;
  readonly seen: Seen;
  readonly newHabits: readonly SourceHabit[] | null;
}

export interface GatherQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly now: number;
  readonly outage: Outage | null;
}

interface Member extends DueMember {
  readonly own: readonly LatestReading[];
  /** With this look. */
  readonly seeing: Seen;
}

/** Days change once a day; twice in one finds those of every zone in time. Seconds. */
const habitsHoldSeconds = 12 * 3_600;
/** A value is stuck after three hours: readings of six hold the run and what came before it, of sensors that read twice an hour. */
const stuckReachSeconds = 6 * 3_600;
/** Whose newest reading is older than this is silent, which is a gap of its own. */
const stuckForgottenSeconds = 36 * 3_600;
const fewestStuckReadings = 12;
const daySeconds = 86_400;
/** What came with one batch is received within a millisecond or so. Seconds. */
const sameBatchSeconds = 60;

/**
 * Everything that gaps are told by, for many members of a tenant at once. Ticks are read of those alone of whom the newest readings
 * and the last look say that it matters. Whoever is no member (any more) is absent.
 */
export async function gatherGapFacts({ store, ticks }: GapFactsDeps, question: GatherQuestion): Promise<Gathered[]> {
  const { tenantId, userIds, now, outage } = question;
  const [due, readings] = await Promise.all([store.members(tenantId, userIds), store.latest(tenantId, userIds)]);
  const latest = Map.groupBy(readings, ({ userId }) => userId);
  const members = due.map((member): Member => {
    const own = latest.get(member.userId) ?? [];
    return { ...member, own, seeing: seenNow(member.seen, member.judgedAt, bandState(valueIn(own, 'band_removed')), own) };
  });
  const [bandSince, habits, runs] = await Promise.all([
    bandRunStarts(ticks, tenantId, now, idsOf(members.filter(({ seeing }) => mayBeOffForLong(seeing, now)))),
    newHabits(ticks, tenantId, now, members),
    stuckRuns(ticks, tenantId, now, members),
  ]);
  return members.map((member) => {
    const fresh = habits.get(member.userId) ?? null;
    const read = bandSince.get(member.userId);
    const seen =
      read === undefined || !member.seeing.band ? member.seeing : { ...member.seeing, band: { ...member.seeing.band, since: read } };
    return {
      ...{ userId: member.userId, newHabits: fresh, seen },
      facts: {
        ...{ now, timeZone: member.timeZone, status: memberStatus(member), startedAt: member.startedAt },
        ...ofReadings(member, seen),
        sources: sourcesOf(member.own, fresh ?? member.habits),
        runs: runs.get(member.userId) ?? [],
        outageSince: silentThrough(outage, member.lastReceivedAt),
      },
    };
  });
}

const idsOf = (members: readonly Member[]) => members.map(({ userId }) => userId);
const valueIn = (own: readonly LatestReading[], metric: MetricId) => own.find((one) => one.metric === metric)?.value;

function ofReadings(
  { own, lastReceivedAt }: Member,
  { band: seenBand }: Seen,
): Pick<GapFacts, 'lastReceivedAt' | 'lastMeasuredAt' | 'band' | 'battery' | 'clockAheadSeconds'> {
  const byDevice = own.filter(({ isDevice }) => isDevice);
  const of = (metric: MetricId) => own.find((one) => one.metric === metric);
  const [band, battery] = [of('band_removed'), of('battery')];
  const lastBatch = byDevice.filter(({ receivedAt }) => lastReceivedAt !== null && receivedAt >= lastReceivedAt - sameBatchSeconds);
  return {
    lastReceivedAt,
    lastMeasuredAt: byDevice.length === 0 ? null : Math.max(...byDevice.map(({ ts }) => ts)),
    // Of a state whose beginning the ticks do not tell any more, the last word is as far back as anybody knows.
    band: { state: bandState(band?.value), since: band ? (seenBand?.since ?? band.ts) : null },
    battery: battery ? { percent: battery.value, measuredAt: battery.ts } : null,
    clockAheadSeconds: Math.max(0, ...lastBatch.map(({ ts, receivedAt }) => ts - receivedAt)),
  };
}

function sourcesOf(own: readonly LatestReading[], habits: readonly SourceHabit[]): GapFacts['sources'] {
  return habits.flatMap((habit) => {
    const newest = own.find(({ metric }) => metric === habit.metric);
    return newest ? [{ ...habit, lastReceivedAt: newest.receivedAt }] : [];
  });
}

async function newHabits(
  ticks: GapFactsDeps['ticks'],
  tenantId: string,
  now: number,
  members: readonly Member[],
): Promise<ReadonlyMap<string, SourceHabit[]>> {
  const userIds = idsOf(
    members.filter(({ lastReceivedAt, habitsAt }) => lastReceivedAt !== null && (habitsAt === null || now - habitsAt > habitsHoldSeconds)),
  );
  const fromDay = Math.floor(now / daySeconds) - habitReachDays;
  const found = await ticks.deviceDays({ tenantId, userIds, metrics: sourceMetrics, fromDay });
  return new Map(
    userIds.map((userId) => [userId, [...(found.get(userId) ?? [])].flatMap(([metric, days]) => habitOf(metric, days) ?? [])] as const),
  );
}

async function stuckRuns(
  ticks: GapFactsDeps['ticks'],
  tenantId: string,
  now: number,
  members: readonly Member[],
): Promise<ReadonlyMap<string, LastRun[]>> {
  const near = members.flatMap(({ userId, own, seeing }) => {
    const stuck = mayBeStuck(seeing, own);
    return own
      .filter(({ metric, ts }) => stuck.includes(metric) && now - ts < stuckForgottenSeconds)
      .map(({ metric, ts }) => ({ userId, metric, ts }));
  });
  if (near.length === 0) return new Map();
  const metrics = restlessMetrics.filter((metric) => near.some((one) => one.metric === metric));
  const found = await ticks.lastRuns({
    ...{ tenantId, userIds: [...new Set(near.map(({ userId }) => userId))], metrics },
    ...{ sinceMs: (Math.min(...near.map(({ ts }) => ts)) - stuckReachSeconds) * 1000, fewestReadings: fewestStuckReadings },
  });
  return Map.groupBy(found, ({ userId }) => userId);
}
