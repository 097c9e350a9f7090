import type { SleepStage } from '@vigil/domain/sleep/stages';
import { describe, expect, it } from 'vitest';
import { plainTheme } from '../chart-theme.ts';
import { axisOfAll, composed, type DrawContext, type Drawing } from '../drawing.ts';
import { readingPoint, type Series, stepPoint } from '../series.ts';
import { valueAt } from '../value-at.ts';
import type { AxisRule } from '../value-axis.ts';
import { backdropLayers } from './backdrop.ts';
import { basicBar, composedBar } from './bar.ts';
import { bloodPressure, pressureGlyphs, pressurePairs } from './blood-pressure.ts';
import { histogram } from './histogram.ts';
import { bandLine, basicLine, movingAverageLine } from './line.ts';
import { occasionalDots } from './occasional-dots.ts';
import { sleepDepth } from './sleep-depth.ts';
import { stateStrip } from './state-strip.ts';

const context: DrawContext = { span: { from: 0, to: 86_400 }, columns: 600, rows: 90, theme: plainTheme };
const rule: AxisRule = { kind: 'specified', low: 35, high: 230 };
const series = (points: Series['points'], key = 'heart_rate'): Series => ({
  key,
  label: 'Heart rate',
  unit: 'bpm',
  decimals: 0,
  tone: 'heart',
  points,
});
const minutes = (from: number, to: number, value: (minute: number) => number) =>
  Array.from({ length: to - from }, (_, index) => readingPoint((from + index) * 60, value(from + index)));

type Placed = { type: string; shape?: Record<string, number>; children?: Placed[]; style?: Record<string, unknown> };
/** Shapes of a custom layer on a plane where one second and one unit are one pixel each. */
function shapesOf(drawing: Drawing, id: string): Placed[] {
  const layer = drawing.layers.find((candidate) => candidate.id === id);
  if (layer?.type !== 'custom' || layer.renderItem === undefined) throw new Error(`no layer ${id}`);
  const render = layer.renderItem as unknown as (params: { dataIndex: number }, api: { coord: (at: number[]) => number[] }) => Placed;
  return ((layer.data ?? []) as unknown[]).map((_, dataIndex) => render({ dataIndex }, { coord: ([x = 0, y = 0]) => [x, -y] }));
}
const lineData = (drawing: Drawing, id: string) => {
  const layer = drawing.layers.find((candidate) => candidate.id === id);
  return (layer?.data ?? []) as { value: [number, number]; symbol: string }[];
};

describe('basic line', () => {
  it('has an empty value between stretches, so that no stroke crosses a gap', () => {
    const drawing = basicLine(series([...minutes(0, 10, () => 60), ...minutes(60, 70, () => 80)]), rule, context);
    const values = lineData(drawing, 'heart_rate').map(({ value }) => value[1]);
    expect(values.findIndex(Number.isNaN)).toBe(10);
    expect(values.slice(11, 21)).toEqual(Array(10).fill(80));
  });

  it('shows a reading that stands alone between gaps as a dot', () => {
    const drawing = basicLine(series([...minutes(0, 10, () => 60), readingPoint(40_000, 99)]), rule, context);
    expect(
      lineData(drawing, 'heart_rate')
        .filter((point) => point.symbol === 'circle')
        .map(({ value }) => value[1]),
    ).toEqual([99]);
  });

  it('shows two readings minutes apart as dots, where a stroke between them would be a pixel', () => {
    const drawing = basicLine(series([readingPoint(40_000, 109), readingPoint(40_180, 112)]), rule, context);
    const drawn = lineData(drawing, 'heart_rate').filter(({ symbol }) => symbol === 'circle');
    expect(drawn.map(({ value }) => value[1])).toEqual([109, 112]);
  });

  it('draws a step that is not over hollow', () => {
    const steps = [stepPoint(0, 3600, 60), stepPoint(3600, 7200, 62), { ...stepPoint(7200, 10_800, 64), soFar: true as const }];
    const data = lineData(basicLine(series(steps), rule, context, { dots: true }), 'heart_rate').filter(
      ({ value }) => !Number.isNaN(value[1]),
    );
    expect(data.map((point) => (point as { itemStyle?: { color: string } }).itemStyle?.color)).toEqual([
      undefined,
      undefined,
      plainTheme.card,
    ]);
  });

  it('becomes the one-point line when one point is all there is', () => {
    const drawing = basicLine(series([readingPoint(3600, 88)]), rule, context);
    expect(drawing.layers.map((layer) => layer.id)).toEqual(['heart_rate:one']);
    expect(drawing.axis).toMatchObject({ min: 35, max: 230 });
  });

  it('extends the axis over data outside the specified ends', () =>
    expect(basicLine(series(minutes(0, 10, (minute) => 60 + minute * 30)), rule, context).axis.max).toBeGreaterThanOrEqual(330));

  it('draws nothing of nothing', () => expect(lineData(basicLine(series([]), rule, context), 'heart_rate')).toEqual([]));
});

