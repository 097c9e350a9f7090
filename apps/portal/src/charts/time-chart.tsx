import { type ReactNode, useMemo } from 'react';
import { ChartCanvas } from './chart-canvas.tsx';
import { useChartTheme } from './chart-theme.ts';
import styles from './charts.module.css';
import { type DrawContext, type Drawing, plotInsets } from './drawing.ts';
import { framed } from './frame.ts';
import type { ChartInteraction } from './interaction.ts';
import { type Backdrop, backdropLayers } from './kinds/backdrop.ts';
import { Pointer } from './pointer.tsx';
import type { TimeSpan } from './series.ts';
import { timeTicks } from './time-axis.ts';

/** Pixels that a time label needs with the room around it. */
const labelWidth = 76;

export interface TimeChartProps {
  /** Draws the data; must keep its identity while the data does. */
  readonly draw: (context: DrawContext) => Drawing;
  readonly backdrop: Backdrop;
  readonly span: TimeSpan;
  /** IANA zone that the axis is written in, and the language of its labels. */
  readonly zone: string;
  readonly locale: string;
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
  const { draw, backdrop, span, zone, locale, width, height, summary, interaction, onZoom } = props;
  const theme = useChartTheme();
  const columns = Math.max(1, Math.floor(width - plotInsets.left - plotInsets.right));
  const { from, to } = span;
  const option = useMemo(() => {
    const context: DrawContext = { span: { from, to }, columns, theme };
    const drawing = draw(context);
    const ticks = timeTicks(context.span, zone, locale, Math.max(2, Math.floor(columns / labelWidth)));
    return framed(drawing, backdropLayers(backdrop, drawing.axis, context), context.span, ticks, theme);
  }, [draw, backdrop, from, to, columns, theme, zone, locale]);

  return (
    <div className={styles.chart} style={{ height }}>
      <div role="img" aria-label={summary}>
        <ChartCanvas option={width > 0 ? option : null} width={width} height={height} />
      </div>
      <Pointer span={span} interaction={interaction} onZoom={onZoom} />
    </div>
  );
}
