import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import { exportDecimals, roundTo } from '@vigil/domain/units/rounding';
import { displayValue, type Units } from '@vigil/domain/units/unit-system';
import type { UsualStretch } from './kinds/backdrop.ts';
import { limitsOf } from './metric-limits.ts';
import type { AxisRule } from './value-axis.ts';

/** The specification gives the ends of the weight axis in pounds; the catalogue keeps them in kilograms, rounded. */
const weightAxisPounds = [100, 260] as const;

/**
 * A fitted axis covers at least this much, in the units that are kept: about twice a change that means something at the
 * bedside (2 kg of weight, 3 % of SpO2, 10 bpm at rest, half a degree), so that such a change is seen and noise is not.
 */
const leastCover: Partial<Record<MetricId, number>> = {
  heart_rate: 30,
  rhr: 20,
  rmssd: 20,
  resp_rate: 6,
  spo2: 6,
  skin_temp: 2,
  body_temp: 2,
  gsr: 2,
  glucose: 40,
  weight: 4,
  systolic: 40,
  battery: 40,
  sleep_efficiency: 20,
};

interface Asked {
  readonly units: Units;
  /** Fitted to what there is to see, or the specified ends. */
  readonly axes: 'fit' | 'standard';
  readonly normalRanges: NormalRanges;
}

interface Beside {
  readonly usual?: readonly UsualStretch[];
  /** Limits of which the nearest is in view; the metric's own unless given. */
  readonly limits?: readonly number[];
}

/** The value axis of a metric in the person's units: from zero for what is counted, else fitted or the standard ends. */
export function axisRuleOf(metric: MetricId, input: Asked, beside: Beside = {}): AxisRule {
  const entry = catalogue[metric];
  if (entry.kind === 'count') return { kind: 'from-zero' };
  const shown = (value: number) => roundTo(displayValue(entry, value, input.units), exportDecimals);
  const ends = ([low, high]: readonly [number, number]) => [shown(low), shown(high)] as const;
  const standard = metric === 'weight' && input.units.system === 'imperial' ? weightAxisPounds : ends(entry.axis);
  if (input.axes === 'standard') return { kind: 'specified', low: standard[0], high: standard[1] };
  return {
    kind: 'fitted',
    standard,
    bounds: ends(entry.plausible),
    least: shown(leastCover[metric] ?? (entry.axis[1] - entry.axis[0]) / 5) - shown(0),
    usual: beside.usual ?? [],
    limits: beside.limits ?? limitsOf(metric, input),
  };
}
