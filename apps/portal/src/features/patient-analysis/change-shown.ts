import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import { converterOf } from '#charts/metric-series.ts';

/** Two averages in the person's units and how far they are apart, in those and in percent of the baseline as it is shown. */
export interface ChangeShown {
  readonly average: number;
  readonly baseline: number;
  /** With the metric's decimals: what is too small to be written is no change, and has no direction. */
  readonly by: number;
  readonly percent: number | null;
}

/** Of what is in percent itself, a change in percent would be read as one in points. */
const isShare = (metric: MetricId) => catalogue[metric].unit === '%';

/** The change as it is written: a percentage belongs to its unit, since a degree is another part of °C than of °F. */
export function changeShown(
  metric: MetricId,
  found: { readonly average: number; readonly baseline: number },
  units: UnitSystem,
): ChangeShown {
  const convert = converterOf(metric, units);
  const [average, baseline] = [convert(found.average), convert(found.baseline)];
  const by = Number((average - baseline).toFixed(catalogue[metric].decimals));
  const percent = isShare(metric) ? null : by === 0 ? 0 : baseline === 0 ? null : (100 * (average - baseline)) / baseline;
  return { average, baseline, by, percent };
}
