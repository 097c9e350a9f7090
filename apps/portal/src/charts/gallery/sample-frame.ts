import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Units } from '@vigil/domain/units/unit-system';
import type { Annotation } from '../annotations.ts';
import type { ChartProps } from '../chart-props.ts';
import { axisRuleOf } from '../metric-axis.ts';
import { limitRangeOf } from '../metric-limits.ts';
import type { TimeSpan } from '../series.ts';

export const sampleStates = ['full', 'one', 'gaps', 'dense', 'narrow', 'empty', 'loading', 'error'] as const;
export type SampleState = (typeof sampleStates)[number];

export const zone = 'America/Los_Angeles';
export const hour = 3600;
export const dayLong = 24 * hour;
/** Thursday, 19 November 2026, midnight in Los Angeles; and the 28 days until its end. */
export const midnight = Date.parse('2026-11-19T08:00:00Z') / 1000;
export const day: TimeSpan = { from: midnight, to: midnight + dayLong };
export const month: TimeSpan = { from: midnight - 27 * dayLong, to: midnight + dayLong };
export const now = midnight + 21 * hour;

/** A number in [0, 1) that looks random and is always the same. */
export function noise(index: number, seed: number): number {
  const x = Math.sin(index * 12.9898 + seed * 78.233) * 43_758.5453;
  return x - Math.floor(x);
}

/** What is left of a full series in a state. */
export function inState<Item>(state: SampleState, all: readonly Item[]): readonly Item[] {
  if (state === 'empty' || state === 'loading' || state === 'error') return [];
  if (state === 'one') return all.slice(Math.floor(all.length * 0.6), Math.floor(all.length * 0.6) + 1);
  if (state === 'gaps')
    return all.filter((_, index) => index < all.length * 0.25 || (index > all.length * 0.4 && index < all.length * 0.7));
  return all;
}

export const shownOf = (metric: MetricId, units: Units) => ({ units, limits: limitRangeOf(metric, { units, normalRanges: {} }) });
export const axisOf = (metric: MetricId, units: Units, usual: readonly (TimeSpan & { low: number; high: number })[] = []) =>
  axisRuleOf(metric, { units, axes: 'fit', normalRanges: {} }, { usual });

export const annotations: readonly Annotation[] = [
  { at: midnight + 9.5 * hour, kind: 'note', label: 'Called, feels well' },
  { at: midnight + 13 * hour, kind: 'medication', label: 'Metoprolol 25 → 50 mg' },
  { at: midnight + 17.6 * hour, kind: 'alert', label: 'Heart rate high for 20 min' },
];
export const monthAnnotations: readonly Annotation[] = [
  { at: midnight - 19 * dayLong, kind: 'medication', label: 'Lisinopril 10 mg begun' },
  { at: midnight - 8.4 * dayLong, kind: 'alert', label: 'Resting heart rate above usual for 3 days' },
  { at: midnight - 8.2 * dayLong, kind: 'action', label: 'Follow-up call' },
  { at: midnight - 2 * dayLong, kind: 'note', label: 'Slept badly, neighbours' },
];

export type Maker = (state: SampleState, units: Units) => { readonly chart: Omit<ChartProps, 'kind' | 'frame'>; readonly span: TimeSpan };
