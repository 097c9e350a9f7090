import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickSource } from '@vigil/domain/metrics/counting';
import type { HourReading } from '#services/ticks-store/index.ts';
import { bloodPressure, type ObservationKey, type ObservedThing } from './observation-key.ts';

/** Readings that become one Observation. */
export interface ObservationReadings {
  readonly key: ObservationKey;
  /** In order of time; of blood pressure one or two of one moment. */
  readonly readings: readonly HourReading[];
  /** Between samples, in milliseconds; 0 for a single reading. */
  readonly periodMs: number;
}

/** From so many readings an hour on they are a series of samples; sensors of a band measure at least every five minutes. */
const fewestSamples = 12;
/** Gaps of a series are written out: more of them than readings, and it is none. */
const mostSlotsPerSample = 2;
const mostSlots = 3_600;

/**
 * The Observations that an hour of a member's readings makes. Readings of one metric and source at an even pace are one series of samples
 * (SampledData), exact to the millisecond; all others are Observations of their own, and so are both pressures of a moment together.
 * In order of time.
 */
export function observationsOfHour(userId: string, hourMs: number, readings: readonly HourReading[]): ObservationReadings[] {
  const groups = Map.groupBy(readings, ({ metric, source }) => `${thingOf(metric)} ${source}`);
  return [...groups.values()].flatMap((group) => ofGroup(userId, hourMs, group)).sort(byTime);
}

const thingOf = (metric: string): ObservedThing => (metric === 'systolic' || metric === 'diastolic' ? bloodPressure : (metric as MetricId));

/** By when it began, then by what tells it from others. */
export function byTime(one: ObservationReadings, other: ObservationReadings): number {
  return startOf(one) - startOf(other) || (orderOf(one) < orderOf(other) ? -1 : 1);
}

export const startOf = ({ readings }: ObservationReadings): number => readings[0]?.timestampMs ?? 0;
export const orderOf = ({ key }: ObservationReadings): string => `${key.thing} ${key.source} ${key.kind}`;

function ofGroup(userId: string, hourMs: number, group: readonly HourReading[]): ObservationReadings[] {
  const { metric, source } = group[0] as HourReading;
  const thing = thingOf(metric);
  const periodMs = thing === bloodPressure ? 0 : samplingPeriodMs(group);
  if (periodMs > 0) return [{ key: { userId, thing, source, kind: 'samples', timestampMs: hourMs }, readings: group, periodMs }];
  const moments = Map.groupBy(group, ({ timestampMs }) => timestampMs);
  return [...moments].map(([timestampMs, readings]) => single({ userId, thing, source, timestampMs }, readings));
}

/** A single reading, or both pressures of a moment. */
export function single(
  key: { userId: string; thing: ObservedThing; source: TickSource; timestampMs: number },
  readings: readonly HourReading[],
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
  return slots <= Math.min(mostSlots, readings.length * mostSlotsPerSample) ? period : 0;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
