import { type ReactNode, useMemo } from 'react';
import { ChartCanvas } from './chart-canvas.tsx';
import { useChartTheme } from './chart-theme.ts';
import styles from './charts.module.css';
import { bottomInset, type DrawContext, type Drawing, plotColumns, plotInsets, plotRows, topInset } from './drawing.ts';
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
  /** The labels of the time axis stand under this chart. */
  readonly withAxis: boolean;
  /** There is room over the plot for marks and words; absent, only where annotations are on screen. */
  readonly withLane?: boolean;
  /** Stands beside the line of the present, when that is on screen. */
  readonly nowLabel?: string | undefined;
  /** Moments that the pointer is drawn to. Unix seconds. */
  readonly snapTo: readonly number[];
  /** The chart in words, for those who do not see it. */
  readonly summary: string;
  readonly interaction: ChartInteraction;
  /** A person marked a stretch, or asked for everything again (null); absent, the chart does not zoom. */
  readonly onZoom?: ((span: TimeSpan | null) => void) | undefined;
}

/** One chart of a stack on a shared time axis, with the shared cursor and the shared zoom. */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { draw, backdrop, span, ticks, width, height, withAxis, nowLabel, snapTo, summary, interaction, onZoom } = props;
  const theme = useChartTheme();
  const columns = plotColumns(width);
  const { from, to } = span;
  const top = topInset(props.withLane ?? (backdrop.annotations ?? []).some(({ at }) => at >= from && at < to));
  const rows = plotRows(height, top, bottomInset(withAxis));
  const option = useMemo(() => {
    const context: DrawContext = { span: { from, to }, columns, rows, theme };
    const drawing = draw(context);
    return framed(drawing, backdropLayers(backdrop, drawing.axis, context), context.span, ticks, theme, withAxis, top);
  }, [draw, backdrop, from, to, columns, rows, theme, ticks, withAxis, top]);

  return (
    <div className={styles.chart} style={{ height }}>
      <div role="img" aria-label={summary}>
        <ChartCanvas option={width > 0 ? option : null} width={width} height={height} />
      </div>
      <p className={styles.inWords} aria-hidden="true">
        {summary}
      </p>
      <Pointer span={span} top={top} bottom={bottomInset(withAxis)} snapTo={snapTo} interaction={interaction} onZoom={onZoom} />
      {nowLabel !== undefined && <NowLabel now={backdrop.now} span={span} text={nowLabel} columns={columns} />}
    </div>
  );
}

interface NowLabelProps {
  readonly now: number | undefined;
  readonly span: TimeSpan;
  readonly text: string;
  readonly columns: number;
}

/** Names the line of the present; on its left where the right edge would cut the word off. */
function NowLabel({ now, span, text, columns }: NowLabelProps): ReactNode {
  if (now === undefined || now <= span.from || now >= span.to) return null;
  const share = (now - span.from) / (span.to - span.from);
  return (
    <span className={styles.now} data-left={share > 0.5} style={{ left: plotInsets.left + share * columns }} aria-hidden="true">
      {text}
    </span>
  );
}
