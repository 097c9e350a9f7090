import { VigilError } from '@vigil/contract/errors';
import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import type { Sleep } from '@vigil/domain/sleep/sleeps';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { readableInterval } from '@vigil/domain/timeframe/readable-interval';
import { intervalMs } from '#services/ticks-store/index.ts';
import { type Fact, isOfDays, parseFact } from './facts.ts';
import { factsOverTime } from './facts-over-time.ts';
import { readFindings } from './read-findings.ts';
import { devicesOfSleeps, type SleepDevicesDeps } from './sleep-devices.ts';
import { type FactsDeps, type FactsQuestion, type MemberRef, sleepsAround } from './sources.ts';

export type { FactsQuestion } from './sources.ts';

export interface Facts {
  overTime(question: FactsQuestion): Promise<Tick[]>;
  sleeps(member: MemberRef, from: number, to: number): Promise<SleepRecord[]>;
}

/** Values in one answer: a year of hours of eleven facts, or ten years of days of twenty-seven. */
const mostFactValues = 100_000;

const stepSeconds: Readonly<Record<Granularity, number>> = { HOURLY: 3_600, DAILY: 86_400, WEEKLY: 604_800, MONTHLY: 2_629_800 };

/** Sleeps are answered with all their stages, and movement is read minute by minute. */
const longestRangeSeconds = 400 * 86_400;

/** Facts and sleeps of one member. Throws invalid_input for facts that do not exist and for intervals that are too long. */
export function createFacts(deps: FactsDeps & SleepDevicesDeps): Facts {
  return {
    async overTime(question) {
      const { from, to, granularity } = question;
      intervalMs(from, to, 'to_ts');
      const facts = [...new Set(question.facts)].map(parseFact);
      requireBounded(question, facts);
      requireDays(granularity, facts);
      return factsOverTime(await readFindings(deps, { ...question, ...readableInterval(question, deps.clock.now() / 1000) }, facts));
    },

    async sleeps(member, from, to) {
      intervalMs(from, to, 'to_ts');
      if (to - from > longestRangeSeconds) throw tooLong('Ask for at most 400 days of sleeps at once, or for facts-over-time.');
      const readable = readableInterval({ from, to }, deps.clock.now() / 1000);
      const found = (await sleepsAround(deps, member, readable.from, readable.to)).filter((sleep) => sleep.start < to && sleep.end > from);
      const devices = await devicesOfSleeps(deps, member, found);
      return found.map((sleep) => recordOf(sleep, devices.get(sleep.start) ?? null));
    },
  };
}

function requireBounded({ from, to, granularity }: FactsQuestion, facts: readonly Fact[]): void {
  if (to - from > longestRangeSeconds && facts.some(({ kind }) => kind === 'movement'))
    throw tooLong('Ask for at most 400 days of active and idle time at once: they are read minute by minute.');
  if (((to - from) / stepSeconds[granularity]) * facts.length > mostFactValues)
    throw tooLong(
      `This asks for more than ${mostFactValues.toLocaleString('en')} values. Ask for fewer facts, a shorter interval or larger steps.`,
    );
}

/** What is of days says nothing of an hour; anomaly scores are always daily (specification, constants). */
function requireDays(granularity: Granularity, facts: readonly Fact[]): void {
  const fact = facts.find((one) => (one.kind === 'anomaly' ? granularity !== 'DAILY' : granularity === 'HOURLY' && isOfDays(one)));
  if (!fact) return;
  const steps = fact.kind === 'anomaly' ? 'with the granularity DAILY' : 'by the day, week or month';
  throw new VigilError('invalid_input', `${fact.name} is of days: ask for it ${steps}.`, {
    fields: [{ field: 'granularity', message: `${fact.name} is of days` }],
  });
}

function tooLong(message: string): VigilError {
  return new VigilError('invalid_input', message, { fields: [{ field: 'to_ts', message: 'Choose an earlier end' }] });
}

function recordOf(sleep: Sleep, deviceType: string | null): SleepRecord {
  const percent = (seconds: number) => (100 * seconds) / (sleep.end - sleep.start);
  return {
    // A member has one sleep at a time: its start names it for as long as its ticks stay the same.
    id: `sleep-${sleep.start}`,
    device_type: deviceType,
    start: sleep.start,
    end: sleep.end,
    smoothed_stages: sleep.stages.map(([start, end, depth]) => [start, end, depth]),
    awake_seconds: sleep.awakeSeconds,
    light_seconds: sleep.lightSeconds,
    rem_seconds: sleep.remSeconds,
    deep_seconds: sleep.deepSeconds,
    total_sleep_seconds: sleep.totalSleepSeconds,
    percentages: {
      ...{ awake: percent(sleep.awakeSeconds), light: percent(sleep.lightSeconds) },
      ...{ rem: percent(sleep.remSeconds), deep: percent(sleep.deepSeconds) },
    },
    efficiency: sleep.efficiency,
    awakenings: sleep.awakenings,
    latency_seconds: sleep.latencySeconds,
  };
}
