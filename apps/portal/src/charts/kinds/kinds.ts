import { sleepDepth as cappedDepth, type SleepStage } from '@vigil/domain/sleep/stages';
import { axisOfAll, composed, type DrawContext, type Drawing } from '../drawing.ts';
import { isStep, pointsWithin, type Series } from '../series.ts';
import { type AxisRule, valueAxis } from '../value-axis.ts';
import { basicBar, composedBar } from './bar.ts';
import { bloodPressure } from './blood-pressure.ts';
import { composedLine } from './composed-line.ts';
import { bandLine, basicLine, movingAverageLine } from './line.ts';
import { occasionalDots } from './occasional-dots.ts';
import { onePointLine } from './one-point-line.ts';
import { logDots, mealDots } from './row-dots.ts';
import { sleepDepth } from './sleep-depth.ts';
import { stateStrip } from './state-strip.ts';

/** What a kind draws, whatever kind it is. */
export interface ChartData {
  readonly series: readonly Series[];
  readonly axis: AxisRule;
}

/** How a series is shown in the legend. */
export type LegendMark = 'line' | 'dashed' | 'dotted' | 'thick' | 'bar' | 'dot' | 'ring' | 'block';

export interface ChartKind {
  /** Which series it takes, and in which order. */
  readonly draw: (data: ChartData, context: DrawContext) => Drawing;
  /** In which words its readings and its summary are told. */
  readonly told: 'level' | 'total' | 'parts' | 'pressure' | 'rows' | 'states';
  /** The marks of its series in their order, the last one for all that follow. Without marks it needs no legend: its axis names everything. */
  readonly marks: readonly LegendMark[];
  /** Pixels of the plot. */
  readonly height: (data: ChartData) => number;
}

/** More points of a line than this are too near for a dot each. Pixels between two. */
const dotEvery = 10;

const dotted = (series: Series, { span, columns }: DrawContext) => {
  const points = pointsWithin(series.points, span);
  return { dots: points.every(isStep) && points.length * dotEvery <= columns };
};

/** A kind that draws the first series. */
const ofFirst =
  (draw: (series: Series, axis: AxisRule, context: DrawContext) => Drawing) =>
  ({ series: [first], axis }: ChartData, context: DrawContext): Drawing =>
    first === undefined ? { axis: valueAxis(axis, null, context.span), layers: [] } : draw(first, axis, context);

const high = (pixels: number) => (): number => pixels;
const rowHigh = 30;

/** Every chart kind: the eleven of the specification, readings now and then, and the states of the band on one day. */
export const chartKinds = {
  /** The total of each step. */
  'basic-bar': { draw: ofFirst(basicBar), told: 'total', marks: ['bar'], height: high(110) },
  /** Parts of each step stacked, the first series at the bottom. */
  'composed-bar': {
    draw: ({ series, axis }, context) =>
      composedBar(
        series.map(({ key }) => key).join('+'),
        series.map((one) => ({
          series: one,
          color: context.theme.tones[one.tone],
          ...(one.strength !== undefined && { opacity: one.strength }),
        })),
        axis,
        context,
      ),
    told: 'parts',
    marks: ['bar'],
    height: high(130),
  },
  'basic-line': {
    draw: ofFirst((series, axis, context) => basicLine(series, axis, context, dotted(series, context))),
    told: 'level',
    marks: ['line'],
    height: high(120),
  },
  /** The measured line, and its moving average. */
  'moving-average-line': {
    draw: ({ series: [measured, average], axis }, context) => {
      const drawings = [
        ...(measured === undefined ? [] : [bandLine(measured, axis, context, { width: 1, opacity: 0.7 })]),
        ...(average === undefined ? [] : [movingAverageLine({ ...average, tone: 'text' }, axis, context)]),
      ];
      return composed(
        axisOfAll(
          axis,
          [measured, average].filter((one) => one !== undefined),
          context,
        ),
        drawings,
      );
    },
    told: 'level',
    marks: ['line', 'thick'],
    height: high(140),
  },
  /** Several series of one unit. */
  'composed-line': {
    draw: ({ series, axis }, context) => composedLine(series, axis, context),
    told: 'level',
    marks: ['line', 'dashed', 'dotted'],
    height: high(140),
  },
  'one-point-line': { draw: ofFirst(onePointLine), told: 'level', marks: ['dot'], height: high(100) },
  /** The value between the lowest and the highest reading behind it. */
  'band-line': {
    draw: ofFirst((series, axis, context) => bandLine(series, axis, context, dotted(series, context))),
    told: 'level',
    marks: ['line'],
    height: high(130),
  },
  /** Systolic, then diastolic, each with its limits. */
  'blood-pressure': {
    draw: ({ series: [systolic, diastolic], axis }, context) =>
      systolic === undefined || diastolic === undefined
        ? { axis: valueAxis(axis, null, context.span), layers: [] }
        : bloodPressure(systolic, diastolic, { systolic: systolic.limits ?? {}, diastolic: diastolic.limits ?? {} }, axis, context),
    told: 'pressure',
    marks: ['dot', 'ring'],
    height: high(140),
  },
  /** One series: the value is the kind of meal, its words name the rows, the note says what was eaten. */
  'meal-dots': {
    draw: ofFirst((series, _axis, context) => mealDots(series, context)),
    told: 'rows',
    marks: [],
    height: ({ series: [meals] }) => rowHigh * Math.max(1, meals?.words?.size ?? 1),
  },
  /** A row for each series: a medication, workouts, the scale. */
  'log-dots': {
    draw: ({ series }, context) => logDots(series, context),
    told: 'rows',
    marks: [],
    height: ({ series }) => (rowHigh + 8) * Math.max(1, series.length),
  },
  /** Readings taken now and then, each a value of its own: a scale, a thermometer. */
  'reading-dots': {
    draw: ofFirst((series, axis, context) => occasionalDots(series, axis, series.limits ?? {}, context)),
    told: 'level',
    marks: ['dot'],
    height: high(120),
  },
  /** One series of stretches, the value a depth of 1 to 4 and above 4 treated as 4; its words name the stages. */
  'sleep-depth': {
    draw: ofFirst((series, _axis, context) => sleepDepth(stagesOf(series), stageNames(series), context)),
    told: 'states',
    marks: [],
    height: high(120),
  },
  /** A series for each state, its points the stretches in which it held. */
  'band-states': {
    draw: ({ series }, context) =>
      stateStrip(
        series.map(({ key }) => key).join('+'),
        series.flatMap(({ points, tone, strength = 1 }) =>
          points.map(({ from, to }) => ({ from, to, color: context.theme.tones[tone], opacity: strength })),
        ),
        context,
      ),
    told: 'states',
    marks: ['block'],
    height: high(44),
  },
} as const satisfies Record<string, ChartKind>;

export type ChartKindName = keyof typeof chartKinds;

function stagesOf({ points }: Series): readonly SleepStage[] {
  return points.map(({ from, to, value }) => [from, to, cappedDepth(value)]);
}

function stageNames({ words }: Series): Record<1 | 2 | 3 | 4, string> {
  const name = (depth: 1 | 2 | 3 | 4) => words?.get(depth) ?? String(depth);
  return { 1: name(1), 2: name(2), 3: name(3), 4: name(4) };
}
