import { describe, expect, it } from 'vitest';
import type { Annotation } from '../annotations.ts';
import { plainTheme } from '../chart-theme.ts';
import type { DrawContext, DrawnSeries } from '../drawing.ts';
import { readingPoint, type Series, type SeriesPoint, stepPoint } from '../series.ts';
import { annotationLayers } from './annotation-marks.ts';
import { basicBar, composedBar } from './bar.ts';
import { cappedSeries } from './capped-series.ts';
import { chartKinds } from './kinds.ts';
import { basicLine } from './line.ts';
import { occasionalDots } from './occasional-dots.ts';
import { logDots, mealDots } from './row-dots.ts';

const context: DrawContext = { span: { from: 0, to: 86_400 }, columns: 600, rows: 90, theme: plainTheme };
const axis = { kind: 'specified', low: 0, high: 200 } as const;
const series = (points: readonly SeriesPoint[], more: Partial<Series> = {}): Series => ({
  ...{ key: 'heart_rate', label: 'Heart rate', unit: 'bpm', decimals: 0, tone: 'heart', points },
  ...more,
});

type Placed = { type: string; shape?: Record<string, number>; children?: Placed[]; style?: Record<string, unknown> };
/** Shapes of a layer on a plane where one second and one unit are one pixel each. */
function shapesOf(layers: readonly DrawnSeries[], id: string): Placed[] {
  const layer = layers.find((candidate) => candidate.id === id);
  if (layer?.type !== 'custom' || layer.renderItem === undefined) throw new Error(`no layer ${id}`);
  const render = layer.renderItem as unknown as (params: { dataIndex: number }, api: { coord: (at: number[]) => number[] }) => Placed;
  return ((layer.data ?? []) as unknown[]).map((_, dataIndex) => render({ dataIndex }, { coord: ([x = 0, y = 0]) => [x, -y] }));
}
const types = (shape: Placed | undefined) => (shape?.children ?? (shape === undefined ? [] : [shape])).map(({ type }) => type);
const cornersOf = (shape: Placed | undefined) => (shape?.shape?.points ?? []) as unknown as [number, number][];
const words = (shapes: readonly Placed[]) =>
  shapes
    .flatMap(({ style, children = [] }) => [style, ...children.map((child) => child.style)])
    .flatMap((style) => (typeof style?.text === 'string' ? [style.text] : []));

describe('what happened at a moment', () => {
  const marks = (annotations: readonly Annotation[]) =>
    shapesOf(annotationLayers(annotations, { min: 0, max: 100, ticks: [] }, context), 'annotations');
  it.each([
    ['alert', 'polygon', 3],
    ['medication', 'polygon', 4],
    ['note', 'polygon', 4],
    ['action', 'circle', 0],
  ] as const)('is marked by a shape of its kind: %s', (kind, type, corners) => {
    const [line, mark] = marks([{ at: 5000, kind, label: '' }])[0]?.children ?? [];
    expect(line?.type).toBe('polyline');
    expect([mark?.type, cornersOf(mark).length]).toEqual([type, corners]);
  });
  it('shares a mark with its neighbours under their number, and an alert is never the one that is hidden', () => {
    const [shared, ...others] = marks([
      { at: 5010, kind: 'note', label: '' },
      { at: 5000, kind: 'alert', label: '' },
      { at: 5020, kind: 'action', label: '' },
    ]);
    expect(others).toEqual([]);
    expect(cornersOf(shared?.children?.[1]).length).toBe(3);
    expect(words(shared === undefined ? [] : [shared])).toEqual(['3']);
  });
  it('is not marked beyond what is on screen', () =>
    expect(annotationLayers([{ at: 90_000, kind: 'note', label: '' }], { min: 0, max: 1, ticks: [] }, context)).toEqual([]));
});

describe('rows of dots', () => {
  const meals = series([readingPoint(30_000, 1), readingPoint(44_000, 2), readingPoint(50_000, 1)], {
    key: 'meals',
    words: new Map([
      [1, 'Breakfast'],
      [2, 'Lunch'],
      [3, 'Dinner'],
    ]),
  });
  it('of meals: one for each kind in the order of their words, from the top', () =>
    expect([...(mealDots(meals, context).tickLabels ?? [])]).toEqual([
      [2.5, 'Breakfast'],
      [1.5, 'Lunch'],
      [0.5, 'Dinner'],
    ]));
  it('of meals: a dot for each', () =>
    expect(shapesOf(mealDots(meals, context).layers, 'meals:meals:dots').map(({ shape }) => shape?.cy)).toEqual([-2.5, -2.5, -1.5]));

  const log = (points: readonly SeriesPoint[]) => shapesOf(logDots([series(points)], context).layers, 'logs:dots');
  it('of a log: what was missed is hollow and crossed', () => {
    const [missed] = log([{ ...readingPoint(9000, 1), missed: true }]);
    expect(types(missed)).toEqual(['circle', 'polyline']);
    expect(missed?.children?.[0]?.style?.fill).toBe(plainTheme.card);
  });
  it('of a log: dots that would hide each other are one with their number', () =>
    expect(words(log([9000, 9100, 9200].map((at) => readingPoint(at, 1))))).toEqual(['3']));
  it('of a log: names each row above its line', () =>
    expect(words(shapesOf(logDots([series([], { label: 'Metoprolol 50 mg' })], context).layers, 'logs:names'))).toEqual([
      'Metoprolol 50 mg',
    ]));
});

