import { setImmediate as nextTurn } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { maxCellCharacters } from '../limits.ts';
import { type CollectedTicks, createTickCollector, type TickCollector } from '../tick-collector.ts';
import { createWallClock, type WallClock } from '../wall-clock.ts';
import { isMissing, readCell, splitPressure } from './cells.ts';
import { readDateText } from './date-texts.ts';
import { type Column, LimitError, metricsOf, type Plan, planColumns, refuseTooManyColumns, UnitError } from './headings.ts';
import { createOnePerson, type OnePerson } from './one-person.ts';
import { separated } from './records.ts';

export interface CsvOptions {
  readonly nowMs: number;
  /** Zone of date-times that name none: as asked for, else as the heading says, else `memberTimeZone`. */
  readonly timeZone: string | undefined;
  readonly memberTimeZone: string;
  /** How many ticks are collected before they are handed on. */
  readonly batchTicks: number;
  /** Lines with readings that the file may have. */
  readonly maxRows: number;
  readonly signal?: AbortSignal;
}

export interface CsvSummary {
  /** Lines with readings, the heading and empty lines apart. */
  readonly rows: number;
  readonly metrics: readonly string[];
  readonly ignoredColumns: readonly string[];
}

/**
 * Reads a file of readings (comma, semicolon or tab; UTF-8 with or without BOM) and hands its ticks to `onBatch`, in
 * batches. A refused reading carries the number of its line. Throws `invalid_input` when the file as a whole cannot be
 * read; what `onBatch` was given before then stands, and a repeat changes nothing.
 */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions,
  onBatch: (collected: CollectedTicks) => Promise<void>,
): Promise<CsvSummary> {
  const collector = createTickCollector(options.nowMs);
  const { records, delimiter } = await separated(bytes);
  let plan: Plan | null = null;
  let readRow: ReturnType<typeof rowReader> | null = null;
  let rows = 0;
  const header = createHeaderSearch();
  for await (const piece of records) {
    for (const { record, line } of piece) {
      refuseTooManyColumns(record.length, line);
      if (!plan || !readRow) {
        plan = header.plan(record);
        if (plan)
          readRow = rowReader(plan, { wallClock: wallClockOf(options, plan), person: createOnePerson(record), delimiter, collector });
        continue;
      }
      rows += 1;
      if (rows > options.maxRows) throw tooManyRows(options.maxRows);
      readRow(record, line);
      if (collector.size() >= options.batchTicks) await onBatch(collector.drain());
    }
    options.signal?.throwIfAborted();
    await nextTurn();
  }
  if (!plan) throw header.missing();
  await onBatch(collector.drain());
  return { rows, metrics: [...new Set(plan.columns.flatMap(metricsOf))], ignoredColumns: plan.ignored };
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
  readonly person: OnePerson;
  readonly delimiter: string;
  readonly collector: TickCollector;
}

function rowReader(plan: Plan, { wallClock, person, delimiter, collector }: RowTools) {
  function addCell(line: number, column: Column, cell: string, when: number | null): void {
    if (cell.length > maxCellCharacters) {
      for (const metric of metricsOf(column)) collector.refuse(line, metric, tooLong);
      return;
    }
    if (column.kind === 'metric') {
      if (when === null) collector.refuse(line, column.metric, notADate);
      else collector.add(line, column.metric, when, readCell(column.metric, cell, column.ucum, delimiter));
      return;
    }
    const halves = splitPressure(cell);
    for (const [position, metric] of (['systolic', 'diastolic'] as const).entries()) {
      if (!halves) collector.refuse(line, metric, `${catalogue[metric].label} is not of the form 120/80`);
      else if (when === null) collector.refuse(line, metric, notADate);
      else collector.add(line, metric, when, readCell(metric, halves[position] ?? '', column.ucum, delimiter));
    }
  }

  const columns = plan.columns.map((column) => ({ column, metrics: metricsOf(column) }));
  /** Metrics that a column further left has a cell for, on the line being read. */
  const given = new Set<MetricId>();

  return function readRow(record: readonly string[], line: number): void {
    const read = readDateText(plan.when.map((index) => record[index] ?? '').join(' '));
    const when = read.kind === 'moment' ? read.timestampSeconds : read.kind === 'local' ? wallClock.momentOf(read.wallMs) / 1000 : null;
    const isSomebodyElse = person.isSomebodyElse(record);
    given.clear();
    for (const { column, metrics } of columns) {
      const cell = record[column.index] ?? '';
      if (isMissing(cell)) continue;
      const isGiven = metrics.some((metric) => given.has(metric));
      for (const metric of metrics) given.add(metric);
      if (isGiven) continue;
      if (isSomebodyElse) for (const metric of metrics) collector.refuse(line, metric, somebodyElse);
      else addCell(line, column, cell, when);
    }
  };
}

const somebodyElse = 'This line is about somebody else than the first line of the file; a file is taken for one member';
const tooLong = `The cell is longer than the ${maxCellCharacters} characters that a reading may take`;
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
