import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { type NormalRange, type NormalRanges, usualNormalRanges } from '@vigil/domain/metrics/normal-ranges';
import { displayValue, type Units } from '@vigil/domain/units/unit-system';
import { type Limits, levelsOf } from './limits.ts';

interface Asked {
  readonly units: Units;
  /** What the tenant holds for normal. */
  readonly normalRanges: NormalRanges;
}

const usual: Partial<Record<MetricId, NormalRange>> = usualNormalRanges;

/**
 * The limits of a metric in the person's units: the tenant's normal range, else the published one; without ends where there
 * is neither. They orient the eye and judge nothing: alerts have their own rules.
 */
export function limitRangeOf(metric: MetricId, { units, normalRanges }: Asked): Limits {
  const own: Partial<Record<MetricId, NormalRange>> = normalRanges;
  const { low = null, high = null } = own[metric] ?? usual[metric] ?? {};
  const shown = (value: number) => displayValue(catalogue[metric], value, units);
  return { ...(low !== null && { low: shown(low) }), ...(high !== null && { high: shown(high) }) };
}

/** The same as levels to draw as thin lines. */
export function limitsOf(metric: MetricId, asked: Asked): readonly number[] {
  return levelsOf(limitRangeOf(metric, asked));
}
