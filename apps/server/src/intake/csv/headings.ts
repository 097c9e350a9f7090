import { VigilError } from '@vigil/contract/errors';
import { catalogue, type Metric, type MetricId, type MetricKind } from '@vigil/domain/metrics/catalogue';
import { summaryMark } from '@vigil/domain/metrics/summary-mark';
import { bandStateOfReportCode, bandStateOfTickCode } from '@vigil/domain/status/band-state';
import { ucumFromName } from '@vigil/domain/units/unit-names';
import { maxCsvColumns, maxHeadingCharacters } from '../limits.ts';
import type { BandCodes } from './cells.ts';
import { metricByName, plainName, whenNames } from './metric-names.ts';
import { splitUnit } from './split-unit.ts';

interface Place {
  readonly index: number;
  readonly ucum: string;
}

/** What a column of the file holds; `pressure` is systolic over diastolic, as in `120/80`. */
export type Column =
  | (Place & { readonly kind: 'metric'; readonly metric: MetricId; readonly bandCodes?: BandCodes })
  | (Place & { readonly kind: 'pressure' });

export interface Plan {
  /** Columns that together say when: one, or a date and a time of day. */
  readonly when: readonly number[];
  /** From left to right. Several may hold the same metric; on a line the first of them that is not empty counts. */
  readonly columns: readonly Column[];
  /** Headings of columns that hold nothing Vigil keeps. */
  readonly ignored: readonly string[];
  /** Zone that the heading of the timestamp column names, as in `Time (Europe/Berlin)`. */
  readonly timeZone: string | null;
}

/** Endings that name the value itself among several statistics of it; minima, and the mean of a count, are no readings. */
const endings: Readonly<Record<MetricKind, readonly string[]>> = {
  level: ['', 'value', 'mean', 'avg', 'average', 'median'],
  count: ['', 'value', 'sum', 'total'],
  state: ['', 'value'],
};
const namesByLength = [...metricByName.keys()].sort((a, b) => b.length - a.length);

/**
 * Codes of band states that differ from Vigil's and that a heading may name in the place of a unit, as in `band_removed (tick codes)`: the
 * same figure means another state in each, so that no content tells them apart (specification, states and transitions).
 */
const bandCodesByName: ReadonlyMap<string, BandCodes> = new Map([
  ['tickcodes', bandStateOfTickCode],
  ['reportcodes', bandStateOfReportCode],
]);

/** Thrown for a unit that does not fit: the line does name columns, so it is no use to look for them further down. */
export class UnitError extends VigilError {}

/** Thrown for a line that no line below it can make up for: too wide, or of a file that holds no readings. */
export class LimitError extends VigilError {}

/**
 * Reads the line that names the columns. Metrics go by id, label or usual names, in any case; a unit may stand in
 * brackets or at the end (`weight (lb)`, `WeightKg`, `glucose_value_mg_dl`). Of several columns of one metric the first
 * that is not empty counts. Throws `invalid_input` when no column says when or none holds a metric, UnitError, and
 * LimitError for a longer heading than the limits allow.
 */
export function planColumns(headings: readonly string[]): Plan {
  refuseTooLong(headings);
  refuseSummary(headings);
  const when = whenColumns(headings);
  const columns: Column[] = [];
  const ignored: string[] = [];
  for (const [index, heading] of headings.entries()) {
    if (when.includes(index)) continue;
    const column = readHeading(heading, index);
    if (column) columns.push(column);
    else if (heading.trim() !== '') ignored.push(heading.trim());
  }
  if (columns.length === 0)
    throw new VigilError(
      'invalid_input',
      'No column of the file holds a metric that Vigil keeps; its first line has to name them, as in "timestamp,heart_rate,weight (kg)"',
    );
  return { when, columns, ignored, timeZone: zoneIn(headings[when[0] ?? 0] ?? '') };
}

