import { type Annotation, annotationKinds } from './annotations.ts';
import { type ChartWords, isHourly, isLogged, listText, valueText, whenText } from './chart-words.ts';
import { isOccasional } from './gaps.ts';
import type { UsualStretch } from './kinds/backdrop.ts';
import { pressurePairs } from './kinds/blood-pressure.ts';
import { type ChartKindName, chartKinds } from './kinds/kinds.ts';
import { beyond, levelsOf } from './limits.ts';
import { finishedOf, meanValue, pointsWithin, type Series, type SeriesPoint } from './series.ts';
import { summarize } from './summary.ts';
import { averageParts, heldIn, rowsOf } from './told-rows.ts';
import { writeHours } from './write-value.ts';

interface ToldChart {
  readonly kind: ChartKindName;
  readonly series: readonly Series[];
  readonly usual?: readonly UsualStretch[];
  readonly annotations?: readonly Annotation[];
}

/** What a chart shows, in sentences that stand for it: figures of its series, what lies beyond the normal range, gaps, what is marked. */
export function chartSummary(chart: ToldChart, words: ChartWords): string {
  const { series } = chart;
  const measured = series.some(({ points }) => pointsWithin(points, words.span).length > 0);
  const sentences = measured
    ? tellings[chartKinds[chart.kind].told](chart, words)
    : [words.write(isLogged(chart.kind) ? 'summary.nothingLogged' : 'summary.nothing')];
  return [...sentences, ...annotationSentence(chart.annotations ?? [], words)].join(' ');
}

type Tell = (chart: ToldChart, words: ChartWords) => readonly string[];

const tellings: Readonly<Record<(typeof chartKinds)[ChartKindName]['told'], Tell>> = {
  level: (chart, words) => [...chart.series.flatMap((one) => levelSentences(one, chart, words)), ...usualSentence(chart, words)],
  total: ({ series }, words) => series.flatMap((one) => totalSentence(one, words)),
  parts: ({ series }, words) => [partsSentence(series, words)],
  pressure: ({ series: [systolic, diastolic] }, words) =>
    systolic === undefined || diastolic === undefined ? [] : pressureSentences(systolic, diastolic, words),
  rows: ({ series }, words) => [
    `${listText(
      series.flatMap((one) => rowTexts(one, words)),
      words.locale,
    )}.`,
  ],
  states: ({ series }, words) => [
    `${listText(
      series.flatMap((one) => stateTexts(one, words)),
      words.locale,
    )}.`,
  ],
};

function levelSentences(series: Series, { series: all }: ToldChart, words: ChartWords): readonly string[] {
  const { write, span } = words;
  const summary = summarize(series, span);
  const last = pointsWithin(series.points, span).at(-1);
  if (summary === null || last === undefined) return [];
  const text = (value: number) => valueText(series, value, words);
  const when = whenText(last, words);
  const figures =
    summary.count === 1
      ? write('summary.one', { value: text(last.value), when })
      : write('summary.level', {
          mean: text(summary.mean),
          low: text(summary.low),
          high: text(summary.high),
          last: text(last.value),
          when,
        });
  return [
    all.length > 1 ? write('summary.labelled', { label: series.label, text: figures }) : figures,
    ...limitSentence(series, pointsWithin(series.points, span), words),
    ...(summary.gaps > 0 && !isOccasional(series.points) ? [write('summary.gaps', { count: summary.gaps })] : []),
  ];
}

/** Beyond, as many; within only where no reading behind a day's value is beyond either: a mean within them reassures of nothing else. */
function limitSentence({ limits = {}, limitsOfRule }: Series, points: readonly SeriesPoint[], { write }: ChartWords): readonly string[] {
  if (levelsOf(limits).length === 0) return [];
  const count = points.filter(({ value }) => beyond(limits, value) !== null).length;
  if (count > 0) return [write(limitsOfRule ? 'summary.beyondLimit' : 'summary.beyond', { count })];
  if (limitsOfRule) return [write('summary.withinLimit')];
  const single = points.some(({ value, low = value, high = value }) => beyond(limits, low) !== null || beyond(limits, high) !== null);
  return [write(single ? 'summary.withinOnAverage' : 'summary.within')];
}

