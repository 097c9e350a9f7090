import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { type NormalRange, usualNormalRanges } from '@vigil/domain/metrics/normal-ranges';
import { displayValue } from '@vigil/domain/units/unit-system';
import type { PanelInput } from './panel-input.ts';

const usual: Partial<Record<MetricId, NormalRange>> = usualNormalRanges;

/**
 * The limits of a metric in the person's units, drawn as thin lines: the tenant's normal range, else the published one; none
 * where there is neither. They orient the eye and judge nothing: alerts have their own rules.
 */
export function limitsOf(metric: MetricId, { units, normalRanges }: Pick<PanelInput, 'units' | 'normalRanges'>): readonly number[] {
  const own: Partial<Record<MetricId, NormalRange>> = normalRanges;
  const { low = null, high = null } = own[metric] ?? usual[metric] ?? {};
  return [low, high].filter((limit) => limit !== null).map((limit) => displayValue(catalogue[metric], limit, units));
}
