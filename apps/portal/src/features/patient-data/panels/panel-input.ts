import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TimeSpan } from '#charts/series.ts';
import type { Answers } from '../data/sources.ts';
import type { Write } from '../messages.ts';
import type { AxisEnds } from '../view.ts';

/** All that the panels are made from: the answers of the sources, and how to read them. */
export interface PanelInput extends Answers {
  /** The newer page, which has what was logged as well. */
  readonly newer: boolean;
  /** Nobody knows whether there are scores: their call failed. */
  readonly anomaliesFailed: boolean;
  readonly days: number;
  readonly granularity: Granularity;
  /** The whole range, not the zoom. */
  readonly span: TimeSpan;
  /** Unix seconds; to the minute, so that panels are not made anew every second. */
  readonly now: number;
  readonly zone: string;
  readonly units: Units;
  /** What the tenant holds for normal. */
  readonly normalRanges: NormalRanges;
  readonly axes: AxisEnds;
  readonly locale: string;
  readonly write: Write;
}
