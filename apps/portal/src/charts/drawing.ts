import type { ComposeOption, CustomSeriesOption, LineSeriesOption } from 'echarts';
import type { ChartTheme } from './chart-theme.ts';
import { extremesOf, pointsWithin, type Series, type TimeSpan } from './series.ts';
import { type AxisRule, type ValueAxis, valueAxis } from './value-axis.ts';

export type DrawnSeries = LineSeriesOption | CustomSeriesOption;
export type ChartOption = ComposeOption<DrawnSeries>;

/** Where a chart kind draws: the visible span, how many pixels the plot is wide and high, and the colours. */
export interface DrawContext {
  readonly span: TimeSpan;
  readonly columns: number;
  readonly rows: number;
  readonly theme: ChartTheme;
}

/** What a chart kind makes of its data: its value axis and its layers, the first one at the back. */
export interface Drawing {
  readonly axis: ValueAxis;
  readonly layers: readonly DrawnSeries[];
  /** Words in place of numbers at the ticks of the value axis. */
  readonly tickLabels?: ReadonlyMap<number, string>;
  /** Its ticks have lines although they are labelled in words: they are values, not rows. */
  readonly lined?: boolean;
}

/** One axis with room for all series on screen. */
export function axisOfAll(rule: AxisRule, all: readonly Series[], { span }: DrawContext): ValueAxis {
  return valueAxis(rule, extremesOf(all.flatMap((series) => pointsWithin(series.points, span))), span);
}

/** Several kinds over each other on one value axis, which has room for the data of all of them; empty ones have no say. */
export function composed(axis: ValueAxis, drawings: readonly Drawing[]): Drawing {
  return { axis, layers: drawings.flatMap((drawing) => drawing.layers) };
}

/** Pixels around the plot, on the left as many as the longest row label in any language needs: the same in every chart, so that one time stands on one vertical line down the whole page. */
export const plotInsets = { left: 64, right: 14, top: 8, bottom: 7 } as const;

/** Pixels of the labels of the time axis, under the chart that carries it for its group. */
const axisPixels = 15;

/** Pixels of the lane over the plot in which annotations and the present are named, so that nothing covers data. */
const lanePixels = 14;

/** Pixels over the plot, with the lane or without. */
export function topInset(withLane: boolean): number {
  return plotInsets.top + (withLane ? lanePixels : 0);
}

/** Pixels under the plot, with the time axis or without. */
export function bottomInset(withAxis: boolean): number {
  return plotInsets.bottom + (withAxis ? axisPixels : 0);
}

/** Pixels of a chart whose plot is as high with the time axis under it, and the lane over it, as without. */
export function chartHeight(height: number, withAxis: boolean, withLane = false): number {
  return height + (withAxis ? axisPixels : 0) + (withLane ? lanePixels : 0);
}

/** The plot exactly within its insets: the library would otherwise shrink it to make room for a long label, each chart differently. */
export const plotGrid = { ...plotInsets, outerBoundsMode: 'none' } as const;

/** Pixels that the plot of a chart is high, at least one. */
export function plotRows(chartHeight: number, top: number, bottom: number): number {
  return Math.max(1, chartHeight - top - bottom);
}

/** Pixels that the plot of a chart is wide, at least one. */
export function plotColumns(chartWidth: number): number {
  return Math.max(1, Math.floor(chartWidth - plotInsets.left - plotInsets.right));
}
