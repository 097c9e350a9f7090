import { restingHeartRates } from '@vigil/domain/heart/resting-heart-rate';
import { type Sleep, sleepsOfRuns } from '@vigil/domain/sleep/sleeps';
import { longestStageSeconds } from '@vigil/domain/sleep/stages';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { type StateInterval, stateIntervals } from '@vigil/domain/timeframe/state-runs';
import { startOfStep } from '@vigil/domain/timeframe/zone';
import type { Clock } from '#platform/clock.ts';
import { type GroupFigures, intervalMs, type Steps, type TicksReads } from '#services/ticks-store/index.ts';
import { daysOf, type Fact, isOfBand, metricOf, partsOf } from './facts.ts';
import { type Findings, isDerivable } from './facts-over-time.ts';

export interface MemberRef {
  readonly tenantId: string;
  readonly userId: string;
}

export interface FactsQuestion extends MemberRef {
  readonly facts: readonly string[];
  readonly granularity: Granularity;
  readonly timeZone: string;
  /** [from, to), Unix seconds. */
  readonly from: number;
  readonly to: number;
}

/** What the account says of a member's body; null where it does not. */
export interface AboutMember {
  /** yyyy-MM-dd. */
  readonly birthDate: string | null;
  readonly sex: string | null;
  readonly heightM: number | null;
}

export interface FactsDeps {
  readonly ticks: Pick<TicksReads, 'steps' | 'stateRuns' | 'spans'>;
  readonly clock: Clock;
  readonly memberTimeZone: (tenantId: string, userId: string) => Promise<string>;
  readonly aboutMember: (tenantId: string, userId: string) => Promise<AboutMember>;
}

/** No sleep is longer: reading so far around an interval finds the sleeps at its ends whole. Seconds. */
const longestSleepSeconds = 86_400;

