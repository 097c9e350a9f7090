import type { Annotation } from './annotations.ts';
import { type ChartWords, isLogged, valueText, whenText } from './chart-words.ts';
import type { UsualStretch } from './kinds/backdrop.ts';
import { type ChartKindName, chartKinds } from './kinds/kinds.ts';
import { beyond } from './limits.ts';
import { momentWriter } from './moment.ts';
import type { Series, SeriesPoint } from './series.ts';
import { valueAt } from './value-at.ts';

interface Value {
  /** Which series; empty where the chart has one. */
  readonly label: string;
  readonly value: string;
  /** What is to be said of it: beyond its limits, so far, missed. */
  readonly remarks: readonly string[];
}

/** What a chart says of one moment, to the eye and to the voice. */
export interface ReadingAt {
  readonly when: string;
  readonly values: readonly Value[];
  /** What was marked at this moment. */
  readonly marked: readonly string[];
  /** What is said where there is neither. */
  readonly nothing: string;
}

interface ReadChart {
  readonly kind: ChartKindName;
  readonly series: readonly Series[];
  readonly usual?: readonly UsualStretch[];
  readonly annotations?: readonly Annotation[];
}

/** What the chart says of a moment. `reach`: how far from it a dot or a mark may lie, in seconds. */
export function readingAt(chart: ReadChart, at: number, reach: number, words: ChartWords): ReadingAt {
  const marked = (chart.annotations ?? []).filter((one) => Math.abs(one.at - at) <= reach);
  const said = found(chart, at, reach, words);
  const first = said[0]?.point;
  return {
    when: first === undefined ? momentWriter(words.span, words.zone, words.locale)(at) : whenText(first, words),
    values: said.map(({ value }) => value),
    marked: marked.map(({ kind, label }) => words.write('annotation.said', { kind: words.write(`annotation.${kind}`), label })),
    nothing: words.write(isLogged(chart.kind) ? 'value.nothingLogged' : 'value.nothing'),
  };
}

/** The same in one sentence. */
export function saidOf({ when, values, marked, nothing }: ReadingAt, write: ChartWords['write']): string {
  const parts = values.map(({ label, value, remarks }) =>
    [label === '' ? value : write('value.labelled', { label, value }), ...remarks].join(', '),
  );
  return [when, ...(parts.length === 0 && marked.length === 0 ? [nothing] : parts), ...marked].join(', ');
}

interface Found {
  readonly point: SeriesPoint;
  readonly value: Value;
}

function found(chart: ReadChart, at: number, reach: number, words: ChartWords): readonly Found[] {
  const { series } = chart;
  const { told } = chartKinds[chart.kind];
  if (told === 'rows') return rowsAt(series, at, reach, words);
  if (told === 'states') return statesAt(series, at, words);
  if (told === 'pressure') return pressureAt(series, at, words);
  return series.flatMap((one): Found[] => {
    const point = valueAt(one, at);
    if (point === null) return [];
    const label = series.length > 1 ? one.label : '';
    return [{ point, value: { label, value: withRange(one, point, words), remarks: remarksOn(one, point, chart.usual ?? [], words) } }];
  });
}

function withRange(series: Series, point: SeriesPoint, words: ChartWords): string {
  const value = valueText(series, point.value, words);
  const { low, high } = point;
  if (low === undefined || high === undefined || low === high) return value;
  return `${value} (${words.write('value.range', { low: valueText({ ...series, unit: '' }, low, words), high: valueText({ ...series, unit: '' }, high, words) })})`;
}

/** Beyond the normal range, else beyond what is usual; and whether it counts only so far. */
function remarksOn({ limits = {} }: Series, point: SeriesPoint, usual: readonly UsualStretch[], { write }: ChartWords): readonly string[] {
  const normal = beyond(limits, point.value);
  const band = usual.find((stretch) => stretch.from <= point.at && point.at < stretch.to);
  const own = normal !== null || band === undefined ? null : beyond(band, point.value);
  return [
    ...(normal === null ? [] : [write(`value.${normal}`)]),
    ...(own === null ? [] : [write(own === 'above' ? 'value.aboveUsual' : 'value.belowUsual')]),
    ...(point.soFar ? [write('value.soFar')] : []),
  ];
}

function pressureAt([systolic, diastolic]: readonly Series[], at: number, words: ChartWords): readonly Found[] {
  if (systolic === undefined || diastolic === undefined) return [];
  const [upper, lower] = [valueAt(systolic, at), valueAt(diastolic, at)];
  if (upper === null || lower === null || upper.at !== lower.at) return [];
  const remarks = (
    [
      [systolic, upper],
      [diastolic, lower],
    ] as const
  ).flatMap(([series, point]) =>
    remarksOn(series, point, [], words).map((remark) => words.write('value.labelled', { label: series.label, value: remark })),
  );
  const value = `${valueText({ ...systolic, unit: '' }, upper.value, words)}/${valueText(diastolic, lower.value, words)}`;
  return [{ point: upper, value: { label: '', value, remarks } }];
}

function rowsAt(series: readonly Series[], at: number, reach: number, words: ChartWords): readonly Found[] {
  return series.flatMap((one) =>
    one.points
      .filter((point) => Math.abs(point.at - at) <= reach)
      .map((point): Found => {
        const row = one.words?.get(point.value) ?? one.label;
        const remarks = point.missed ? [words.write('value.missed')] : [];
        return { point, value: point.note === undefined ? { label: '', value: row, remarks } : { label: row, value: point.note, remarks } };
      }),
  );
}

function statesAt(series: readonly Series[], at: number, words: ChartWords): readonly Found[] {
  return series.flatMap((one) =>
    one.points
      .filter((point) => point.from <= at && at < point.to)
      .map(
        (point): Found => ({
          point,
          value: { label: '', value: one.words === undefined ? one.label : valueText(one, point.value, words), remarks: [] },
        }),
      ),
  );
}
