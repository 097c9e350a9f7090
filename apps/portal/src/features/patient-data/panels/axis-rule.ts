import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayValue } from '@vigil/domain/units/unit-system';
import type { AxisRule } from '#charts/value-axis.ts';
import type { PanelInput } from './panel-input.ts';

/** The specification gives the ends of the weight axis in pounds; the catalogue keeps them in kilograms, rounded. */
const weightAxisPounds = [100, 260] as const;

/** The value axis of a metric in the person's units: the specified ends, from zero for what is counted, or fitted on demand. */
export function axisRuleOf(metric: MetricId, input: Pick<PanelInput, 'units' | 'fit'>): AxisRule {
  const entry = catalogue[metric];
  if (entry.kind === 'count') return { kind: 'from-zero' };
  if (input.fit) return { kind: 'fit' };
  if (metric === 'weight' && input.units === 'imperial') return { kind: 'specified', low: weightAxisPounds[0], high: weightAxisPounds[1] };
  const [low, high] = entry.axis.map((end) => displayValue(entry, end, input.units));
  return { kind: 'specified', low: low ?? 0, high: high ?? 1 };
}
