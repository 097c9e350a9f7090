import { isMissing } from '../../csv/cells.ts';
import type { FilePart, Format, FormatContext, Reading } from '../format.ts';
import { columnsReader } from '../tables/columns.ts';
import { firstLines } from '../tables/first-lines.ts';
import { type Column, notKept, skipAll, type Table } from '../tables/table.ts';
import { isOneOf, readTable } from '../tables/table-format.ts';
import { rawMeasures, rawTable } from './raw-measures.ts';

const name = 'Withings export';
const device = 'Withings';

const weight = (unit: 'kg' | 'lb', ucum: string): Table => ({
  name: 'weight.csv',
  headings: ['date', `weight (${unit})`, `fat mass (${unit})`],
  open: (opened) => {
    const composition = ['fat mass', 'bone mass', 'muscle mass', 'hydration'].map((part) => `${part} (${unit})`);
    const columns: Record<string, Column> = {
      [`weight (${unit})`]: { metric: 'weight', ucum },
      ...skipAll(notKept('what a body is made of'), composition),
    };
    return columnsReader({ when: 'date', columns, aside: ['comments'] }, opened);
  },
});

const pressure: Table = {
  name: 'bp.csv',
  headings: ['date', 'heart rate', 'systolic', 'diastolic', 'comments'],
  open: (opened) =>
    columnsReader(
      {
        when: 'date',
        columns: {
          'heart rate': { metric: 'heart_rate', ucum: '/min' },
          systolic: { metric: 'systolic', ucum: 'mm[Hg]' },
          diastolic: { metric: 'diastolic', ucum: 'mm[Hg]' },
        },
        aside: ['comments'],
      },
      opened,
    ),
};

const nights: Table = {
  name: 'sleep.csv',
  headings: ['from', 'to', 'light (s)', 'deep (s)', 'awake (s)'],
  open: ({ context, headings }) => ({
    read(record) {
      const figures = record.filter((cell, index) => !['from', 'to', ''].includes(headings[index] ?? '') && !isMissing(cell));
      context.skip('Totals of a night; its stages are in raw_tracker_sleep-state.csv', figures.length);
    },
  }),
};

const tables: readonly Table[] = [weight('kg', 'kg'), weight('lb', '[lb_av]'), pressure, nights];
const tableNames = new Set(tables.map((table) => table.name));
const baseName = (file: string) => file.slice(file.lastIndexOf('/') + 1);

/** The zip that a person downloads, where the name of each file says what it holds; or one of its files that names its columns. */
export const withings: Format = {
  id: 'withings',
  name,
  device,
  recognises: ({ text, entries }) =>
    entries === null
      ? isOneOf(tables, firstLines(text))
      : entries.some(isRaw) && entries.some((entry) => /^(?:aggregates_\w+|weight|bp|sleep)\.csv$/.test(baseName(entry))),
  async *read(parts, context) {
    const [only] = parts;
    if (only?.name === '') yield* readTable(only, tables, name, context);
    else for (const part of parts) yield* readEntry(part, context);
  },
};

const isRaw = (entry: string) => rawMeasures.some(({ file }) => file === baseName(entry));

async function* readEntry(part: FilePart, context: FormatContext): AsyncIterable<readonly Reading[]> {
  const file = baseName(part.name);
  const raw = rawMeasures.find((one) => one.file === file);
  if (raw) yield* readTable(part, [rawTable(raw)], name, context);
  else if (tableNames.has(file)) yield* readTable(part, tables, name, context);
  else context.skip('Files that hold nothing that Vigil keeps, or totals of what is taken');
}

/** Single raw files have one and the same line of headings, so that somebody has to say which of them a file is. */
export const withingsRaw: readonly Format[] = rawMeasures.map(
  (measure): Format => ({
    id: measure.id,
    name: `${name}, ${measure.words}`,
    device,
    recognises: ({ text, entries }) => entries === null && isOneOf([rawTable(measure)], firstLines(text)),
    async *read(parts, context) {
      for (const part of parts) yield* readTable(part, [rawTable(measure)], name, context);
    },
  }),
);
