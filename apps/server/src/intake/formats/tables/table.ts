import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { FormatContext, Reading } from '../format.ts';

/** A kind of table (CSV) that a vendor or a study gives. */
export interface Table {
  /** What it is called there. */
  readonly name: string;
  /** Headings that tell it from every other table, as `plainHeading` writes them; the line of headings has all of them. */
  readonly headings: readonly string[];
  /** Whether the lines below can be of it, for a table whose headings say too little; asked when a file is recognised only. */
  readonly canHold?: (lines: readonly (readonly string[])[], headings: readonly string[]) => boolean;
  /** The heading of the column that names the person. */
  readonly person?: string;
  /** Makes what reads the lines of one file. */
  open(opened: OpenedTable): LineReader;
}

export interface OpenedTable {
  readonly context: FormatContext;
  /** As `plainHeading` writes them. */
  readonly headings: readonly string[];
  /** What separates the columns. */
  readonly delimiter: string;
  /** The heading of the column that names the person, where the table has one. */
  readonly person: string | undefined;
}

export interface LineReader {
  /** Adds the readings of a line; `place` is its number. */
  read(record: readonly string[], place: number, readings: Reading[]): void;
  /** Adds what was held back until the last line. */
  end?(readings: Reading[]): void;
}

/** What a column holds. */
export type Column = MetricColumn | { readonly skip: string };

export interface MetricColumn {
  readonly metric: MetricId;
  /** The unit of the file, as a UCUM code; that of the catalogue by default. */
  readonly ucum?: string;
  /** Why a number that stands in the column is no reading; null for one that is. */
  readonly noReading?: (value: number) => string | null;
}

/** What Vigil has no metric for. */
export const notKept = (what: string) => `Not kept by Vigil: ${what}`;

/** Columns that are skipped for one reason. */
export const skipAll = (skip: string, headings: readonly string[]) => Object.fromEntries(headings.map((heading) => [heading, { skip }]));

export const noMeasurement = 'Zeros that stand for no measurement';
/** For sensors that write 0 where they have measured nothing. */
export const zeroIsNothing = (value: number): string | null => (value === 0 ? noMeasurement : null);

/** Case, spaces around it, spaces in a row and quotation marks left over do not tell headings apart. */
export function plainHeading(heading: string): string {
  return heading.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
