import { parse } from 'csv-parse/sync';
import { delimiterOf } from '#platform/csv/records.ts';

/** Lines looked at to recognise a table: some above the headings, the headings, and a few of what they name. */
const linesLookedAt = 24;
/** Lines of headings are a few thousand characters at most. */
const charactersLookedAt = 16 * 1024;

/** The cells of the lines that a file begins with, without the last one, which may be cut off; none where it is no CSV. */
export function firstLines(text: string): readonly (readonly string[])[] {
  const start = text.slice(0, charactersLookedAt);
  const whole = start.length === text.length ? start : start.slice(0, start.lastIndexOf('\n') + 1);
  const lines = whole.split('\n', linesLookedAt).join('\n');
  try {
    return parse(lines, {
      delimiter: delimiterOf(lines),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch {
    return [];
  }
}