/** Everything that the facts of a question need, each source asked once, at the same time. */
export async function readFindings(deps: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<Findings> {
  const [steps, hourly, daily, heightM, band, [sleeps, asleep]] = await Promise.all([
    readSteps(deps, question, facts),
    readParts(deps, question, facts, 'HOURLY'),
    readParts(deps, question, facts, 'DAILY'),
    readHeight(deps, question, facts),
    readBand(deps, question, facts),
    readSleeps(deps, question, facts).then(async (found) => [found, await readAsleep(deps, question, facts, found)] as const),
  ]);
  const { granularity, timeZone, from, to } = question;
  return {
    ...{ facts, granularity, timeZone, from, to, now: deps.clock.now() / 1000 },
    ...{ steps, parts: { HOURLY: hourly, DAILY: daily }, heightM, band, sleeps, asleep },
    restingRates: await readRestingRates(deps, question, facts, steps.steps.has('rhr') || daily.has('rhr')),
  };
}

/** All metrics of a question in one statement; nothing is asked when no fact is of a metric. */
async function readSteps(deps: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<Steps> {
  const read = facts.map(metricOf).filter((metric) => metric !== null);
  const days = new Set(facts.map(daysOf).filter((metric) => metric !== null));
  const metrics = new Set([...read.map(({ metric }) => metric), ...days]);
  const medians = new Set(read.filter(({ reduction }) => reduction === 'median').map(({ metric }) => metric));
  const movingAverages = new Set(facts.filter((fact) => fact.kind === 'movingAverage').map((fact) => fact.metric));
  if (metrics.size + movingAverages.size === 0) return { steps: new Map(), hours: new Map() };
  return deps.ticks.steps({
    ...(await stepsOf(deps, question, question.granularity)),
    metrics: [...metrics],
    extremes: read.some(({ reduction }) => reduction === 'min' || reduction === 'max'),
    medians: [...medians],
    days: [...days],
    movingAverages: [...movingAverages],
  });
}

/** The hours or days of metrics whose facts are means of them, from rollups. */
async function readParts(
  deps: FactsDeps,
  question: FactsQuestion,
  facts: readonly Fact[],
  parts: 'HOURLY' | 'DAILY',
): Promise<Steps['steps']> {
  const asked = facts.map(partsOf).filter((of) => of?.parts === parts);
  const metrics = new Set(asked.flatMap((of) => (of ? [of.metric] : [])));
  if (metrics.size === 0) return new Map();
  const nothingElse = { extremes: false, medians: [], days: [], movingAverages: [] };
  return (await deps.ticks.steps({ ...(await stepsOf(deps, question, parts)), metrics: [...metrics], ...nothingElse })).steps;
}

/** What every question about steps of this interval says. */
export async function stepsOf(
  { clock, memberTimeZone }: FactsDeps,
  question: Omit<FactsQuestion, 'facts' | 'granularity'>,
  granularity: Granularity,
) {
  const { tenantId, userId, timeZone, from, to } = question;
  return {
    ...{ tenantId, userId, granularity, timeZone, nowMs: clock.now() },
    // Hours are the same in every zone of whole hours: only days need to know whose days they are.
    memberTimeZone: granularity === 'HOURLY' ? timeZone : await memberTimeZone(tenantId, userId),
    ...intervalMs(from, to, 'to_ts'),
  };
}

async function readHeight({ aboutMember }: FactsDeps, { tenantId, userId }: MemberRef, facts: readonly Fact[]): Promise<number | null> {
  return facts.some(({ kind }) => kind === 'bmi') ? (await aboutMember(tenantId, userId)).heightM : null;
}

/** Resting heart rates by the day, from the hours of heart rate: asked only where the band sent none in the whole interval. */
async function readRestingRates(
  { ticks, clock }: FactsDeps,
  { tenantId, userId, granularity, timeZone, from, to }: FactsQuestion,
  facts: readonly Fact[],
  isSent: boolean,
): Promise<Findings['restingRates']> {
  if (granularity === 'HOURLY' || isSent || !facts.some(isDerivable)) return [];
  const hours = await ticks.steps({
    ...{ tenantId, userId, timeZone, memberTimeZone: timeZone, granularity: 'HOURLY', nowMs: clock.now() },
    ...intervalMs(from, to, 'to_ts'),
    ...{ metrics: ['heart_rate'], extremes: false, medians: [], days: [], movingAverages: [] },
  });
  return restingHeartRates(hours.steps.get('heart_rate') ?? [], timeZone);
}

/** Band states that are known in [from, to), from two hours before. */
export async function readBand(
  { ticks, clock }: FactsDeps,
  question: FactsQuestion,
  facts: readonly Fact[],
): Promise<readonly StateInterval[]> {
  if (!facts.some(isOfBand)) return [];
  const { tenantId, userId, from, to } = question;
  const runs = await ticks.stateRuns({
    tenantId,
    userId,
    metric: 'band_removed',
    fromSeconds: from - bandStateHoldsSeconds,
    toSeconds: to,
    longestGapSeconds: bandStateHoldsSeconds,
  });
  return stateIntervals(runs, bandStateHoldsSeconds, clock.now() / 1000);
}

async function readSleeps(deps: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<readonly Sleep[]> {
  if (!facts.some((fact) => fact.kind === 'sleep' || fact.kind === 'asleep')) return [];
  const sleeps = await sleepsAround(deps, question, question.from, question.to);
  return sleeps.filter((sleep) => sleep.end >= question.from && sleep.end < question.to);
}

async function readAsleep(
  { ticks }: FactsDeps,
  { tenantId, userId, granularity, timeZone }: FactsQuestion,
  facts: readonly Fact[],
  sleeps: readonly Sleep[],
): Promise<readonly GroupFigures[]> {
  const metrics = new Set(facts.filter((fact) => fact.kind === 'asleep').map((fact) => fact.metric));
  if (metrics.size === 0) return [];
  const spans = sleeps.map((sleep) => ({ start: sleep.onset, end: sleep.end, group: startOfStep(sleep.end, granularity, timeZone) }));
  return ticks.spans({ tenantId, userId, metrics: [...metrics], spans });
}

/** Sleeps that lie in [from, to), or reach into it, whole. */
export async function sleepsAround(
  { ticks }: FactsDeps,
  { tenantId, userId }: MemberRef,
  from: number,
  to: number,
): Promise<readonly Sleep[]> {
  const runs = await ticks.stateRuns({
    tenantId,
    userId,
    metric: 'sleep_depth',
    fromSeconds: from - longestSleepSeconds,
    toSeconds: to + longestSleepSeconds,
    longestGapSeconds: longestStageSeconds,
  });
  return sleepsOfRuns(runs);
}
