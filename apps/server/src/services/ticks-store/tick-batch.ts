import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickSource } from '@vigil/domain/metrics/counting';

export type { TickSource };

/** One metric's ticks, columns of equal length, in any order. Values in the catalogue's unit, already found plausible. */
export interface TickSeries {
  readonly metric: MetricId;
  /** Milliseconds since 1970. */
  readonly timestampsMs: Float64Array;
  readonly values: Float64Array;
}

/** Normalised ticks of one member: what every intake format ends in and the only thing the ticks store takes. */
export interface TickBatch {
  readonly tenantId: string;
  readonly userId: string;
  readonly source: TickSource;
  /** Id of the device that measured; null for manual and imported values without one. */
  readonly deviceId: string | null;
  readonly receivedAtMs: number;
  readonly series: readonly TickSeries[];
}
