import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import { displayUnit, displayValue } from '@vigil/domain/units/unit-system';
import { markedSoFar, readingsOf, stepsOf, type TickLike } from '#charts/readings.ts';
import type { Series } from '#charts/series.ts';
import type { Write } from '../messages.ts';
import type { PanelInput } from './panel-input.ts';

type Wanted = Pick<PanelInput, 'units' | 'granularity' | 'zone' | 'days' | 'now' | 'write'>;

/** Converts kept values of a metric into the person's units. */
export function converterOf(metric: MetricId, units: PanelInput['units']): (value: number) => number {
  return (value) => displayValue(catalogue[metric], value, units);
}

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

function described(key: string, metric: MetricId, label: string, input: Wanted): Omit<Series, 'points'> {
  const entry = catalogue[metric];
  const thousands = input.days === 365 && entry.kind === 'count';
  return {
    key,
    label,
    unit: unitText(displayUnit(entry, input.units), input.write),
    decimals: entry.decimals,
    tone: entry.family,
    ...(thousands ? { thousands } : {}),
  };
}

/** A unit that is a word or its abbreviation, in the person's language; a symbol as it is. */
export function unitText(unit: string, write: Write): string {
  return unit === 'steps' || unit === 'br/min' ? write(`unit.${unit}`) : unit;
}

/** Every reading of a metric. */
export function readingSeries(metric: MetricId, label: string, ticks: readonly TickLike[], input: Wanted): Series {
  const points = readingsOf(ticks, metric, catalogue[metric].zeroCounts, converterOf(metric, input.units));
  return { ...described(metric, metric, label, input), points };
}

/** The step of `granularity` that holds a moment. */
export function stepAtOf(
  granularity: Wanted['granularity'],
  zone: string,
): (timestamp: number) => { readonly from: number; readonly to: number } {
  return (timestamp) => {
    const from = startOfStep(timestamp, granularity, zone);
    return { from, to: nextStep(from, granularity, zone) };
  };
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
  const stepAt = stepAtOf(options.granularity ?? input.granularity, input.zone);
  const names = {
    value: `${metric}_${reduction}`,
    ...(options.range ? { low: `${metric}_min`, high: `${metric}_max`, count: `${metric}_count` } : {}),
  };
  const points = stepsOf(facts, names, catalogue[metric].zeroCounts, stepAt, converterOf(metric, input.units));
  const isDerived = facts.some((fact) => fact.derived?.[names.value] !== undefined);
  const shown = isDerived ? input.write('stat.derived', { label }) : label;
  return { ...described(names.value, metric, shown, input), points: options.rolling ? points : markedSoFar(points, input.now) };
}