describe('band line', () => {
  it('draws the lowest and highest reading of a day around its mean', () => {
    const days = [stepPoint(0, 43_200, 70, { low: 50, high: 120 }), stepPoint(43_200, 86_400, 75, { low: 52, high: 140 })];
    const drawing = bandLine(series(days), rule, context);
    const [band] = shapesOf(drawing, 'heart_rate:band');
    const corners = (band?.shape?.points ?? []) as unknown as [number, number][];
    expect(corners.map(([, y]) => -y)).toEqual([120, 140, 52, 50]);
  });

  it('shows the extremes of thinned minutes', () => {
    const drawing = bandLine(series(minutes(0, 1440, (minute) => (minute === 700 ? 190 : 70))), rule, { ...context, columns: 100 });
    const [band] = shapesOf(drawing, 'heart_rate:band');
    const corners = (band?.shape?.points ?? []) as unknown as [number, number][];
    expect(Math.max(...corners.map(([, y]) => -y))).toBe(190);
  });
});

it('moving average and measured line share one axis that holds both', () => {
  const hot = series(minutes(0, 10, () => 240));
  const slow = series([stepPoint(0, 3600, 20), stepPoint(3600, 7200, 21)], 'average');
  const measured = basicLine(hot, rule, context);
  const average = movingAverageLine(slow, rule, context);
  const { axis, layers } = composed(axisOfAll(rule, [hot, slow], context), [measured, average]);
  expect(axis.min).toBeLessThanOrEqual(20);
  expect(axis.max).toBeGreaterThanOrEqual(240);
  expect(layers).toHaveLength(2);
});

describe('readings taken now and then', () => {
  const weights = series([readingPoint(3600, 80), readingPoint(40_000, 83), readingPoint(80_000, 79)], 'weight');
  it('are dots, with nothing drawn between them', () => {
    const drawing = occasionalDots(weights, rule, {}, context);
    expect(shapesOf(drawing, 'weight:dots').map((shape) => shape.children?.map((child) => child.type))).toEqual(Array(3).fill(['circle']));
    expect(drawing.layers).toHaveLength(1);
  });
  it('wear an arrowhead beyond a limit', () => {
    const shapes = shapesOf(occasionalDots(weights, rule, { low: 79.5, high: 82 }, context), 'weight:dots');
    expect(shapes.map((shape) => shape.children?.[1]?.style?.fill)).toEqual([undefined, plainTheme.high, plainTheme.low]);
  });
  it('are read at most half an hour away', () => {
    expect(valueAt(weights, 40_000 + 1800)?.value).toBe(83);
    expect(valueAt(weights, 40_000 + 1801)).toBeNull();
  });
});

describe('bars', () => {
  it('stand from zero to the total, over the length of their step', () => {
    const [bar] = shapesOf(basicBar(series([stepPoint(3600, 7200, 900)], 'steps'), { kind: 'from-zero' }, context), 'steps:bars');
    expect(bar?.shape).toMatchObject({ height: 900 });
    expect((bar?.shape?.x ?? 0) + (bar?.shape?.width ?? 0) / 2).toBe(5400);
  });

  it('stack the parts of a step without overlap, and the axis goes to a day', () => {
    const part = (key: string, value: number) => ({ series: series([stepPoint(0, 86_400, value)], key), color: '#000' });
    const drawing = composedBar(
      'band',
      [part('worn', 60_000), part('charging', 6_000), part('removed', 20_400)],
      { kind: 'specified', low: 0, high: 86_400 },
      context,
    );
    const [stack] = shapesOf(drawing, 'band:stack');
    expect(stack?.children?.map((piece) => [-(piece.shape?.y ?? 0), piece.shape?.height])).toEqual([
      [60_000, 60_000],
      [66_000, 6_000],
      [86_400, 20_400],
    ]);
    expect(drawing.axis.max).toBe(86_400);
  });
});

