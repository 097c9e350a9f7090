import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Parcel } from '../delivery.ts';

/**
 * Parcels with all their times and values in two arrays. A Bundle about many members has tens of thousands of series of a
 * tick or two, and taking so many small arrays out of a message would hold the event loop.
 */
export interface PackedParcels {
  readonly parcels: readonly (Omit<Parcel, 'series'> & {
    readonly metrics: readonly MetricId[];
    /** Ticks of each series. */
    readonly lengths: readonly number[];
  })[];
  readonly timestampsMs: Float64Array;
  readonly values: Float64Array;
}

export function packParcels(parcels: readonly Parcel[]): PackedParcels {
  const all = parcels.flatMap(({ series }) => series);
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
    parcels: parcels.map(({ series, ...parcel }) => ({
      ...parcel,
      metrics: series.map(({ metric }) => metric),
      lengths: series.map((one) => one.values.length),
    })),
    timestampsMs,
    values,
  };
}

export function unpackParcels({ parcels, timestampsMs, values }: PackedParcels): Parcel[] {
  let at = 0;
  return parcels.map(({ metrics, lengths, ...parcel }) => ({
    ...parcel,
    series: metrics.map((metric, index) => {
      const from = at;
      at += lengths[index] ?? 0;
      return { metric, timestampsMs: timestampsMs.subarray(from, at), values: values.subarray(from, at) };
    }),
  }));
}
