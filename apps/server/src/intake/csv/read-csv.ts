import { setImmediate as nextTurn } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { type CsvRecord, separated } from '#platform/csv/records.ts';
import { maxCellCharacters } from '../limits.ts';
import { type CollectedTicks, createTickCollector, type TickCollector } from '../tick-collector.ts';
import { createWallClock, type WallClock } from '../wall-clock.ts';
import { namedAbove } from './above-headings.ts';
import { hasCellsBeyond, isMissing, readBandCode, readCell, splitPressure } from './cells.ts';
import { readDateText } from './date-texts.ts';
import { type Column, LimitError, metricsOf, type Plan, planColumns, refuseTooManyColumns, UnitError } from './headings.ts';
import { personColumns } from './person-columns.ts';
import { createPersons, type Persons, type PersonsFound } from './persons.ts';

export interface CsvOptions {
  readonly nowMs: number;
  /** Zone of date-times that name none: as asked for, else as the heading says, else `memberTimeZone`. */
  readonly timeZone: string | undefined;
  readonly memberTimeZone: string;
  /** Whose lines to read, as a column of the file names the person; needed where the file is about several. */
  readonly person: string | undefined;
  /** Headings of columns that do not tell persons apart, as the sender says. */
  readonly notPersons: readonly string[];
  /** How many ticks are collected before they are handed on. */
  readonly batchTicks: number;
  /** Lines with readings that the file may have. */
  readonly maxRows: number;
  readonly signal?: AbortSignal;
}

export interface CsvSummary {
  /** Lines with readings, the heading and empty lines apart. */
  readonly rows: number;
  /** Of those, the ones about another person than the one chosen, or that do not say whom; none of their readings is counted. */
  readonly rowsOfOthers: number;
  readonly metrics: readonly string[];
  readonly ignoredColumns: readonly string[];
  /** Whom the file is about. It is to be held against the member (`requireThisMember`) before anything is stored. */
  readonly persons: PersonsFound;
}

/**
 * Reads a file of readings (comma, semicolon or tab; UTF-8 with or without BOM) and hands its ticks to `onBatch`, in
 * batches. A refused reading carries the number of its line. Throws `invalid_input` when the file as a whole cannot be read.
 * Whom it is about is known at its end only, so a file whose batches are stored as they come is looked through with `findPersons` first.
 */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions,
  onBatch: (collected: CollectedTicks) => Promise<void>,
): Promise<CsvSummary> {
  const collector = createTickCollector(options.nowMs);
  const table = await openTable(bytes, options);
  const persons = personsOf(table, options);
  const { plan, delimiter, headings } = table;
  const readRow = rowReader(plan, { wallClock: wallClockOf(options, plan), persons, delimiter, collector, cells: headings.length });
  let rows = 0;
  for await (const piece of table.pieces) {
    for (const { record, line } of piece) {
      rows += 1;
      readRow(record, line);
      if (collector.size() >= options.batchTicks) await onBatch(collector.drain());
    }
  }
  await onBatch(collector.drain());
  const metrics = [...new Set(plan.columns.flatMap(metricsOf))];
  return { rows, rowsOfOthers: persons.leftOut(), metrics, ignoredColumns: plan.ignored, persons: persons.found() };
}

/** Looks through a file for the persons it is about and reads nothing else. */
export async function findPersons(bytes: AsyncIterable<Uint8Array>, options: CsvOptions): Promise<PersonsFound> {
  const table = await openTable(bytes, options);
  const persons = personsOf(table, options);
  for await (const piece of table.pieces) for (const { record } of piece) persons.isLeftOut(record, whenOf(table.plan, record));
  return persons.found();
}

interface Table {
  readonly headings: readonly string[];
  readonly plan: Plan;
  readonly delimiter: string;
  /** The lines above the one that names the columns. */
  readonly above: readonly (readonly string[])[];
  /** The lines below the one that names the columns, by the piece of the file. Others get their turn between pieces. */
  readonly pieces: AsyncIterable<readonly CsvRecord[]>;
}

async function openTable(bytes: AsyncIterable<Uint8Array>, options: CsvOptions): Promise<Table> {
  const { records, delimiter } = await separated(bytes, refuseTooManyColumns);
  const header = createHeaderSearch();
  const above: (readonly string[])[] = [];
  const pieces = records[Symbol.asyncIterator]();
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    for (const [index, { record, line }] of next.value.entries()) {
      refuseTooManyColumns(record.length, line);
      const plan = header.plan(record);
      if (plan) return { headings: record, plan, delimiter, above, pieces: rowsFrom(next.value.slice(index + 1), pieces, options) };
      above.push(record);
    }
    await endOfPiece(options);
  }
  throw header.missing();
}

async function* rowsFrom(
  first: readonly CsvRecord[],
  rest: AsyncIterator<readonly CsvRecord[]>,
  options: CsvOptions,
): AsyncGenerator<readonly CsvRecord[]> {
  let rows = 0;
  for (let piece: readonly CsvRecord[] | undefined = first; piece; ) {
    for (const { record, line } of piece) refuseTooManyColumns(record.length, line);
    rows += piece.length;
    if (rows > options.maxRows) throw tooManyRows(options.maxRows);
    yield piece;
    await endOfPiece(options);
    const next: IteratorResult<readonly CsvRecord[]> = await rest.next();
    piece = next.done ? undefined : next.value;
  }
}

