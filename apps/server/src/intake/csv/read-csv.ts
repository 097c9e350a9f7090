import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { CsvError, parse } from 'csv-parse';
import { createTickSieve, type Sifted, type TickSieve } from '../tick-sieve.ts';
import { createWallClock, type WallClock } from '../wall-clock.ts';
import { isMissing, readCell, splitPressure } from './cells.ts';
import { readDateText } from './date-texts.ts';
import { type Column, type Plan, planColumns } from './headings.ts';

export interface CsvOptions {
  readonly nowMs: number;
  /** Zone of date-times that name none: as asked for, else as the heading says, else `memberTimeZone`. */
  readonly timeZone: string | undefined;
  readonly memberTimeZone: string;
  /** How many ticks are collected before they are handed on. */
  readonly batchTicks: number;
  readonly signal?: AbortSignal;
}

export interface CsvSummary {
  /** Lines with readings, the heading and empty lines apart. */
  readonly rows: number;
  readonly metrics: readonly string[];
  readonly ignoredColumns: readonly string[];
}

/** One line of readings is bounded, so that a quotation mark never closed cannot swallow the memory. */
const longestRecordBytes = 1024 * 1024;
/** Other requests get their turn this often. */
const rowsPerTurn = 2_000;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Reads a file of readings (comma, semicolon or tab; UTF-8 with or without BOM) and hands its ticks to `take`, in
 * batches. A refused reading carries the number of its line. Throws `invalid_input` when the file as a whole cannot be
 * read; what `take` was given before then stands, and a repeat changes nothing.
 */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions,
  take: (sifted: Sifted) => Promise<void>,
): Promise<CsvSummary> {
  const sieve = createTickSieve(options.nowMs);
  const { lines, delimiter } = await separated(bytes);
  let plan: Plan | null = null;
  let readRow: ReturnType<typeof rowReader> | null = null;
  let rows = 0;
  try {
    for await (const { record, info } of lines as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!plan || !readRow) {
        plan = planColumns(record);
        readRow = rowReader(plan, wallClockOf(options, plan), delimiter !== ',', sieve);
        continue;
      }
      rows += 1;
      readRow(record, info.lines);
      if (sieve.size() >= options.batchTicks) await take(sieve.take());
      if (rows % rowsPerTurn === 0) {
        options.signal?.throwIfAborted();
        await nextTurn();
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
  if (!plan) throw new VigilError('invalid_input', 'The file is empty; its first line has to name the columns');
  await take(sieve.take());
  const metrics = plan.columns.flatMap((column) => (column.kind === 'metric' ? [column.metric] : ['systolic', 'diastolic']));
  return { rows, metrics, ignoredColumns: plan.ignored };
}

function rowReader(plan: Plan, wallClock: WallClock, commaIsDecimal: boolean, sieve: TickSieve) {
  function offerCell(line: number, column: Column, cell: string, when: number | null): void {
    if (column.kind === 'metric') {
      if (when === null) sieve.refuse(line, column.metric, notADate);
      else sieve.offer(line, column.metric, when, readCell(column.metric, cell, column.ucum, commaIsDecimal));
      return;
    }
    const halves = splitPressure(cell);
    for (const [position, metric] of (['systolic', 'diastolic'] as const).entries()) {
      if (!halves) sieve.refuse(line, metric, `${catalogue[metric].label} is not of the form 120/80`);
      else if (when === null) sieve.refuse(line, metric, notADate);
      else sieve.offer(line, metric, when, readCell(metric, halves[position] ?? '', column.ucum, commaIsDecimal));
    }
  }

  return function readRow(record: readonly string[], line: number): void {
    const read = readDateText(plan.when.map((index) => record[index] ?? '').join(' '));
    const when = read.kind === 'moment' ? read.timestampSeconds : read.kind === 'local' ? wallClock.momentOf(read.wallMs) / 1000 : null;
    for (const column of plan.columns) {
      const cell = record[column.index] ?? '';
      if (!isMissing(cell)) offerCell(line, column, cell, when);
    }
  };
}

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

/** The parser, once the first line has shown what separates the columns. */
async function separated(bytes: AsyncIterable<Uint8Array>): Promise<{ lines: AsyncIterable<unknown>; delimiter: string }> {
  const chunks: AsyncIterator<Uint8Array> = bytes[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head.push(next.value);
    headBytes += next.value.length;
    if (next.value.includes(lineFeed) || next.value.includes(carriageReturn)) break;
    if (headBytes > longestRecordBytes)
      throw new VigilError('invalid_input', 'The first line of the file is too long to be the names of columns');
  }
  const delimiter = delimiterOf(
    Buffer.concat(head)
      .toString('utf8')
      .split(/[\r\n]/, 1)[0] ?? '',
  );
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecordBytes,
  });
  // What goes wrong on either side ends the iteration over the parser with that error.
  pipeline(Readable.from(joined(head, chunks)), parser, () => {});
  return { lines: parser, delimiter };
}

async function* joined(head: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Outside quotation marks the separator is the most frequent of the three; a comma when there is none. */
function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length - 1;
  return [';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best), ',');
}

function unreadable(error: CsvError): VigilError {
  const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
  return new VigilError('invalid_input', `The file cannot be read as CSV${line}; look for a quotation mark that is never closed`, {
    cause: error,
  });
}
