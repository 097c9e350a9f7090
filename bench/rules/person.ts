import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { StateInterval } from '@vigil/domain/timeframe/state-runs';

/** Readings of one metric in order of time: Unix seconds, and values in the catalogue's unit. */
export interface Column {
  readonly seconds: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** A person with everything that was read of them. */
export interface Person {
  readonly timeZone: string;
  /** As yyyy-MM-dd; null: unknown. */
  readonly birthDate: string | null;
  readonly columns: ReadonlyMap<MetricId, Column>;
  /** When the band is known to have been worn; null: as it says itself. */
  readonly worn: readonly StateInterval[] | null;
  /** The stretch [from, to) that is replayed. Unix seconds. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}