/** One band for the whole stretch is told; one for each hour of day would be a table. */
function usualSentence({ series: [first], usual = [] }: ToldChart, words: ChartWords): readonly string[] {
  const [band] = usual;
  if (first === undefined || band === undefined || usual.length > 1) return [];
  return [
    words.write('summary.usual', { low: valueText({ ...first, unit: '' }, band.low, words), high: valueText(first, band.high, words) }),
  ];
}

function totalSentence(series: Series, words: ChartWords): readonly string[] {
  const points = pointsWithin(series.points, words.span);
  const [most] = points.toSorted((a, b) => b.value - a.value);
  if (most === undefined) return [];
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const text = (value: number) => valueText(series, value, words);
  return [
    words.write(isHourly(points) ? 'summary.totalHourly' : 'summary.total', {
      total: text(total),
      mean: text(meanValue(finishedOf(points))),
      high: text(most.value),
      when: whenText(most, words),
    }),
  ];
}

function partsSentence(series: readonly Series[], words: ChartWords): string {
  const parts = averageParts(series, words.span).map(({ of, average }) =>
    words.write('summary.state', { label: of.label, value: valueText(of, average, words) }),
  );
  const isByHour = series.some((one) => isHourly(pointsWithin(one.points, words.span)));
  return words.write(isByHour ? 'summary.partsHourly' : 'summary.parts', { parts: listText(parts, words.locale) });
}

function pressureSentences(systolic: Series, diastolic: Series, words: ChartWords): readonly string[] {
  const { write, span } = words;
  const pairs = pressurePairs(systolic, diastolic).filter(({ at }) => at >= span.from && at < span.to);
  const last = pairs.at(-1);
  if (last === undefined) return [write('summary.nothing')];
  const upper = pairs.map((pair) => pair.systolic);
  const lower = pairs.map((pair) => pair.diastolic);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const bare = (value: number) => valueText({ ...systolic, unit: '' }, value, words);
  const outside = pairs.filter(
    (pair) => beyond(systolic.limits ?? {}, pair.systolic) ?? beyond(diastolic.limits ?? {}, pair.diastolic),
  ).length;
  return [
    write('summary.pressure', {
      count: pairs.length,
      mean: `${bare(mean(upper))}/${valueText(diastolic, mean(lower), words)}`,
      when: whenText({ at: last.at, from: last.at, to: last.at, value: last.systolic }, words),
      systolicLow: bare(Math.min(...upper)),
      systolicHigh: bare(Math.max(...upper)),
      diastolicLow: bare(Math.min(...lower)),
      diastolicHigh: valueText(diastolic, Math.max(...lower), words),
    }),
    ...(outside > 0 ? [write('summary.beyond', { count: outside })] : []),
  ];
}

function rowTexts(series: Series, { write, span }: ChartWords): readonly string[] {
  return rowsOf(series, span).map(({ label, count, missed }) =>
    missed === 0 ? write('summary.row', { label, count }) : write('summary.rowMissed', { label, count: count - missed, missed }),
  );
}

function stateTexts(series: Series, { write, span }: ChartWords): readonly string[] {
  return heldIn(series, span).map(({ label, seconds }) => write('summary.state', { label, value: writeHours(seconds) }));
}

function annotationSentence(annotations: readonly Annotation[], { write, span, locale }: ChartWords): readonly string[] {
  const shown = annotations.filter(({ at }) => at >= span.from && at < span.to);
  if (shown.length === 0) return [];
  const counted = annotationKinds
    .map((kind) => [kind, shown.filter((one) => one.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => write(`annotation.${kind}s`, { count }));
  return [write('summary.annotations', { list: listText(counted, locale) })];
}
