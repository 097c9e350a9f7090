import type { FilePart, Format, FormatContext } from '../format.ts';
import { firstLines } from '../tables/first-lines.ts';
import { isOneOf, openTable, readTable } from '../tables/table-format.ts';
import { createDayOrder, type DayOrder } from './day-order.ts';
import { glucoseTables, whenHeadings } from './glucose-tables.ts';

const name = 'FreeStyle Libre (LibreView export)';

/** The order of day and month is what the dates of the file itself say; a file whose dates do not say it is refused. */
export const libreview: Format = {
  id: 'libreview',
  name,
  recognises: ({ text, entries }) => entries === null && isOneOf(glucoseTables(null), firstLines(text)),
  async *read(parts, context) {
    for (const part of parts) yield* readTable(part, glucoseTables(await dayOrderOf(part)), name, context);
  },
};

/** For files whose dates fit either order: somebody has to say which one is meant. */
const inOrder = (order: DayOrder, id: string, words: string): Format => ({
  id,
  name: `${name}, ${words}`,
  recognises: () => false,
  async *read(parts: readonly FilePart[], context: FormatContext) {
    for (const part of parts) yield* readTable(part, glucoseTables(order), name, context);
  },
});

export const libreviewDayFirst = inOrder('day first', 'libreview-day-first', 'dates with the day first');
export const libreviewMonthFirst = inOrder('month first', 'libreview-month-first', 'dates with the month first');

async function dayOrderOf(part: FilePart): Promise<DayOrder | null> {
  const { headings, pieces } = await openTable(part, glucoseTables(null), name);
  const index = headings.findIndex((heading) => whenHeadings.includes(heading));
  const order = createDayOrder();
  for await (const piece of pieces) for (const { record } of piece) order.see(record[index] ?? '');
  return order.decided();
}
