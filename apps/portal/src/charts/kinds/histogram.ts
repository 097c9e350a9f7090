import type { ChartTheme } from '../chart-theme.ts';
import { bottomInset, type ChartOption, plotGrid } from '../drawing.ts';
import { valueAxis } from '../value-axis.ts';
import { rectangle, shapesLayer } from './shapes.ts';

export interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Width of the specified heart-rate buckets. */
export const heartRateBucketBpm = 10;

/** Both ends of the axis of values: those given, and as far as there are readings. */
export function histogramEnds(buckets: readonly Bucket[], [low, high]: readonly [number, number]): readonly [number, number] {
  const filled = buckets.filter((bucket) => bucket.count > 0);
  return [Math.min(low, ...filled.map((bucket) => bucket.from)), Math.max(high, ...filled.map((bucket) => bucket.to))];
}

/** Histogram: how often values lay in each bucket, as a share of all readings in percent. */
export function histogram(buckets: readonly Bucket[], axisEnds: readonly [number, number], color: string, theme: ChartTheme): ChartOption {
  const total = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  const shares = buckets.map((bucket) => ({ ...bucket, share: total === 0 ? 0 : (bucket.count / total) * 100 }));
  const filled = shares.filter((bucket) => bucket.count > 0);
  const [min, max] = histogramEnds(buckets, axisEnds);
  const top = Math.max(0, ...shares.map((bucket) => bucket.share));
  const axis = valueAxis({ kind: 'from-zero' }, { low: 0, high: top || 1 }, null, 3);
  const label = { color: theme.axis, fontSize: theme.fontSize, fontFamily: theme.fontFamily };
  const ticks = Array.from({ length: Math.floor(max / 20) - Math.ceil(min / 20) + 1 }, (_, index) => (Math.ceil(min / 20) + index) * 20);
  return {
    animation: false,
    grid: { ...plotGrid, bottom: bottomInset(true) },
    xAxis: {
      type: 'value',
      min,
      max,
      axisLine: { lineStyle: { color: theme.grid } },
      axisTick: { show: false, customValues: ticks },
      axisLabel: { ...label, customValues: ticks, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: axis.min,
      max: axis.max,
      axisLine: { show: false },
      axisTick: { show: false, customValues: [...axis.ticks] },
      axisLabel: { ...label, customValues: [...axis.ticks], formatter: '{value} %' },
      splitLine: { lineStyle: { color: theme.grid } },
    },
    series: [
      shapesLayer('histogram', filled, (bucket, place) =>
        rectangle(place([bucket.from, 0]), place([bucket.to, bucket.share]), { color, opacity: 0.85 }, 2, 1.5),
      ),
    ],
  };
}
