import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { readingSeries as readingsOfMetric, stepSeries as stepsOfMetric } from '#charts/metric-series.ts';
import type { TickLike } from '#charts/readings.ts';
import type { Series } from '#charts/series.ts';
import type { Write } from '../messages.ts';
import type { PanelInput } from './panel-input.ts';

type Wanted = Pick<PanelInput, 'units' | 'granularity' | 'zone' | 'days' | 'now' | 'write'>;

export function metricLabel(metric: MetricId, write: Write): string {
  return metric in labelled ? write(`metric.${metric as keyof typeof labelled}`) : catalogue[metric].label;
}

const labelled = {
  heart_rate: 1,
  rhr: 1,
  rmssd: 1,
  resp_rate: 1,
  spo2: 1,
  skin_temp: 1,
  body_temp: 1,
  gsr: 1,
  steps: 1,
  calories: 1,
  sleep_efficiency: 1,
  weight: 1,
  systolic: 1,
  diastolic: 1,
  glucose: 1,
  battery: 1,
  band_removed: 1,
} as const;

/** As this page shows its metrics. */
function shownOf(label: string, { units, days, write }: Wanted) {
  return { units, label, unitText: (unit: string) => unitText(unit, write), yearly: days === 365 };
}

/** A unit that is a word or its abbreviation, in the person's language; a symbol as it is. */
export function unitText(unit: string, write: Write): string {
  return unit === 'steps' || unit === 'br/min' ? write(`unit.${unit}`) : unit;
}

/** Every reading of a metric. */
export function readingSeries(metric: MetricId, label: string, ticks: readonly TickLike[], input: Wanted): Series {
  return readingsOfMetric(metric, ticks, shownOf(label, input));
}

/** A reduction of a metric per step of `granularity`, with the lowest and highest reading where `range` is asked. A `rolling` one looks back from its step and is never half done. */
export function stepSeries(
  metric: MetricId,
  reduction: string,
  label: string,
  facts: readonly TickLike[],
  input: Wanted,
  options: { readonly range?: boolean; readonly granularity?: Wanted['granularity']; readonly rolling?: boolean } = {},
): Series {
  const isDerived = facts.some((fact) => fact.derived?.[`${metric}_${reduction}`] !== undefined);
  const shown = shownOf(isDerived ? input.write('stat.derived', { label }) : label, input);
  return stepsOfMetric(metric, facts, {
    granularity: input.granularity,
    ...options,
    ...shown,
    reduction,
    zone: input.zone,
    now: input.now,
  });
}
