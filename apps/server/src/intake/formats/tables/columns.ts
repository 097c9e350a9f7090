import { catalogue } from '@vigil/domain/metrics/catalogue';
import { isMissing, readCell } from '../../csv/cells.ts';
import { maxCellCharacters } from '../../limits.ts';
import type { FormatContext } from '../format.ts';
import { momentOf, notAMoment } from '../moments.ts';
import type { Column, LineReader, MetricColumn, OpenedTable } from './table.ts';

export interface ColumnsOptions {
  /** The heading of the column that says when. */
  readonly when: string;
  /** What stands under which heading. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Headings of what is no measurement: numbers of lines, places, goals, what is known of the person. */
  readonly aside?: readonly string[];
}

interface Placed {
  readonly index: number;
  readonly column: Column;
}

/** Counted under one reason, as the headings of a file are its sender's. */
export const unknownColumn = 'In columns that this format is not known to have';

/** Reads a table with a moment and some measurements a line. Empty cells are nothing; every other cell is taken, skipped or refused. */
export function columnsReader({ when, columns, aside = [] }: ColumnsOptions, opened: OpenedTable): LineReader {
  const { context, headings, delimiter, person = '' } = opened;
  const whenIndex = headings.indexOf(when);
  const clock = context.wallClock();
  const known = new Map(Object.entries(columns));
  const left = new Set([when, person, ...aside, '']);
  const placed: readonly Placed[] = headings.flatMap((heading, index) =>
    left.has(heading) ? [] : [{ index, column: known.get(heading) ?? { skip: unknownColumn } }],
  );
  return {
    read(record, place, readings) {
      let moment: number | null | undefined;
      for (const { index, column } of placed) {
        const cell = record[index];
        if (cell === undefined || isMissing(cell)) continue;
        if ('skip' in column) {
          context.skip(column.skip);
          continue;
        }
        const value = readValue(cell, column, delimiter, context, place);
        if (value === null) continue;
        if (moment === undefined) moment = momentOf(record[whenIndex] ?? '', clock);
        if (moment === null) context.refuse(place, column.metric, notAMoment, 'time');
        else readings.push({ place, metric: column.metric, timestampMs: moment, value });
      }
    },
  };
}

/** The value of a cell in the catalogue's unit, NaN where it is no number; null where it was skipped or refused. */
export function readValue(cell: string, column: MetricColumn, delimiter: string, context: FormatContext, place: number): number | null {
  const { metric, ucum = catalogue[metric].ucum, noReading } = column;
  if (cell.length > maxCellCharacters) {
    context.refuse(place, metric, `The cell is longer than the ${maxCellCharacters} characters that a reading may take`);
    return null;
  }
  const value = readCell(metric, cell, ucum, delimiter);
  const reason = noReading?.(value) ?? null;
  if (reason === null) return value;
  context.skip(reason);
  return null;
}
