import { type SleepStage, stagesOf } from '@vigil/domain/sleep/stages';
import { basicLine } from '#charts/kinds/line.ts';
import { sleepDepth } from '#charts/kinds/sleep-depth.ts';
import { axisRuleOf } from '#charts/metric-axis.ts';
import { pointsWithin, type Series, stepPoint, type TimeSpan } from '#charts/series.ts';
import { writeNumber } from '#charts/write-value.ts';
import { asleepWithin, inBedWithin } from './asleep-within.ts';
import { unwornOf } from './band-states.ts';
import { describeLevel } from './describe-level.ts';
import { stepSeries } from './metric-series.ts';
import type { PanelFigures, TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';
import { writeDuration } from './write-duration.ts';

/** Sleep: the hypnogram on one day, the line of its efficiency beyond, as specified. */
export function sleepPanel(input: PanelInput): TimePanel {
  return input.days === 1 ? hypnogramPanel(input) : sleepLinePanel(input);
}

/** Smoothed stages where the sleeps have them, else the raw depths, as specified. */
export function stagesOfDay(input: Pick<PanelInput, 'sleeps' | 'depths'>): {
  readonly stages: readonly SleepStage[];
  readonly raw: boolean;
} {
  const smoothed = input.sleeps.flatMap((sleep) => sleep.smoothed_stages as SleepStage[]);
  if (smoothed.length > 0) return { stages: smoothed.toSorted((a, b) => a[0] - b[0]), raw: false };
  const ticks = input.depths.flatMap((tick) =>
    tick.data.sleep_depth === undefined ? [] : [{ seconds: tick.timestamp, depth: tick.data.sleep_depth }],
  );
  return { stages: stagesOf(ticks).flat(), raw: true };
}

function hypnogramPanel(input: PanelInput): TimePanel {
  const { write } = input;
  const { stages, raw } = stagesOfDay(input);
  const labels = { 1: write('stage.1'), 2: write('stage.2'), 3: write('stage.3'), 4: write('stage.4') };
  const series: Series = {
    key: 'sleep_depth',
    label: write('metric.sleep'),
    unit: '',
    decimals: 0,
    tone: 'sleep',
    words: new Map(([1, 2, 3, 4] as const).map((depth) => [depth, labels[depth]])),
    points: stages.map(([start, end, depth]) => stepPoint(start, end, depth)),
  };
  return {
    kind: 'time',
    id: 'sleep',
    group: 'sleep',
    title: write('metric.sleep'),
    unit: '',
    height: 96,
    sources: ['sleeps', 'depths'],
    series: [series],
    isRawData: raw,
    legend: [{ series, mark: 'block' }],
    draw: (context) => sleepDepth(stages, labels, context),
    backdrop: { unworn: unwornOf(input), now: input.now },
    describe: (span) => describeNight(series, raw, input, span),
  };
}

function describeNight(series: Series, raw: boolean, input: PanelInput, span: TimeSpan): PanelFigures | null {
  const { write, locale, sleeps } = input;
  if (pointsWithin(series.points, span).length === 0) return null;
  const shown = sleeps.filter((sleep) => sleep.end > span.from && sleep.start < span.to);
  if (raw || shown.length === 0) return { figures: [], summary: write('summary.stages') };
  const sum = (of: (sleep: (typeof shown)[number]) => number) => shown.reduce((total, sleep) => total + of(sleep), 0);
  const asleepSeconds = sum((sleep) => asleepWithin(sleep, span));
  const asleep = writeDuration(asleepSeconds, write);
  const efficiency = writeNumber((100 * asleepSeconds) / sum((sleep) => inBedWithin(sleep, span)), 0, locale);
  const awakenings = sum((sleep) => sleep.awakenings);
  return {
    figures: [
      { value: asleep, label: write('stat.asleep') },
      { value: efficiency, unit: '%', label: write('stat.efficiency') },
      { value: String(awakenings), label: write('stat.awakenings', { count: awakenings }) },
    ],
    summary: write('summary.sleep', { asleep, efficiency, count: awakenings }),
  };
}

function sleepLinePanel(input: PanelInput): TimePanel {
  const { write } = input;
  const title = write('metric.sleep_efficiency');
  const series = stepSeries('sleep_efficiency', 'mean', title, input.facts, input);
  const rule = axisRuleOf('sleep_efficiency', input);
  return {
    kind: 'time',
    id: 'sleep',
    group: 'sleep',
    title,
    unit: series.unit,
    height: 72,
    sources: ['facts'],
    series: [series],
    legend: [{ series, mark: 'line' }],
    draw: (context) => basicLine(series, rule, context, { dots: series.points.length <= 60 }),
    backdrop: { now: input.now },
    describe: describeLevel(title, series, input),
  };
}
