import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickSource } from '@vigil/domain/metrics/counting';
import type { CountedReading } from '#services/ticks-store/index.ts';
import { bloodPressure, type ObservationKey, type ObservedThing } from './observation-key.ts';

/** Readings that become one Observation. */
export interface ObservationReadings {
  readonly key: ObservationKey;
  /** In order of time; of blood pressure one or two of one moment. */
  readonly readings: readonly CountedReading[];
  /** Between samples, in milliseconds; 0 for a single reading. */
  readonly periodMs: number;
}

/** From so many readings on they are a series of samples; sensors of a band measure at least every five minutes, which is twelve an hour. */
const fewestSamples = 12;
/** Gaps of a series are written out: more of them than readings, and it is none. */
const mostSlotsPerSample = 2;

/**
 * The Observations that a stretch of a member's readings makes. Readings of one metric and source at an even pace are one series of samples
 * (SampledData), exact to the millisecond; where not all of the stretch is even, each even run in it is a series. All others are Observations
 * of their own, and so are both pressures of a moment together. In order of time.
 */
export function observationsOfStretch(userId: string, startMs: number, readings: readonly CountedReading[]): ObservationReadings[] {
  const groups = Map.groupBy(readings, ({ metric, source }) => `${thingOf(metric)} ${source}`);
  return [...groups.values()].flatMap((group) => ofGroup(userId, startMs, group)).sort(byTime);
}

const thingOf = (metric: string): ObservedThing => (metric === 'systolic' || metric === 'diastolic' ? bloodPressure : (metric as MetricId));

/** By when it began, then by what tells it from others. */
export function byTime(one: ObservationReadings, other: ObservationReadings): number {
  return startOf(one) - startOf(other) || (orderOf(one) < orderOf(other) ? -1 : 1);
}

export const startOf = ({ readings }: ObservationReadings): number => readings[0]?.timestampMs ?? 0;
export const orderOf = ({ key }: ObservationReadings): string => `${key.thing} ${key.source} ${key.kind}`;

function ofGroup(userId: string, startMs: number, group: readonly CountedReading[]): ObservationReadings[] {
  const { metric, source } = group[0] as CountedReading;
  const thing = thingOf(metric);
  const singles = (readings: readonly CountedReading[]) =>
    [...Map.groupBy(readings, ({ timestampMs }) => timestampMs)].map(([timestampMs, moment]) =>
      single({ userId, thing, source, timestampMs }, moment),
    );
  if (thing === bloodPressure) return singles(group);
  const series = (timestampMs: number, readings: readonly CountedReading[]): ObservationReadings => ({
    key: { userId, thing, source, kind: 'samples', timestampMs },
    readings,
    periodMs: samplingPeriodMs(readings),
  });
  if (samplingPeriodMs(group) > 0) return [series(startMs, group)];
  return evenRuns(group).flatMap((run) => {
    const [first] = run as [CountedReading];
    return run.length < fewestSamples ? singles(run) : [series(first.timestampMs, run)];
  });
}

/** A single reading, or both pressures of a moment. */
export function single(
  key: { userId: string; thing: ObservedThing; source: TickSource; timestampMs: number },
  readings: readonly CountedReading[],
): ObservationReadings {
  return { key: { ...key, kind: 'reading' }, readings, periodMs: 0 };
}

/** The pace of readings that lie on an even grid; 0 where they are too few, or on none. In order of time. */
export function samplingPeriodMs(readings: readonly { readonly timestampMs: number }[]): number {
  if (readings.length < fewestSamples) return 0;
  let period = 0;
  for (const [index, { timestampMs }] of readings.entries()) {
    const before = readings[index - 1];
    if (before) period = greatestDivisor(period, timestampMs - before.timestampMs);
  }
  if (period === 0) return 0;
  const slots = ((readings.at(-1)?.timestampMs ?? 0) - (readings[0]?.timestampMs ?? 0)) / period + 1;
  return slots <= readings.length * mostSlotsPerSample ? period : 0;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/**
 * Takes readings apart where their pace changes, as around the bursts of a sensor. A run goes on over one missing sample, so that it never has
 * more gaps than readings. In order of time.
 */
function evenRuns<Reading extends { readonly timestampMs: number }>(readings: readonly Reading[]): Reading[][] {
  const runs: Reading[][] = [];
  let run: Reading[] = [];
  let paceMs = 0;
  for (const reading of readings) {
    const last = run.at(-1);
    const stepMs = last ? reading.timestampMs - last.timestampMs : 0;
    if (run.length <= 1) paceMs = stepMs;
    if (run.length <= 1 || stepMs === paceMs || stepMs === paceMs * mostSlotsPerSample) {
      run.push(reading);
      continue;
    }
    // What ends a run too short to be a series may begin the next one.
    const begun = run.length < fewestSamples ? run.splice(-1) : [];
    runs.push(run);
    run = [...begun, reading];
    paceMs = begun.length > 0 ? stepMs : 0;
  }
  return run.length > 0 ? [...runs, run] : runs;
}
