import { type ReactNode, useMemo } from 'react';
import { ChartCanvas } from './chart-canvas.tsx';
import { useChartTheme } from './chart-theme.ts';
import styles from './charts.module.css';
import { type DrawContext, type Drawing, plotColumns } from './drawing.ts';
import { framed } from './frame.ts';
import type { ChartInteraction } from './interaction.ts';
import { type Backdrop, backdropLayers } from './kinds/backdrop.ts';
import { Pointer } from './pointer.tsx';
import type { TimeSpan } from './series.ts';
import type { TimeTick } from './time-axis.ts';

interface TimeChartProps {
  /** Draws the data; must keep its identity while the data does. */
  readonly draw: (context: DrawContext) => Drawing;
  readonly backdrop: Backdrop;
  readonly span: TimeSpan;
  /** Marks of the time axis, the same for every chart of a stack. */
  readonly ticks: readonly TimeTick[];
  /** Pixels; the same width for every chart of a stack. */
  readonly width: number;
  readonly height: number;
  /** The chart in words, for those who do not see it. */
  readonly summary: string;
  readonly interaction: ChartInteraction;
  /** A person marked a stretch, or asked for everything again (null). */
  readonly onZoom: (span: TimeSpan | null) => void;
}

/** One chart of a stack on a shared time axis, with the shared cursor and the shared zoom. */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { draw, backdrop, span, ticks, width, height, summary, interaction, onZoom } = props;
  const theme = useChartTheme();
  const columns = plotColumns(width);
  const { from, to } = span;
  const option = useMemo(() => {
    const context: DrawContext = { span: { from, to }, columns, theme };
    const drawing = draw(context);
    return framed(drawing, backdropLayers(backdrop, drawing.axis, context), context.span, ticks, theme);
  }, [draw, backdrop, from, to, columns, theme, ticks]);

  return (
    <div className={styles.chart} style={{ height }}>
      <div role="img" aria-label={summary}>
        <ChartCanvas option={width > 0 ? option : null} width={width} height={height} />
      </div>
      <Pointer span={span} interaction={interaction} onZoom={onZoom} />
    </div>
  );
}
