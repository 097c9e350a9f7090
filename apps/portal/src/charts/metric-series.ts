import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import { displayDecimals, displayUnit, displayValue, type Units } from '@vigil/domain/units/unit-system';
import type { Limits } from './limits.ts';
import { markedSoFar, readingsOf, stepsOf, type TickLike } from './readings.ts';
import type { Series } from './series.ts';

/** How a metric is shown. */
export interface MetricShown {
  readonly units: Units;
  /** Its name in the person's language; the catalogue's unless told. */
  readonly label?: string;
  /** Its unit in the person's language, of the one that the unit system gives. */
  readonly unitText?: (unit: string) => string;
  /** On the yearly view steps and calories from 1,000 on are written in thousands (specification). */
  readonly yearly?: boolean;
  /** What is normal, in the unit on screen: `limitRangeOf` has it. */
  readonly limits?: Limits;
  /** The limits are those of an alert rule, not what is normal. */
  readonly limitsOfRule?: true;
}

/** Converts kept values of a metric into the person's units. */
export function converterOf(metric: MetricId, units: Units): (value: number) => number {
  return (value) => displayValue(catalogue[metric], value, units);
}

function described(key: string, metric: MetricId, shown: MetricShown): Omit<Series, 'points'> {
  const entry = catalogue[metric];
  const unit = displayUnit(entry, shown.units);
  const thousands = shown.yearly === true && (metric === 'steps' || metric === 'calories');
  return {
    key,
    label: shown.label ?? entry.label,
    unit: shown.unitText?.(unit) ?? unit,
    decimals: displayDecimals(entry, shown.units),
    tone: entry.family,
    ...(thousands && { thousands }),
    ...(shown.limits !== undefined && { limits: shown.limits }),
    ...(shown.limitsOfRule && { limitsOfRule: true }),
  };
}

/** Every reading of a metric that counts. */
export function readingSeries(metric: MetricId, ticks: readonly TickLike[], shown: MetricShown): Series {
  const points = readingsOf(ticks, metric, catalogue[metric].zeroCounts, converterOf(metric, shown.units));
  return { ...described(metric, metric, shown), points };
}

/** The step of `granularity` that holds a moment. */
export function stepAtOf(granularity: Granularity, zone: string): (timestamp: number) => { readonly from: number; readonly to: number } {
  return (timestamp) => {
    const from = startOfStep(timestamp, granularity, zone);
    return { from, to: nextStep(from, granularity, zone) };
  };
}

/** Which fact of a metric is shown, and over which steps. */
export interface StepsShown extends MetricShown {
  /** As in `mean` of `heart_rate_mean`. */
  readonly reduction: string;
  readonly granularity: Granularity;
  readonly zone: string;
  /** Unix seconds: the step that holds it counts so far. */
  readonly now: number;
  /** With the lowest and highest reading of each step. */
  readonly range?: boolean;
  /** It looks back from its step, and is never half done. */
  readonly rolling?: boolean;
}

/** A reduction of a metric for each step of facts over time. */
export function stepSeries(metric: MetricId, facts: readonly TickLike[], shown: StepsShown): Series {
  const names = {
    value: `${metric}_${shown.reduction}`,
    ...(shown.range ? { low: `${metric}_min`, high: `${metric}_max`, count: `${metric}_count` } : {}),
  };
  const stepAt = stepAtOf(shown.granularity, shown.zone);
  const points = stepsOf(facts, names, catalogue[metric].zeroCounts, stepAt, converterOf(metric, shown.units));
  return { ...described(names.value, metric, shown), points: shown.rolling ? points : markedSoFar(points, shown.now) };
}