async function endOfPiece({ signal }: CsvOptions): Promise<void> {
  signal?.throwIfAborted();
  await nextTurn();
}

function personsOf({ headings, plan, above }: Table, { person, notPersons }: CsvOptions): Persons {
  const taken = new Set([...plan.when, ...plan.columns.map(({ index }) => index)]);
  return createPersons(personColumns(headings, taken, notPersons), person, namedAbove(above));
}

function whenOf(plan: Plan, record: readonly string[]): string {
  const [first = 0, second] = plan.when;
  return second === undefined ? (record[first] ?? '') : `${record[first] ?? ''} ${record[second] ?? ''}`;
}

const tooManyRows = (most: number) =>
  new VigilError(
    'body_too_large',
    `The file has more than the ${most.toLocaleString('en')} lines that one call may hold; nothing of it was stored. Send it in parts.`,
  );

/** Vendors put a line or two about the person above the line that names the columns. */
const linesAboveHeader = 5;

function createHeaderSearch() {
  let first: unknown;
  let tooWide: LimitError | undefined;
  let seen = 0;
  const missing = (): unknown =>
    tooWide ?? first ?? new VigilError('invalid_input', 'The file is empty; its first line has to name the columns');
  return {
    /** The plan of the line, or null where it may stand further down. Throws what is wrong with the first line when it does not. */
    plan(record: readonly string[]): Plan | null {
      seen += 1;
      try {
        return planColumns(record);
      } catch (error) {
        first ??= error;
        if (error instanceof LimitError) tooWide ??= error;
        if (error instanceof UnitError) throw error;
        if (seen > linesAboveHeader) throw missing();
        return null;
      }
    },
    missing,
  };
}

interface RowTools {
  readonly wallClock: WallClock;
  readonly persons: Persons;
  readonly delimiter: string;
  readonly collector: TickCollector;
  /** As many as there are headings. */
  readonly cells: number;
}

function rowReader(plan: Plan, { wallClock, persons, delimiter, collector, cells }: RowTools) {
  function addCell(line: number, column: Column, cell: string, when: number | null): void {
    if (cell.length > maxCellCharacters) {
      for (const metric of metricsOf(column)) collector.refuse(line, metric, tooLong);
      return;
    }
    if (column.kind === 'metric') {
      if (when === null) collector.refuse(line, column.metric, notADate, 'time');
      else if (column.bandCodes) collector.add(line, column.metric, when, readBandCode(cell, column.bandCodes));
      else collector.add(line, column.metric, when, readCell(column.metric, cell, column.ucum, delimiter));
      return;
    }
    const halves = splitPressure(cell);
    for (const [position, metric] of (['systolic', 'diastolic'] as const).entries()) {
      if (!halves) collector.refuse(line, metric, `${catalogue[metric].label} is not of the form 120/80`);
      else if (when === null) collector.refuse(line, metric, notADate, 'time');
      else collector.add(line, metric, when, readCell(metric, halves[position] ?? '', column.ucum, delimiter));
    }
  }

  const columns = plan.columns.map((column) => ({ column, metrics: metricsOf(column) }));
  /** Metrics that a column further left has a cell for, on the line being read. */
  const given = new Set<MetricId>();

  return function readRow(record: readonly string[], line: number): void {
    const written = whenOf(plan, record);
    if (persons.isLeftOut(record, written)) return;
    if (hasCellsBeyond(record, cells)) {
      collector.refuse(line, null, tooManyCells);
      return;
    }
    const read = readDateText(written);
    const when = read.kind === 'moment' ? read.timestampSeconds : read.kind === 'local' ? wallClock.momentOf(read.wallMs) / 1000 : null;
    given.clear();
    for (const { column, metrics } of columns) {
      const cell = record[column.index] ?? '';
      if (isMissing(cell)) continue;
      const isGiven = metrics.some((metric) => given.has(metric));
      for (const metric of metrics) given.add(metric);
      if (isGiven) continue;
      addCell(line, column, cell, when);
    }
  };
}

const tooLong = `The cell is longer than the ${maxCellCharacters} characters that a reading may take`;
const tooManyCells =
  'The line has more cells than there are headings, so that it is not known which is which; a decimal comma has to stand in quotation marks';
const notADate =
  'The time cannot be read; send Unix seconds, ISO 8601 such as 2026-01-31T17:05:00Z, or a local time such as 1/31/2026 5:05:00 PM';

function wallClockOf(options: CsvOptions, plan: Plan): WallClock {
  const timeZone = options.timeZone ?? plan.timeZone ?? options.memberTimeZone;
  try {
    return createWallClock(timeZone);
  } catch {
    throw new VigilError('invalid_input', 'The time zone is not one that the IANA database knows, as Europe/Berlin is', {
      fields: [{ field: 'tz', message: 'Not a time zone known to the IANA database' }],
    });
  }
}
