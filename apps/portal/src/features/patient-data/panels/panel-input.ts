import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import type { Bucket } from '#charts/kinds/histogram.ts';
import type { TimeSpan } from '#charts/series.ts';
import type { Write } from '../messages.ts';

/** All that the panels are made from. Lists are empty until their call has answered. */
export interface PanelInput {
  readonly days: number;
  readonly granularity: Granularity;
  /** The whole range, not the zoom. */
  readonly span: TimeSpan;
  /** Unix seconds; to the minute, so that panels are not made anew every second. */
  readonly now: number;
  readonly zone: string;
  readonly units: UnitSystem;
  /** What the tenant holds for normal. */
  readonly normalRanges: NormalRanges;
  /** Value axes fitted to the data. */
  readonly fit: boolean;
  readonly locale: string;
  readonly write: Write;
  /** Readings of the day; empty on longer ranges. */
  readonly ticks: readonly Tick[];
  /** Weight, its confidence and blood pressure: readings at every range. */
  readonly bodyTicks: readonly Tick[];
  /** States of the band from a day before the span on, because a state holds until the next. */
  readonly bandTicks: readonly Tick[];
  readonly facts: readonly Tick[];
  /** Moving average of the heart rate, hourly. */
  readonly averages: readonly Tick[];
  readonly sleeps: readonly SleepRecord[];
  readonly depths: readonly Tick[];
  readonly histogram: readonly Bucket[];
  /** Means of the 28 days before the span: hourly for a day, daily beyond. */
  readonly before: readonly Tick[];
}
