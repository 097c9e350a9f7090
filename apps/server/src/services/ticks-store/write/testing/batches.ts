import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickBatch } from '../../tick-batch.ts';

export interface BatchOverrides extends Partial<Omit<TickBatch, 'series'>> {
  readonly tenantId: string;
  readonly userId: string;
  /** Metric → [milliseconds since 1970, value]. */
  readonly series: Partial<Record<MetricId, readonly (readonly [timestampMs: number, value: number])[]>>;
}

/** A batch of device ticks, written as pairs. */
export function batchOf(overrides: BatchOverrides): TickBatch {
  const series = Object.entries(overrides.series).map(([metric, ticks]) => ({
    metric: metric as MetricId,
    timestampsMs: Float64Array.from(ticks, ([timestampMs]) => timestampMs),
    values: Float64Array.from(ticks, ([, value]) => value),
  }));
  return { source: 'device', deviceId: 'band', receivedAtMs: Date.UTC(2026, 5, 1), ...overrides, series };
}

/** Ticks in a batch of `numberedSeries`. */
export const ticksPerNumber = 120;
const origin = Date.UTC(2026, 0, 1);

/** A batch's worth of ticks whose values are its number, at minutes that no other number has. */
export function numberedSeries(number: number): BatchOverrides['series'] {
  return {
    calories: Array.from({ length: ticksPerNumber }, (_, index) => [origin + (number * ticksPerNumber + index) * 60_000, number] as const),
  };
}
