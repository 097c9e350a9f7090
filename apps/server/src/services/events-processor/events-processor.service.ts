import { VigilError } from '@vigil/contract/errors';
import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import { restingHeartRates } from '@vigil/domain/heart/resting-heart-rate';
import { type Sleep, sleepsOfRuns } from '@vigil/domain/sleep/sleeps';
import { longestStageSeconds } from '@vigil/domain/sleep/stages';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { type StateInterval, stateIntervals } from '@vigil/domain/timeframe/state-runs';
import { startOfStep } from '@vigil/domain/timeframe/zone';
import type { Clock } from '#platform/clock.ts';
import { type GroupFigures, intervalMs, type Steps, type TicksReads } from '#services/ticks-store/index.ts';
import { type Fact, isOfBand, metricOf, parseFact } from './facts.ts';
import { type Findings, factsOverTime, isDerivable } from './facts-over-time.ts';

export interface FactsDeps {
  readonly ticks: Pick<TicksReads, 'steps' | 'stateRuns' | 'spans'>;
  readonly clock: Clock;
  readonly memberTimeZone: (tenantId: string, userId: string) => Promise<string>;
}

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

export interface Facts {
  overTime(question: FactsQuestion): Promise<Tick[]>;
  sleeps(member: MemberRef, from: number, to: number): Promise<SleepRecord[]>;
}

/** Values in one answer: a year of hours of eleven facts, or ten years of days of twenty-seven. */
const mostFactValues = 100_000;

const stepSeconds: Readonly<Record<Granularity, number>> = { HOURLY: 3_600, DAILY: 86_400, WEEKLY: 604_800, MONTHLY: 2_629_800 };

/** No sleep is longer: reading so far around an interval finds the sleeps at its ends whole. Seconds. */
const longestSleepSeconds = 86_400;
/** Sleeps are answered with all their stages. */
const longestSleepsRangeSeconds = 400 * 86_400;

/** Facts and sleeps of one member. Throws invalid_input for facts that do not exist and for intervals that are too long. */
export function createFacts(deps: FactsDeps): Facts {
  return {
    async overTime(question) {
      const { from, to, granularity, timeZone } = question;
      intervalMs(from, to, 'to_ts');
      const facts = [...new Set(question.facts)].map(parseFact);
      requireBounded(question, facts.length);
      const [steps, band, [sleeps, asleep]] = await Promise.all([
        readSteps(deps, question, facts),
        readBand(deps, question, facts),
        readSleeps(deps, question, facts).then(async (found) => [found, await readAsleep(deps, question, facts, found)] as const),
      ]);
      const restingRates = await readRestingRates(deps, question, facts, steps);
      return factsOverTime({
        facts: [...facts],
        granularity,
        timeZone,
        from,
        to,
        now: deps.clock.now() / 1000,
        steps,
        band,
        sleeps,
        asleep,
        restingRates,
      });
    },

    async sleeps(member, from, to) {
      intervalMs(from, to, 'to_ts');
      if (to - from > longestSleepsRangeSeconds) throw tooLong('Ask for at most 400 days of sleeps at once, or for facts-over-time.');
      const found = await sleepsAround(deps, member, from, to);
      return found.filter((sleep) => sleep.start < to && sleep.end > from).map(recordOf);
    },
  };
}

function requireBounded({ from, to, granularity }: FactsQuestion, facts: number): void {
  if (((to - from) / stepSeconds[granularity]) * facts > mostFactValues)
    throw tooLong(
      `This asks for more than ${mostFactValues.toLocaleString('en')} values. Ask for fewer facts, a shorter interval or larger steps.`,
    );
}

function tooLong(message: string): VigilError {
  return new VigilError('invalid_input', message, { fields: [{ field: 'to_ts', message: 'Choose an earlier end' }] });
}

/** All metrics of a question in one statement; nothing is asked when no fact is of a metric. */
async function readSteps({ ticks, clock, memberTimeZone }: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<Steps> {
  const read = facts.map(metricOf).filter((metric) => metric !== null);
  const metrics = new Set(read.map(({ metric }) => metric));
  const days = new Set(facts.filter((fact) => fact.kind === 'days').map((fact) => fact.metric));
  for (const metric of days) metrics.add(metric);
  const medians = new Set(read.filter(({ reduction }) => reduction === 'median').map(({ metric }) => metric));
  const movingAverages = new Set(facts.filter((fact) => fact.kind === 'movingAverage').map((fact) => fact.metric));
  if (metrics.size + movingAverages.size === 0) return { steps: new Map(), hours: new Map() };
  const { tenantId, userId, granularity, timeZone } = question;
  return ticks.steps({
    tenantId,
    userId,
    granularity,
    timeZone,
    // Hours are the same in every zone of whole hours: only days need to know whose days they are.
    memberTimeZone: granularity === 'HOURLY' ? timeZone : await memberTimeZone(tenantId, userId),
    ...intervalMs(question.from, question.to, 'to_ts'),
    nowMs: clock.now(),
    metrics: [...metrics],
    extremes: read.some(({ reduction }) => reduction === 'min' || reduction === 'max'),
    medians: [...medians],
    days: [...days],
    movingAverages: [...movingAverages],
  });
}

/** Resting heart rates by the day, from the hours of heart rate: asked only where the band sent none in the whole interval. */
async function readRestingRates(
  { ticks, clock }: FactsDeps,
  { tenantId, userId, granularity, timeZone, from, to }: FactsQuestion,
  facts: readonly Fact[],
  { steps }: Steps,
): Promise<Findings['restingRates']> {
  if (granularity === 'HOURLY' || steps.has('rhr') || !facts.some(isDerivable)) return [];
  const hours = await ticks.steps({
    ...{ tenantId, userId, timeZone, memberTimeZone: timeZone, granularity: 'HOURLY', nowMs: clock.now() },
    ...intervalMs(from, to, 'to_ts'),
    ...{ metrics: ['heart_rate'], extremes: false, medians: [], days: [], movingAverages: [] },
  });
  return restingHeartRates(hours.steps.get('heart_rate') ?? [], timeZone);
}

async function readBand({ ticks, clock }: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<readonly StateInterval[]> {
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

async function sleepsAround({ ticks }: FactsDeps, { tenantId, userId }: MemberRef, from: number, to: number): Promise<readonly Sleep[]> {
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

function recordOf(sleep: Sleep): SleepRecord {
  return {
    // A member has one sleep at a time: its start names it for as long as its ticks stay the same.
    id: `sleep-${sleep.start}`,
    start: sleep.start,
    end: sleep.end,
    smoothed_stages: sleep.stages.map(([start, end, depth]) => [start, end, depth]),
    awake_seconds: sleep.awakeSeconds,
    light_seconds: sleep.lightSeconds,
    rem_seconds: sleep.remSeconds,
    deep_seconds: sleep.deepSeconds,
    total_sleep_seconds: sleep.totalSleepSeconds,
    efficiency: sleep.efficiency,
    awakenings: sleep.awakenings,
    latency_seconds: sleep.latencySeconds,
  };
}
