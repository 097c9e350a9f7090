import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { countedValues, type MemberRange, rangeParameters } from './member-range.ts';

/**
 * Width of a bucket in the metric's unit. Heart rate's 10 bpm is the specification's; the others divide the metric's usual
 * range into some ten to thirty buckets at a round figure, and states have one bucket for each code.
 */
const bucketWidths: Readonly<Record<MetricId, number>> = {
  heart_rate: 10,
  rhr: 10,
  rmssd: 10,
  resp_rate: 2,
  spo2: 1,
  skin_temp: 0.5,
  body_temp: 0.5,
  gsr: 1,
  steps: 10,
  calories: 1,
  distance: 10,
  sleep_depth: 1,
  sleep_efficiency: 5,
  weight: 1,
  weight_conf: 10,
  systolic: 10,
  diastolic: 10,
  glucose: 10,
  insulin: 1,
  band_removed: 1,
  battery: 10,
};

/** [from, to) in the metric's unit, and how many moments had a value in it. */
export interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * How often did each metric have which values? One count per moment (device before manual before imported). Buckets run
 * without holes from the lowest to the highest value; a metric without ticks is absent.
 */
export async function readHistogram(
  engine: TicksEngine,
  range: Omit<MemberRange, 'metrics'> & { readonly metrics: readonly MetricId[] },
): Promise<Record<string, Bucket[]>> {
  const rows = await engine.query<{ metric: MetricId; buckets: [index: number, count: number][] }>(
    `select metric, groupArray((bucket, n)) as buckets
     from (
       select metric, toInt64(floor(value / transform(metric, {metrics:Array(String)}, {widths:Array(Float64)}, 1.))) as bucket, count() as n
       from (${countedValues(range.metrics)})
       group by metric, bucket
     )
     group by metric`,
    { ...rangeParameters(range), widths: range.metrics.map((metric) => bucketWidths[metric]) },
  );
  return Object.fromEntries(rows.map(({ metric, buckets }) => [metric, withoutHoles(buckets, bucketWidths[metric])]));
}

function withoutHoles(found: readonly (readonly [number, number])[], width: number): Bucket[] {
  const counts = new Map(found);
  const indexes = [...counts.keys()];
  const [lowest, highest] = [Math.min(...indexes), Math.max(...indexes)];
  return Array.from({ length: highest - lowest + 1 }, (_, i) => ({
    from: (lowest + i) * width,
    to: (lowest + i + 1) * width,
    count: counts.get(lowest + i) ?? 0,
  }));
}
