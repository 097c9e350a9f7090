import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { roundTo } from '@vigil/domain/units/rounding';
import { displayDecimals, type Units } from '@vigil/domain/units/unit-system';
import { converterOf } from '#charts/metric-series.ts';

/** Two averages in the person's units and how far they are apart, in those and in percent of the baseline as it is shown. */
export interface ChangeShown {
  readonly average: number;
  readonly baseline: number;
  /** Of the two figures as they are written, so that nobody reads 94, 94 and a change of −1: what is too small to be written is none. */
  readonly by: number;
  readonly percent: number | null;
}

/** Of what is in percent itself, a change in percent would be read as one in points. */
const isShare = (metric: MetricId) => catalogue[metric].unit === '%';

/** The change as it is written: a percentage belongs to its unit, since a degree is another part of °C than of °F. */
export function changeShown(metric: MetricId, found: { readonly average: number; readonly baseline: number }, units: Units): ChangeShown {
  const convert = converterOf(metric, units);
  const [average, baseline] = [convert(found.average), convert(found.baseline)];
  const decimals = displayDecimals(catalogue[metric], units);
  const asWritten = (value: number) => roundTo(value, decimals);
  const by = asWritten(asWritten(average) - asWritten(baseline));
  const percent = isShare(metric) ? null : by === 0 ? 0 : baseline === 0 ? null : (100 * (average - baseline)) / baseline;
  return { average, baseline, by, percent };
}
