import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import type { Meal } from '@vigil/contract/food-logs.contract';
import { mealTypes } from '@vigil/domain/activities/meals';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import { type SleepStage, stagesOf } from '@vigil/domain/sleep/stages';
import { bandState } from '@vigil/domain/status/band-state';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { stateIntervals, stateRuns } from '@vigil/domain/timeframe/state-runs';
import type { Units } from '@vigil/domain/units/unit-system';
import type { UsualStretch } from '../kinds/backdrop.ts';
import type { ChartKindName } from '../kinds/kinds.ts';
import { axisRuleOf } from '../metric-axis.ts';
import { limitRangeOf } from '../metric-limits.ts';
import { readingSeries, stepAtOf, stepSeries } from '../metric-series.ts';
import { markedSoFar, readingsOf, stepsOf, type TickLike } from '../readings.ts';
import { readingPoint, type Series, stepPoint } from '../series.ts';
import type { AxisRule } from '../value-axis.ts';
import type { Asked } from './asked.ts';
import { type ChartedId, isLevel, levels } from './charted.ts';
import type { WriteMember } from './messages.ts';

/** What the calls of one chart have answered; what was not asked is empty. */
export interface Answered {
  readonly ticks: readonly TickLike[];
  readonly facts: readonly TickLike[];
  readonly sleeps: readonly SleepRecord[];
  readonly meals: readonly Meal[];
}

export interface DrawnFor {
  readonly days: number;
  readonly zone: string;
  /** Unix seconds. */
  readonly now: number;
  readonly units: Units;
  readonly normalRanges: NormalRanges;
  readonly write: WriteMember;
  readonly usual?: readonly UsualStretch[];
}

/** What a chart draws of one member. */
export interface Drawn {
  readonly kind: ChartKindName;
  readonly series: readonly Series[];
  readonly axis: AxisRule;
}

/** The chart of what was answered: the kind that the specification gives the metric on so many days, and its series. */
export function drawnOf(id: ChartedId, asked: Asked, answered: Answered, given: DrawnFor): Drawn {
  if (isLevel(id)) return levelOf(levels[id], id, asked, answered, given);
  switch (id) {
    case 'weight':
    case 'glucose':
      return { kind: 'reading-dots', ...readingsOfMetric(id, id, answered, given) };
    case 'steps': {
      const series = stepSeries('steps', answered.facts, { ...shownAs('steps', id, given), ...stepped(asked, given), reduction: 'sum' });
      return { kind: 'basic-bar', series: [series], axis: axisRuleOf('steps', { ...given, axes: 'fit' }) };
    }
    case 'blood_pressure':
      return pressureOf(answered, given);
    case 'sleep':
      return asked.sleeps ? stagesDrawn(answered, given) : efficiencyOf(asked, answered, given);
    case 'band_removed':
      return asked.facts.length > 0 ? bandTimesOf(asked, answered, given) : bandStatesOf(answered, given);
    case 'meals':
      return mealsOf(answered, given);
    default:
      return anomalyOf(asked, answered, given);
  }
}

const stepped = ({ granularity }: Asked, { zone, now }: DrawnFor) => ({ granularity, zone, now });

function shownAs(metric: MetricId, id: ChartedId, { units, write, normalRanges }: DrawnFor) {
  return {
    units,
    label: write(`metric.${id}`),
    unitText: (unit: string) => unitText(unit, write),
    limits: limitRangeOf(metric, { units, normalRanges }),
  };
}

/** A unit that is a word or its abbreviation, in the person's language; a symbol as it is. */
function unitText(unit: string, write: WriteMember): string {
  return unit === 'bpm' || unit === 'br/min' || unit === 'steps' ? write(`unit.${unit}`) : unit;
}

function levelOf(metric: MetricId, id: ChartedId, asked: Asked, { ticks, facts }: Answered, given: DrawnFor): Drawn {
  const shown = shownAs(metric, id, given);
  const axis = axisRuleOf(metric, { ...given, axes: 'fit' }, given.usual === undefined ? {} : { usual: given.usual });
  if (asked.ticks.length > 0) return { kind: 'basic-line', series: [readingSeries(metric, ticks, shown)], axis };
  const steps = { ...shown, ...stepped(asked, given) };
  const mean = stepSeries(metric, facts, { ...steps, reduction: 'mean', range: true });
  if (!asked.facts.some((fact) => fact.endsWith('_sma_12h'))) return { kind: 'band-line', series: [mean], axis };
  const average = stepSeries(metric, facts, { ...steps, reduction: 'mean_sma_12h', rolling: true });
  return { kind: 'moving-average-line', series: [mean, { ...average, label: given.write('average') }], axis };
}

function readingsOfMetric(metric: MetricId, id: ChartedId, { ticks }: Answered, given: DrawnFor) {
  const series = [readingSeries(metric, ticks, shownAs(metric, id, given))];
  return { series, axis: axisRuleOf(metric, { ...given, axes: 'fit' }, given.usual === undefined ? {} : { usual: given.usual }) };
}

