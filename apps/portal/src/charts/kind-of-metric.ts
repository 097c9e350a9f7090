import { catalogue, isMetricId, type MetricId } from '@vigil/domain/metrics/catalogue';
import { isOccasional } from './gaps.ts';
import type { ChartKindName } from './kinds/kinds.ts';
import { pointsWithin, type Series, type TimeSpan } from './series.ts';

/** What is charted under one name: a metric, or what is made of several of them or of what people log. */
export type Charted = MetricId | 'sleep' | 'blood_pressure' | 'meals' | 'medications' | 'workouts';

/** Ranges of a day and less show the stages of sleep and the states of the band; longer ones a figure of each night and day. */
const mostDetailedDays = 1;

/**
 * The kind of chart of a metric over so many days (specification, states and transitions): sleep over more than 1 day becomes a
 * sleep line, the band's states a stacked bar.
 */
export function chartKindOf(charted: Charted, days: number): ChartKindName {
  const detailed = days <= mostDetailedDays;
  if (charted === 'sleep' || charted === 'sleep_depth') return detailed ? 'sleep-depth' : 'basic-line';
  if (charted === 'band_removed') return detailed ? 'band-states' : 'composed-bar';
  if (charted === 'blood_pressure' || charted === 'systolic' || charted === 'diastolic') return 'blood-pressure';
  if (charted === 'meals') return 'meal-dots';
  if (charted === 'medications' || charted === 'workouts') return 'log-dots';
  if (charted === 'weight') return 'reading-dots';
  if (isMetricId(charted) && catalogue[charted].kind === 'count') return 'basic-bar';
  return detailed ? 'basic-line' : 'band-line';
}

const lines: readonly ChartKindName[] = ['basic-line', 'band-line'];

/**
 * The kind that draws what there is: a line of readings taken now and then has nothing to join, so each is a dot, and where one
 * point is all there is, it is the one-point line (specification).
 */
export function drawnKind(kind: ChartKindName, series: readonly Series[], span: TimeSpan): ChartKindName {
  const [first] = series;
  if (first === undefined || !lines.includes(kind)) return kind;
  if (pointsWithin(first.points, span).length === 1) return 'one-point-line';
  return isOccasional(first.points) ? 'reading-dots' : kind;
}
