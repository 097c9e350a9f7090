import { awake } from '@vigil/domain/sleep/stages';
import { type ChartWords, isHourly, valueText, whenText } from './chart-words.ts';
import { isOccasional } from './gaps.ts';
import { pressurePairs } from './kinds/blood-pressure.ts';
import { type ChartKindName, chartKinds } from './kinds/kinds.ts';
import { beyond } from './limits.ts';
import { momentWriter } from './moment.ts';
import { finishedOf, meanValue, pointsWithin, type Series } from './series.ts';
import { summarize } from './summary.ts';
import { averageParts, heldIn, rowsOf } from './told-rows.ts';
import { writeHours, writeNumber } from './write-value.ts';

/** One figure of a chart, as in "72 bpm, mean". */
export interface ChartFigure {
  readonly value: string;
  readonly label: string;
}

interface FiguredChart {
  readonly kind: ChartKindName;
  readonly series: readonly Series[];
  /** The mean stands beside the chart, and is left out here. */
  readonly meanIsTold?: boolean;
}

/** The few figures that a chart is read by from afar, the weightiest first. */
export function chartFigures({ meanIsTold = false, ...chart }: FiguredChart, words: ChartWords): readonly ChartFigure[] {
  const figures = allFigures(chart, words);
  const means: readonly string[] = [words.write('figure.mean'), words.write('figure.average'), words.write('figure.averageHourly')];
  return meanIsTold ? figures.filter(({ label }) => !means.includes(label)) : figures;
}

function allFigures({ kind, series }: FiguredChart, words: ChartWords): readonly ChartFigure[] {
  const { told } = chartKinds[kind];
  if (kind === 'sleep-depth') return series.flatMap((one) => sleepFigures(one, words));
  if (told === 'level')
    return series.length === 1 ? series.flatMap((one) => levelFigures(one, words)) : series.flatMap((one) => meanFigure(one, words));
  if (told === 'total') return series.flatMap((one) => totalFigures(one, words));
  if (told === 'parts') return partFigures(series, words);
  if (told === 'pressure') return pressureFigures(series, words);
  if (told === 'rows')
    return series.flatMap((one) => rowsOf(one, words.span)).map(({ label, count, missed }) => rowFigure(label, count, missed, words));
  return series.flatMap((one) => heldIn(one, words.span)).map(({ label, seconds }) => ({ value: writeHours(seconds), label }));
}

/** Time asleep, which is what a night is judged by, before its stages. */
function sleepFigures(series: Series, words: ChartWords): readonly ChartFigure[] {
  const stages = heldIn(series, words.span);
  const asleep = heldIn({ ...series, points: series.points.filter(({ value }) => value !== awake) }, words.span);
  const total = asleep.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    { value: writeHours(total), label: words.write('figure.asleep') },
    ...stages.map(({ label, seconds }) => ({ value: writeHours(seconds), label })),
  ];
}

function levelFigures(series: Series, words: ChartWords): readonly ChartFigure[] {
  const { write, span, locale } = words;
  const summary = summarize(series, span);
  const shown = pointsWithin(series.points, span);
  const last = shown.at(-1);
  if (summary === null || last === undefined) return [];
  const text = (value: number) => valueText(series, value, words);
  if (summary.count === 1) return [{ value: text(last.value), label: whenText(last, words) }, ...beyondFigure(series, words)];
  const bare = (value: number) => valueText({ ...series, unit: '' }, value, words);
  return [
    { value: text(summary.mean), label: write('figure.mean') },
    { value: `${bare(summary.low)}–${bare(summary.high)}`, label: write('figure.range') },
    { value: text(last.value), label: write('figure.last', { when: whenText(last, words) }) },
    ...beyondFigure(series, words),
    ...(summary.gaps > 0 && !isOccasional(series.points)
      ? [{ value: writeNumber(summary.gaps, 0, locale), label: write('figure.gaps', { count: summary.gaps }) }]
      : []),
  ];
}

function beyondFigure({ limits = {}, limitsOfRule, points }: Series, { write, span, locale }: ChartWords): readonly ChartFigure[] {
  const count = pointsWithin(points, span).filter(({ value }) => beyond(limits, value) !== null).length;
  return count === 0 ? [] : [{ value: writeNumber(count, 0, locale), label: write(limitsOfRule ? 'figure.beyondLimit' : 'figure.beyond') }];
}

function meanFigure(series: Series, words: ChartWords): readonly ChartFigure[] {
  const summary = summarize(series, words.span);
  return summary === null
    ? []
    : [{ value: valueText(series, summary.mean, words), label: words.write('figure.meanOf', { label: series.label }) }];
}

function totalFigures(series: Series, words: ChartWords): readonly ChartFigure[] {
  const points = pointsWithin(series.points, words.span);
  const [most] = points.toSorted((a, b) => b.value - a.value);
  if (most === undefined) return [];
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const text = (value: number) => valueText(series, value, words);
  if (points.length === 1) return [{ value: text(most.value), label: whenText(most, words) }];
  return [
    { value: text(meanValue(finishedOf(points))), label: words.write(isHourly(points) ? 'figure.averageHourly' : 'figure.average') },
    { value: text(total), label: words.write('figure.total') },
    ...(most.value === 0 ? [] : [{ value: text(most.value), label: words.write('figure.most', { when: whenText(most, words) }) }]),
  ];
}

function partFigures(series: readonly Series[], words: ChartWords): readonly ChartFigure[] {
  return averageParts(series, words.span).map(({ of, average }) => ({
    value: valueText(of, average, words),
    label: words.write(isHourly(pointsWithin(of.points, words.span)) ? 'figure.averageHourlyOf' : 'figure.averageOf', { label: of.label }),
  }));
}

function pressureFigures([systolic, diastolic]: readonly Series[], words: ChartWords): readonly ChartFigure[] {
  if (systolic === undefined || diastolic === undefined) return [];
  const { write, span, locale } = words;
  const pairs = pressurePairs(systolic, diastolic).filter(({ at }) => at >= span.from && at < span.to);
  if (pairs.length === 0) return [];
  const mean = (of: (pair: (typeof pairs)[number]) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const value = `${valueText(
    { ...systolic, unit: '' },
    mean((pair) => pair.systolic),
    words,
  )}/${valueText(
    diastolic,
    mean((pair) => pair.diastolic),
    words,
  )}`;
  const outside = pairs.filter(
    (pair) => beyond(systolic.limits ?? {}, pair.systolic) ?? beyond(diastolic.limits ?? {}, pair.diastolic),
  ).length;
  return [
    { value, label: pairs.length === 1 ? momentWriter(span, words.zone, locale)(pairs[0]?.at ?? span.from) : write('figure.mean') },
    { value: writeNumber(pairs.length, 0, locale), label: write('figure.readings', { count: pairs.length }) },
    ...(outside === 0 ? [] : [{ value: writeNumber(outside, 0, locale), label: write('figure.beyond') }]),
  ];
}

function rowFigure(label: string, count: number, missed: number, { write, locale }: ChartWords): ChartFigure {
  const value = writeNumber(count - missed, 0, locale);
  return { value, label: missed === 0 ? label : write('figure.rowMissed', { label, missed }) };
}
