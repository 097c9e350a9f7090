import { type ReactNode, useMemo } from 'react';
import { ChartCanvas } from '#charts/chart-canvas.tsx';
import { useChartTheme } from '#charts/chart-theme.ts';
import { histogram } from '#charts/kinds/histogram.ts';
import type { HistogramPanel } from '../panels/panel.ts';

/** The share of readings in each bucket; its horizontal axis is the value, not time, so the cursor does not cross it. */
export function HistogramChart({ panel, width, summary }: { panel: HistogramPanel; width: number; summary: string }): ReactNode {
  const theme = useChartTheme();
  const option = useMemo(() => histogram(panel.buckets, panel.axisEnds, theme.tones[panel.tone], theme), [panel, theme]);
  return (
    <div role="img" aria-label={summary}>
      <ChartCanvas option={option} width={width} height={panel.height} />
    </div>
  );
}
