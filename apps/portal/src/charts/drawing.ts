import type { ComposeOption, CustomSeriesOption, LineSeriesOption } from 'echarts';
import type { ChartTheme } from './chart-theme.ts';
import type { TimeSpan } from './series.ts';
import { unionAxis, type ValueAxis } from './value-axis.ts';

export type DrawnSeries = LineSeriesOption | CustomSeriesOption;
export type ChartOption = ComposeOption<DrawnSeries>;

/** Where a chart kind draws: the visible span, how many pixels wide it is, and the colours. */
export interface DrawContext {
  readonly span: TimeSpan;
  readonly columns: number;
  readonly theme: ChartTheme;
}

/** What a chart kind makes of its data: its value axis and its layers, the first one at the back. */
export interface Drawing {
  readonly axis: ValueAxis;
  readonly layers: readonly DrawnSeries[];
  /** Words in place of numbers at the ticks of the value axis. */
  readonly tickLabels?: ReadonlyMap<number, string>;
}

/** Several kinds over each other on one pair of axes. */
export function composed(drawings: readonly [Drawing, ...Drawing[]]): Drawing {
  const [first, ...others] = drawings;
  return {
    axis: others.reduce((axis, drawing) => unionAxis(axis, drawing.axis), first.axis),
    layers: drawings.flatMap((drawing) => drawing.layers),
    ...(first.tickLabels === undefined ? {} : { tickLabels: first.tickLabels }),
  };
}

/** Pixels around the plot: the same in every chart, so that one time stands on one vertical line down the whole page. */
export const plotInsets = { left: 46, right: 14, top: 8, bottom: 22 } as const;

/** The plot exactly within its insets: the library would otherwise shrink it to make room for a long label, each chart differently. */
export const plotGrid = { ...plotInsets, outerBoundsMode: 'none' } as const;

/** Pixels that the plot of a chart is wide, at least one. */
export function plotColumns(chartWidth: number): number {
  return Math.max(1, Math.floor(chartWidth - plotInsets.left - plotInsets.right));
}
