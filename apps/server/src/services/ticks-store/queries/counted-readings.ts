import type { TickSource } from '@vigil/domain/metrics/counting';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { receivedAtOf } from '../write/versions.ts';
import { type MemberRange, ofMember, rangeParameters, ticksWhere, within } from './member-range.ts';

const dayMs = 86_400_000;
/** How far the first look reaches; each further one reaches four times as far. */
const firstReachMs = 2 * dayMs;
const growth = 4;

export interface ReadingCountsQuestion extends MemberRange {
  /** Length of a step, counted from 1970. Ends of the range have to be ends of steps. Milliseconds. */
  readonly stepMs: number;
  readonly newestFirst: boolean;
  /** Steps in the answer, at most. */
  readonly steps: number;
}

/** How many readings count in a step, by metric. */
export interface ReadingCounts {
  readonly startMs: number;
  readonly byMetric: ReadonlyMap<string, number>;
}

/** A reading that counts. Times in milliseconds since 1970. */
export interface CountedReading {
  readonly metric: string;
  readonly source: TickSource;
  readonly timestampMs: number;
  readonly value: number;
  /** Empty where no device is known. */
  readonly deviceId: string;
  readonly receivedAtMs: number;
}

/**
 * Which steps of the range have readings of a member that count, and how many? From the newest or the oldest step on; fewer steps than were
 * asked for mean that there are no more. A year of minutes is not gone through for the last two days of it.
 */
export async function readReadingCounts(engine: TicksEngine, question: ReadingCountsQuestion): Promise<ReadingCounts[]> {
  const extent = await readExtent(engine, question);
  if (!extent) return [];
  const { newestFirst, steps } = question;
  const { fromMs, toMs } = extent;
  const found: ReadingCounts[] = [];
  let reach = firstReachMs;
  let [from, to] = newestFirst ? [Math.max(fromMs, toMs - reach), toMs] : [fromMs, Math.min(toMs, fromMs + reach)];
  for (;;) {
    found.push(...(await countSteps(engine, { ...question, fromMs: from, toMs: to, steps: steps - found.length })));
    if (found.length === steps || (newestFirst ? from <= fromMs : to >= toMs)) return found;
    reach *= growth;
    [from, to] = newestFirst ? [Math.max(fromMs, from - reach), from] : [to, Math.min(toMs, to + reach)];
  }
}

/** From the first to the last step of the range in which there is anything; null where there is nothing. */
async function readExtent(
  engine: TicksEngine,
  question: ReadingCountsQuestion,
): Promise<Pick<ReadingCountsQuestion, 'fromMs' | 'toMs'> | null> {
  const { fromMs, stepMs, toMs } = question;
  if (toMs - fromMs <= firstReachMs) return { fromMs, toMs };
  const [row] = await engine.query<{ first: number; last: number; n: number }>(
    `select toUnixTimestamp64Milli(min(ts)) as first, toUnixTimestamp64Milli(max(ts)) as last, count() as n from vigil.ticks where ${ticksWhere()}`,
    rangeParameters(question),
  );
  const startOfStep = (ms: number) => Math.floor(ms / stepMs) * stepMs;
  return row && Number(row.n) > 0 ? { fromMs: startOfStep(row.first), toMs: startOfStep(row.last) + stepMs } : null;
}

async function countSteps(engine: TicksEngine, question: ReadingCountsQuestion): Promise<ReadingCounts[]> {
  const rows = await engine.query<{ start: number; counted: [string, number][] }>(
    `select start, groupArray((metric, n)) as counted from (
       select intDiv(toUnixTimestamp64Milli(ts), {stepMs:Int64}) * {stepMs:Int64} as start, metric, uniqExact(ts) as n from vigil.ticks final
       where ${ticksWhere()} and ${counting(question)} group by start, metric
     )
     group by start order by start ${question.newestFirst ? 'desc' : 'asc'} limit {steps:UInt32}`,
    { ...rangeParameters(question), stepMs: question.stepMs, steps: question.steps },
  );
  return rows.map(({ start, counted }) => ({ startMs: start, byMetric: new Map(counted) }));
}

/** A member's readings that count: one a metric and moment, by metric and time. All of them: ask `readReadingCounts` how many there are. */
export async function readCountedReadings(engine: TicksEngine, range: MemberRange): Promise<CountedReading[]> {
  const rows = await engine.query<{ values: [number, number, TickSource, string, number][]; metric: string }>(
    `select metric, groupArray((toUnixTimestamp64Milli(ts), value, source, device_id, toUnixTimestamp64Milli(received_at))) as values
     from (
       select metric, ts, value, source, device_id, received_at from vigil.ticks final
       where ${ticksWhere()} and ${counting(range)}
       order by metric, ts, source limit 1 by metric, ts
     )
     group by metric order by metric`,
    rangeParameters(range),
  );
  return rows.flatMap(({ metric, values }) =>
    values
      .sort((a, b) => a[0] - b[0])
      .map(([timestampMs, value, source, deviceId, receivedMs]) => ({
        ...{ metric, source, timestampMs, value, deviceId },
        receivedAtMs: receivedAtOf(receivedMs),
      })),
  );
}

const counting = ({ metrics }: MemberRange) => counts(metrics, `${ofMember} and ${within([['from', 'to']])}`);