/** The metrics that a column gives. */
export function metricsOf(column: Column): readonly MetricId[] {
  return column.kind === 'metric' ? [column.metric] : ['systolic', 'diastolic'];
}

/** Throws LimitError for a line, counted from 1, with more columns than a file may have. */
export function refuseTooManyColumns(columns: number, line: number): void {
  if (columns > maxCsvColumns)
    throw new LimitError(
      'invalid_input',
      `Line ${line} of the file has more columns than the ${maxCsvColumns} that a file may have. Leave out those that hold no readings`,
    );
}

function refuseTooLong(headings: readonly string[]): void {
  const tooLong = headings.findIndex((heading) => heading.length > maxHeadingCharacters);
  if (tooLong >= 0)
    throw new LimitError(
      'invalid_input',
      `The heading of column ${tooLong + 1} is longer than the ${maxHeadingCharacters} characters that a heading may have`,
    );
}

/** Thrown for a file that says of itself that it holds no readings. */
function refuseSummary(headings: readonly string[]): void {
  if (headings.some((heading) => heading.trim().endsWith(summaryMark)))
    throw new LimitError(
      'invalid_input',
      'The file is a summary that was exported from a screen: means, rounded, and no readings. Nothing was stored. Send the file that the readings came in, or ask GET /ticks-store/api/v1/users/{userId}/ticks for them',
    );
}

function whenColumns(headings: readonly string[]): readonly number[] {
  const names = headings.map((heading) => plainName(splitUnit(heading).name));
  const pairs = [
    ['date', 'time'],
    ['fecha', 'hora'],
  ].map((pair) => pair.map((name) => names.indexOf(name)));
  const best = whenNames.map((name) => names.indexOf(name)).find((index) => index >= 0);
  if (best === undefined)
    throw new VigilError('invalid_input', 'No column of the file says when; one has to be named "timestamp", "time" or "date"');
  return pairs.find((pair) => pair.includes(best) && !pair.includes(-1)) ?? [best];
}

function readHeading(heading: string, index: number): Column | null {
  const { name, unit } = splitUnit(heading);
  const plain = plainName(name);
  const start = namesByLength.find((candidate) => plain.startsWith(candidate));
  const known = start === undefined ? undefined : metricByName.get(start);
  if (start === undefined || known === undefined) return null;
  const metric = known === 'pressure' ? catalogue.systolic : catalogue[known];
  const rest = plain.slice(start.length);
  if (endings[metric.kind].includes(rest)) return columnOf(known, metric, index, unit, heading);
  if (unit !== '') return null;
  const ending = endings[metric.kind].findLast(
    (candidate) => rest.startsWith(candidate) && ucumFromName(metric, rest.slice(candidate.length)) !== undefined,
  );
  return ending === undefined ? null : columnOf(known, metric, index, rest.slice(ending.length), heading);
}

function columnOf(known: MetricId | 'pressure', metric: Metric, index: number, unit: string, heading: string): Column {
  const bandCodes = known === 'band_removed' ? bandCodesByName.get(plainName(unit)) : undefined;
  if (known === 'band_removed' && bandCodes) return { kind: 'metric', metric: known, index, ucum: '', bandCodes };
  const ucum = ucumFromName(metric, unit);
  const field = heading.trim().slice(0, 64);
  if (ucum === undefined)
    throw new UnitError(
      'invalid_input',
      `${metric.label} cannot be read in the unit that the column "${field}" names; nothing was stored`,
      { fields: [{ field, message: `Not a unit of ${metric.label}; Vigil keeps it in ${metric.unit || 'no unit'}` }] },
    );
  const place = { index, ucum };
  return known === 'pressure' ? { kind: 'pressure', ...place } : { kind: 'metric', metric: known, ...place };
}

function zoneIn(heading: string): string | null {
  const { unit } = splitUnit(heading);
  return /^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/.test(unit) || unit === 'UTC' ? unit : null;
}
