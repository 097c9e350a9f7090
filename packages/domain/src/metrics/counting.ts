import { catalogue, type MetricId, metricIds } from './catalogue.ts';

/** Where a reading came from, the preferred one first: where several have a value for one moment, the first counts. */
export const tickSources = ['device', 'manual', 'imported'] as const;
export type TickSource = (typeof tickSources)[number];

/**
 * Metrics whose zero is no reading: sensors send it where they have measured nothing, and the specification drops it from
 * charts. It stays in the record and counts nowhere.
 */
export const zeroIsNoReading: readonly MetricId[] = metricIds.filter((metric) => !catalogue[metric].zeroCounts);

/**
 * A value that counts only where another metric, at the same moment and from the same source, reaches a threshold. Weight:
 * the scale must be at least 80 % sure (specification, validation rules). Without such a value beside it, it counts.
 */
export interface Confidence {
  readonly metric: MetricId;
  readonly of: MetricId;
  /** Inclusive, in the unit of `metric`. */
  readonly atLeast: number;
}

export const confidences: readonly Confidence[] = [{ metric: 'weight_conf', of: 'weight', atLeast: 80 }];

/** A reading as it is kept. The value is in the catalogue's unit; NaN stands for one that was taken back. */
export interface Reading {
  readonly metric: MetricId;
  readonly timestampMs: number;
  readonly source: TickSource;
  readonly value: number;
}

/** Whether a value counts as far as it can be told from itself: a number, and no zero that is the absence of a reading. */
export function countsByItself(metric: MetricId, value: number): boolean {
  return Number.isFinite(value) && (value !== 0 || catalogue[metric].zeroCounts);
}

/**
 * The readings that count, and so make up facts, latest values, charts, tables and exports: of each metric and moment the
 * one of the best source among those that are readings at all and whose confidence suffices. What does not count hides
 * nothing: a doubtful weight leaves the good one of another source, or of the day before, in its place. Of two with the
 * same metric, moment and source the later given is the correction of the other.
 *
 * The ticks store's SQL (`counting-sql.ts`) is made from the same constants; a test compares the two on every metric.
 */
export function countedReadings(readings: readonly Reading[]): Reading[] {
  const kept = new Map(readings.map((reading) => [keyOf(reading), reading]));
  const best = new Map<string, Reading>();
  for (const reading of kept.values()) {
    if (!countsByItself(reading.metric, reading.value) || isDoubtful(reading, kept)) continue;
    const moment = `${reading.metric}/${reading.timestampMs}`;
    const known = best.get(moment);
    if (!known || tickSources.indexOf(reading.source) < tickSources.indexOf(known.source)) best.set(moment, reading);
  }
  return [...best.values()];
}

function isDoubtful(reading: Reading, kept: ReadonlyMap<string, Reading>): boolean {
  return confidences.some(({ metric, of, atLeast }) => {
    const confidence = of === reading.metric ? kept.get(keyOf({ ...reading, metric })) : undefined;
    return confidence !== undefined && confidence.value < atLeast;
  });
}

const keyOf = ({ metric, timestampMs, source }: Omit<Reading, 'value'>) => `${metric}/${timestampMs}/${source}`;
