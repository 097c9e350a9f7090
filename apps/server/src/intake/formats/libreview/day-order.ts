import { VigilError } from '@vigil/contract/errors';

export type DayOrder = 'day first' | 'month first';

/** A date of figures at the start of a text, and what stands behind it. */
const figures = /^\s*(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?!\d)(.{0,40})$/;

/** Finds the order of day and month in all dates of a file. */
export interface FileDayOrder {
  see(written: string): void;
  /** Null where no date needs it. Throws `invalid_input` where the dates fit both orders, or neither. */
  decided(): DayOrder | null;
}

export function createDayOrder(): FileDayOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  let either = 0;
  return {
    see(written) {
      const [, first = '', second = ''] = figures.exec(written) ?? [];
      if (first === '' || first.length > 2) return;
      if (Number(first) > 12) dayFirst += 1;
      else if (Number(second) > 12) monthFirst += 1;
      else either += 1;
    },
    decided() {
      if (dayFirst > 0 && monthFirst > 0)
        throw new VigilError(
          'invalid_input',
          'Some dates of the file have the day first and others the month, so that none of them can be relied on; nothing was stored. Export it anew, in one language.',
        );
      if (dayFirst > 0) return 'day first';
      if (monthFirst > 0) return 'month first';
      if (either === 0) return null;
      throw new VigilError(
        'invalid_input',
        'No date of the file tells whether the day or the month stands first; nothing was stored. Say which it is (--format libreview-day-first or libreview-month-first), or send more days.',
        {
          fields: [
            { field: 'format', message: 'libreview-day-first' },
            { field: 'format', message: 'libreview-month-first' },
          ],
        },
      );
    },
  };
}

/** The date-time with its year first, for every reader of dates; as it is where it has another form. */
export function withYearFirst(written: string, order: DayOrder | null): string {
  const [, first = '', second = '', third = '', clock = ''] = figures.exec(written) ?? [];
  if (first.length === 4) return `${first}-${second}-${third}${clock}`;
  if (order === null || third.length !== 4) return written;
  const [day, month] = order === 'day first' ? [first, second] : [second, first];
  return `${third}-${month}-${day}${clock}`;
}