describe('more readings than pixels', () => {
  const dense = (value: (index: number) => number) =>
    series(Array.from({ length: 8640 }, (_, index) => readingPoint(index * 10, value(index))));
  it('of a line keep their lowest and highest in the band behind it', () => {
    const [band] = shapesOf(
      basicLine(
        dense((index) => (index === 4000 ? 180 : index === 5000 ? 31 : 70)),
        axis,
        context,
      ).layers,
      'heart_rate:band',
    );
    const values = cornersOf(band).map(([, y]) => -y);
    expect([Math.min(...values), Math.max(...values)]).toEqual([31, 180]);
  });
  it('of a line that fits are drawn without a band', () =>
    expect(basicLine(series([0, 60, 120].map((at) => readingPoint(at, 70))), axis, context).layers.map(({ id }) => id)).toEqual([
      'heart_rate',
    ]));
  it('of bars are full to the lowest and light to the highest of those that share a pixel', () => {
    const steps = Array.from({ length: 1440 }, (_, index) =>
      stepPoint(index * 60, index * 60 + 60, index === 700 ? 150 : index === 701 ? 3 : 20),
    );
    const bars = shapesOf(basicBar(series(steps), axis, context).layers, 'heart_rate:bars').map(({ children = [] }) =>
      children.map(({ shape }) => shape?.height ?? 0),
    );
    expect(bars.length).toBeLessThanOrEqual(600);
    expect(Math.max(...bars.map(([light = 0]) => light))).toBe(150);
    expect(Math.min(...bars.map(([, full = 0]) => full))).toBe(3);
  });
  it('of dots stand on a line from the lowest to the highest, with the arrowhead of what is beyond', () => {
    const layers = occasionalDots(
      dense((index) => (index === 4000 ? 180 : 70)),
      axis,
      { high: 140 },
      context,
    ).layers;
    const shapes = shapesOf(layers, 'heart_rate:dots');
    expect(shapes.length).toBeLessThanOrEqual(60);
    expect(shapes.filter(({ children = [] }) => children.some(({ type }) => type === 'polygon'))).toHaveLength(1);
  });
});

it('arrowheads have room within the axis', () => {
  const high = occasionalDots(series([readingPoint(10, 100), readingPoint(9000, 198)]), axis, { high: 140 }, context).axis;
  expect(high.max).toBeGreaterThan(200);
});

it('a depth of sleep above 4 is one of 4, and the bars of other kinds keep their values', () => {
  const points = [stepPoint(0, 600, 6), stepPoint(600, 900, 0)];
  expect(cappedSeries('sleep-depth', [series(points)])[0]?.points.map(({ value }) => value)).toEqual([4, 1]);
  expect(cappedSeries('basic-bar', [series(points)])[0]?.points.map(({ value }) => value)).toEqual([6, 0]);
});

it('parts of a bar are told apart by their strength where colours are the reader’s own', () => {
  const parts = ['deep', 'rem', 'light'].map((key) => ({ series: series([stepPoint(0, 3600, 10)], { key }), color: '#000' }));
  const [bar] = shapesOf(composedBar('sleep', parts, axis, { ...context, theme: { ...plainTheme, forced: true } }).layers, 'sleep:stack');
  expect(new Set(bar?.children?.map(({ style }) => style?.opacity)).size).toBe(3);
});

it('lines of one chart are told apart without their colour', () => {
  const lines = ['mean', 'resting', 'asleep'].map((key) =>
    series(
      [0, 60, 120].map((at) => readingPoint(at, 70)),
      { key },
    ),
  );
  const dashes = chartKinds['composed-line']
    .draw({ series: lines, axis }, context)
    .layers.map((layer) => JSON.stringify((layer as { lineStyle?: { type: unknown } }).lineStyle?.type));
  expect(new Set(dashes).size).toBe(3);
});
