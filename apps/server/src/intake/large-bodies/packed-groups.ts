import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickGroup } from '../delivery.ts';

/**
 * Groups with all their times and values in two arrays. A Bundle about many members has tens of thousands of series of a
 * tick or two, and taking so many small arrays out of a message would hold the event loop.
 */
export interface PackedGroups {
  readonly groups: readonly (Omit<TickGroup, 'series'> & {
    readonly metrics: readonly MetricId[];
    /** Ticks of each series. */
    readonly lengths: readonly number[];
  })[];
  readonly timestampsMs: Float64Array;
  readonly values: Float64Array;
}

export function packGroups(groups: readonly TickGroup[]): PackedGroups {
  const all = groups.flatMap(({ series }) => series);
  const ticks = all.reduce((sum, { values }) => sum + values.length, 0);
  const timestampsMs = new Float64Array(ticks);
  const values = new Float64Array(ticks);
  let at = 0;
  for (const series of all) {
    timestampsMs.set(series.timestampsMs, at);
    values.set(series.values, at);
    at += series.values.length;
  }
  return {
    groups: groups.map(({ series, ...group }) => ({
      ...group,
      metrics: series.map(({ metric }) => metric),
      lengths: series.map((one) => one.values.length),
    })),
    timestampsMs,
    values,
  };
}

export function unpackGroups({ groups, timestampsMs, values }: PackedGroups): TickGroup[] {
  let at = 0;
  return groups.map(({ metrics, lengths, ...group }) => ({
    ...group,
    series: metrics.map((metric, index) => {
      const from = at;
      at += lengths[index] ?? 0;
      return { metric, timestampsMs: timestampsMs.subarray(from, at), values: values.subarray(from, at) };
    }),
  }));
}
