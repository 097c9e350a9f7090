import { type ReactNode, useMemo } from 'react';
import { ChartCanvas } from './chart-canvas.tsx';
import { useChartTheme } from './chart-theme.ts';
import { type Bucket, histogram } from './kinds/histogram.ts';
import type { Tone } from './series.ts';

interface HistogramPlotProps {
  readonly buckets: readonly Bucket[];
  readonly tone: Tone;
  /** The ends of the axis of values while no reading lies beyond them. */
  readonly axisEnds: readonly [number, number];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly summary: string;
}

/** The share of readings in each bucket; its horizontal axis is the value, not time, so the cursor of other charts does not cross it. */
export function HistogramPlot({ buckets, tone, axisEnds, width, height, summary }: HistogramPlotProps): ReactNode {
  const theme = useChartTheme();
  const [low, high] = axisEnds;
  const option = useMemo(() => histogram(buckets, [low, high], theme.tones[tone], theme), [buckets, low, high, tone, theme]);
  return (
    <div role="img" aria-label={summary}>
      <ChartCanvas option={option} width={width} height={height} />
    </div>
  );
}