describe('blood pressure', () => {
  const systolic = series([readingPoint(10, 128), readingPoint(20, 151)], 'systolic');
  const diastolic = series([readingPoint(10, 79), readingPoint(30, 90)], 'diastolic');
  const limits = { systolic: { low: 90, high: 140 }, diastolic: { high: 90 } };
  it('pairs values of the same moment and leaves halves out', () =>
    expect(pressurePairs(systolic, diastolic)).toEqual([{ at: 10, systolic: 128, diastolic: 79 }]));
  it('reaches from diastolic to systolic', () => {
    const [glyph] = shapesOf(bloodPressure(systolic, diastolic, limits, rule, context), 'blood-pressure');
    expect(glyph?.children?.[1]?.shape?.points).toEqual([
      [10, -128],
      [10, -79],
    ]);
  });
  const marks = (upper: number, lower: number) => {
    const drawing = bloodPressure(series([readingPoint(10, upper)]), series([readingPoint(10, lower)]), limits, rule, context);
    return (shapesOf(drawing, 'blood-pressure')[0]?.children ?? [])
      .filter((shape) => shape.type === 'polygon')
      .map((shape) => shape.style?.fill);
  };
  it.each([
    ['within the limits', 128, 79, []],
    ['at the limits', 140, 90, []],
    ['systolic too high', 141, 79, [plainTheme.high]],
    ['diastolic too high', 128, 91, [plainTheme.high]],
    ['both', 170, 101, [plainTheme.high, plainTheme.high]],
    ['systolic too low', 84, 60, [plainTheme.low]],
  ])('marks what lies beyond its limits: %s', (_, upper, lower, expected) => expect(marks(upper, lower)).toEqual(expected));
  it('tells systolic and diastolic apart: a full and a hollow dot', () => {
    const [glyph] = shapesOf(bloodPressure(systolic, diastolic, limits, rule, context), 'blood-pressure');
    const dots = glyph?.children?.filter((shape) => shape.type === 'circle').map((shape) => shape.style?.fill);
    expect(dots).toEqual([plainTheme.tones.heart, plainTheme.card]);
  });
  it('keeps the highest systolic and the lowest diastolic when readings share a glyph', () => {
    const pairs = Array.from({ length: 900 }, (_, index) => ({
      at: index * 90,
      systolic: index === 455 ? 210 : 130,
      diastolic: index === 33 ? 41 : 80,
    }));
    const glyphs = pressureGlyphs(pairs, context.span, 600);
    expect(glyphs.length).toBeLessThanOrEqual(43);
    expect(Math.max(...glyphs.map((glyph) => glyph.highest))).toBe(210);
    expect(Math.min(...glyphs.map((glyph) => glyph.lowest))).toBe(41);
  });
});

describe('sleep depth', () => {
  const labels = { 1: 'Awake', 2: 'Light', 3: 'REM', 4: 'Deep' } as const;
  const stages: readonly SleepStage[] = [
    [0, 600, 1],
    [600, 1200, 2],
    [1200, 2400, 4],
    [9000, 9600, 3],
  ];
  const drawing = sleepDepth(stages, labels, context);
  const heights = shapesOf(drawing, 'sleep-depth').map((shape) => -(shape.children?.at(-1)?.shape?.y ?? 0));
  it('draws awake highest, then REM, light and deep', () => {
    const [awake = 0, light = 0, deep = 0, rem = 0] = heights;
    expect(awake).toBeGreaterThan(rem);
    expect(rem).toBeGreaterThan(light);
    expect(light).toBeGreaterThan(deep);
  });
  it('joins stages that follow each other and leaves a gap open', () =>
    expect(shapesOf(drawing, 'sleep-depth').map((shape) => shape.children?.length)).toEqual([1, 2, 2, 1]));
  it('names its rows', () => expect([...(drawing.tickLabels?.values() ?? [])].toSorted()).toEqual(['Awake', 'Deep', 'Light', 'REM']));
});

it('the band strip shows each state where it held, and nothing outside the span', () => {
  const state = { color: '#000', opacity: 1 };
  const drawing = stateStrip(
    'band',
    [
      { from: -9000, to: -10, ...state },
      { from: -10, to: 500, ...state },
      { from: 90_000, to: 91_000, ...state },
    ],
    context,
  );
  expect(shapesOf(drawing, 'band:strip')).toHaveLength(1);
});

it('the histogram shows shares of all readings on the heart rate’s axis, in its buckets', () => {
  const option = histogram(
    [
      { from: 60, to: 70, count: 30 },
      { from: 70, to: 80, count: 10 },
      { from: 80, to: 90, count: 0 },
    ],
    [30, 230],
    '#c00',
    plainTheme,
  );
  expect(option.xAxis).toMatchObject({ min: 30, max: 230 });
  expect(option.yAxis).toMatchObject({ min: 0, max: 80 });
});

describe('behind the data', () => {
  const axis = { min: 35, max: 230, ticks: [] };
  const ids = (backdrop: Parameters<typeof backdropLayers>[0]) => backdropLayers(backdrop, axis, context).map((layer) => layer.id);
  it('draws the usual band, unworn times, limits and the present, rearmost first', () =>
    expect(
      ids({ usual: [{ from: 0, to: 10, low: 60, high: 80 }], unworn: [{ from: 100, to: 900 }], limits: [51, 90], now: 50_000 }),
    ).toEqual(['usual', 'unworn', 'limits', 'now']));
  it('leaves out what lies outside the span or the axis', () =>
    expect(ids({ unworn: [{ from: 90_000, to: 95_000 }], limits: [400], now: 90_000 })).toEqual([]));
});

describe('value under the cursor', () => {
  const minuteSeries = series([...minutes(0, 10, (minute) => 60 + minute), ...minutes(60, 70, () => 90)]);
  it.each([
    ['the nearest reading', 130, 62],
    ['nothing inside a gap', 1800, null],
    ['nothing long after the last reading', 80_000, null],
  ])('%s', (_, at, value) => expect(valueAt(minuteSeries, at)?.value ?? null).toBe(value));
  it.each([
    ['the step that holds the moment', 3599, 900],
    ['its start belongs to it', 0, 900],
    ['its end does not', 3600, null],
  ])('%s', (_, at, value) => expect(valueAt(series([stepPoint(0, 3600, 900)]), at)?.value ?? null).toBe(value));
});