function pressureOf({ ticks }: Answered, given: DrawnFor): Drawn {
  const series = (['systolic', 'diastolic'] as const).map((metric) =>
    readingSeries(metric, ticks, { ...shownAs(metric, 'blood_pressure', given), label: given.write(metric) }),
  );
  const { high } = limitRangeOf('systolic', given);
  // The line that most readings come near; the lower ones lie among the diastolic values anyway.
  const axis = axisRuleOf('systolic', { ...given, axes: 'fit' }, { limits: high === undefined ? [] : [high] });
  return { kind: 'blood-pressure', series, axis };
}

const states = (key: string, label: string, tone: Series['tone']) => ({ key, label, unit: '', decimals: 0, tone }) as const;
/** Rows and strips have no values to scale. */
const noScale: AxisRule = { kind: 'from-zero' };

/** Smoothed stages where the sleeps have them, else the raw depths (specification, states and transitions). */
function stagesDrawn({ sleeps, ticks }: Answered, { write }: DrawnFor): Drawn {
  const smoothed = sleeps.flatMap((sleep) => sleep.smoothed_stages as SleepStage[]);
  const depths = ticks.flatMap(({ timestamp, data: { sleep_depth: depth } }) =>
    depth === undefined ? [] : [{ seconds: timestamp, depth }],
  );
  const stages = smoothed.length > 0 ? smoothed.toSorted((a, b) => a[0] - b[0]) : stagesOf(depths).flat();
  const words = new Map(([1, 2, 3, 4] as const).map((depth) => [depth, write(`stage.${depth}`)]));
  const points = stages.map(([start, end, depth]) => stepPoint(start, end, depth));
  const label = write(smoothed.length > 0 || points.length === 0 ? 'metric.sleep' : 'metric.sleepRaw');
  return { kind: 'sleep-depth', series: [{ ...states('sleep_depth', label, 'sleep'), words, points }], axis: noScale };
}

function efficiencyOf(asked: Asked, { facts }: Answered, given: DrawnFor): Drawn {
  const shown = { ...shownAs('sleep_efficiency', 'sleep', given), label: given.write('metric.sleepEfficiency') };
  const series = stepSeries('sleep_efficiency', facts, { ...shown, ...stepped(asked, given), reduction: 'mean' });
  return { kind: 'basic-line', series: [series], axis: axisRuleOf('sleep_efficiency', { ...given, axes: 'fit' }) };
}

function bandStatesOf({ ticks }: Answered, { write, now }: DrawnFor): Drawn {
  const codes = readingsOf(ticks, 'band_removed', true).map(({ at, value }) => ({ seconds: at, value }));
  const runs = stateIntervals(stateRuns(codes, bandStateHoldsSeconds), bandStateHoldsSeconds, now);
  const series = bandTimes.map(
    ({ fact, state, tone, strength }): Series => ({
      ...states(`band_${fact}`, write(`band.${fact}`), tone),
      strength,
      points: runs.flatMap(({ start, end, value }) => (bandState(value) === state ? [stepPoint(start, end, 1)] : [])),
    }),
  );
  return { kind: 'band-states', series, axis: noScale };
}

const bandTimes = [
  { fact: 'wearing', state: 'wearing', tone: 'movement', strength: 1 },
  { fact: 'removed', state: 'removed', tone: 'device', strength: 0.65 },
  { fact: 'charge', state: 'charging', tone: 'device', strength: 0.3 },
] as const;

function bandTimesOf(asked: Asked, { facts }: Answered, { write, zone, now }: DrawnFor): Drawn {
  const stepAt = stepAtOf(asked.granularity, zone);
  const series = bandTimes.map(
    ({ fact, tone, strength }): Series => ({
      ...states(`band_${fact}_time`, write(`band.${fact}`), tone),
      unit: 'h',
      decimals: 1,
      strength,
      points: markedSoFar(
        stepsOf(facts, { value: `band_${fact}_time` }, false, stepAt, (seconds) => seconds / 3600),
        now,
      ),
    }),
  );
  return { kind: 'composed-bar', series, axis: { kind: 'specified', low: 0, high: asked.granularity === 'HOURLY' ? 1 : 24 } };
}

function mealsOf({ meals }: Answered, { write }: DrawnFor): Drawn {
  const words = new Map(mealTypes.map((type, index) => [index + 1, write(`meal.${type}`)]));
  const points = meals.map(({ timestamp, type, items }) => {
    const note = items.flatMap((item) => (item.note === null ? [] : [item.note])).join(', ');
    return { ...readingPoint(timestamp, mealTypes.indexOf(type) + 1), ...(note !== '' && { note }) };
  });
  return { kind: 'meal-dots', series: [{ ...states('meals', write('metric.meals'), 'metabolic'), words, points }], axis: noScale };
}

/** 0 to 10, about 1 on usual days: see `domain/anomaly`. */
function anomalyOf(asked: Asked, { facts }: Answered, { write, zone, now }: DrawnFor): Drawn {
  const points = markedSoFar(stepsOf(facts, { value: 'anomaly_score' }, true, stepAtOf(asked.granularity, zone)), now);
  const series: Series = { key: 'anomaly_score', label: write('metric.anomaly'), unit: '', decimals: 1, tone: 'text', points };
  // Its sum over days says nothing: a line, told by its mean and its highest.
  return { kind: 'basic-line', series: [series], axis: { kind: 'specified', low: 0, high: 4 } };
}
