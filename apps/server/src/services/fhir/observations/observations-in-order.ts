import { dayOf } from '@vigil/domain/timeframe/zone';
import type { CountedReading, ReadingCounts, TicksReads } from '#services/ticks-store/index.ts';
import { byTime, type ObservationReadings, observationsOfStretch } from './observations-of-stretch.ts';
import type { Observed } from './observed-things.ts';

export type CountedReads = Pick<TicksReads, 'countedReadings' | 'readingCounts'>;

export interface OrderedQuestion {
  readonly tenantId: string;
  readonly userId: string;
  /** Of the member: no Observation reaches over its midnight. */
  readonly timeZone: string;
  readonly things: readonly Observed[];
  /** Widened to the ends of the stretches that it touches. Milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly newestFirst: boolean;
  /** Steps that are read together, at most: nearly each of them has an Observation. */
  readonly steps: number;
  /** False where nothing in [fromMs, toMs) can be looked for: it is passed over unread. */
  readonly isWanted?: (fromMs: number, toMs: number) => boolean;
}

/** An hour of a thing is taken apart by the minute where it has too many readings, and a minute by the second, which has 1,000 a metric at most. */
const stepsMs = [3_600_000, 60_000, 1_000] as const;
type Level = 0 | 1 | 2;
/** Readings of a thing in one step, at most: every second of an hour. */
const mostOfStep = 3_600;
/** Readings that are fetched together, as long as they are of several steps. */
const fewReadings = 10_000;
/**
 * A member's readings that count as Observations, in order of time: all of the stretches that the range touches, each of them once. Reads as it
 * is gone through, never more than `mostOfStep` readings of each thing or some `fewReadings` together at a time, whatever the density.
 */
export async function* observationsInOrder(
  reads: CountedReads,
  question: OrderedQuestion,
  level: Level = 0,
): AsyncGenerator<ObservationReadings, void, undefined> {
  const { newestFirst, steps } = question;
  const stepMs = stepsMs[level];
  let fromMs = Math.floor(question.fromMs / stepMs) * stepMs;
  let toMs = Math.ceil(question.toMs / stepMs) * stepMs;
  while (fromMs < toMs) {
    const counted = await reads.readingCounts({
      ...rangeOf(question, question.things, fromMs, toMs),
      stepMs,
      newestFirst,
      steps,
    });
    for (const batch of batchesOf(counted, question, level)) yield* observationsOfBatch(reads, question, batch, level);
    const last = counted.at(-1);
    if (!last || counted.length < steps) return;
    if (newestFirst) toMs = last.startMs;
    else fromMs = last.startMs + stepMs;
  }
}

/** Steps that are read together. */
interface Batch {
  readonly starts: readonly number[];
  /** Of a single step: what has too many readings in it. */
  readonly dense: readonly Observed[];
}

function batchesOf(counted: readonly ReadingCounts[], { isWanted, things }: OrderedQuestion, level: Level): Batch[] {
  const batches: Batch[] = [];
  let open: { readonly starts: number[]; readings: number } | undefined;
  for (const { byMetric, startMs } of counted) {
    const countOf = ({ metrics }: Observed) => metrics.reduce((sum, metric) => sum + (byMetric.get(metric) ?? 0), 0);
    const dense = level === 2 ? [] : things.filter((thing) => countOf(thing) > mostOfStep);
    const readings = things.reduce((sum, thing) => sum + countOf(thing), 0);
    const isUnwanted = isWanted?.(startMs, startMs + stepsMs[level]) === false;
    if (isUnwanted || dense.length > 0) {
      open = undefined;
      if (!isUnwanted) batches.push({ starts: [startMs], dense });
    } else if (open && open.readings + readings <= fewReadings) {
      open.starts.push(startMs);
      open.readings += readings;
    } else {
      open = { starts: [startMs], readings };
      batches.push({ starts: open.starts, dense });
    }
  }
  return batches;
}

async function* observationsOfBatch(
  reads: CountedReads,
  question: OrderedQuestion,
  { dense, starts }: Batch,
  level: Level,
): AsyncGenerator<ObservationReadings, void, undefined> {
  const stepMs = stepsMs[level];
  const [fromMs, toMs] = [Math.min(...starts), Math.max(...starts) + stepMs];
  const sparse = question.things.filter((thing) => !dense.includes(thing));
  const readings = sparse.length === 0 ? [] : await reads.countedReadings(rangeOf(question, sparse, fromMs, toMs));
  const found = [...Map.groupBy(readings, ({ timestampMs }) => Math.floor(timestampMs / stepMs) * stepMs)]
    .flatMap(([startMs, ofStep]) => observationsOfStep(question, startMs, stepMs, ofStep))
    .sort(byTime);
  const ordered = question.newestFirst ? found.reverse() : found;
  if (dense.length === 0) return yield* ordered;
  const within = { fromMs: Math.max(fromMs, question.fromMs), toMs: Math.min(toMs, question.toMs) };
  const finer = observationsInOrder(reads, { ...question, ...within, things: dense }, (level + 1) as Level);
  yield* merged(ordered, finer, question.newestFirst ? (one, other) => byTime(other, one) : byTime);
}

/** A day is searched for by the member's own calendar: a step over midnight is two stretches. */
function observationsOfStep(
  { timeZone, userId }: OrderedQuestion,
  startMs: number,
  stepMs: number,
  readings: readonly CountedReading[],
): ObservationReadings[] {
  const midnightMs = dayOf(startMs / 1000, timeZone)[1] * 1000;
  if (midnightMs >= startMs + stepMs) return observationsOfStretch(userId, startMs, readings);
  return [
    ...observationsOfStretch(
      userId,
      startMs,
      readings.filter(({ timestampMs }) => timestampMs < midnightMs),
    ),
    ...observationsOfStretch(
      userId,
      midnightMs,
      readings.filter(({ timestampMs }) => timestampMs >= midnightMs),
    ),
  ];
}

async function* merged(
  some: readonly ObservationReadings[],
  others: AsyncIterable<ObservationReadings>,
  compare: (one: ObservationReadings, other: ObservationReadings) => number,
): AsyncGenerator<ObservationReadings, void, undefined> {
  let index = 0;
  for await (const other of others) {
    for (let one = some[index]; one && compare(one, other) < 0; one = some[index]) {
      yield one;
      index += 1;
    }
    yield other;
  }
  yield* some.slice(index);
}

const rangeOf = ({ tenantId, userId }: OrderedQuestion, things: readonly Observed[], fromMs: number, toMs: number) => ({
  ...{ tenantId, userId, fromMs, toMs },
  metrics: things.flatMap(({ metrics }) => metrics),
});
