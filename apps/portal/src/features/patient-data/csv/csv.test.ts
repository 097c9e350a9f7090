import { readFileSync } from 'node:fs';
import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readingPoint, type Series, stepPoint } from '#charts/series.ts';
import { csvText } from '#lib/csv.ts';
import { i18next } from '#lib/i18n.ts';
import '../messages.ts';
import { columnTitle } from './column-title.ts';
import { csvFileName } from './csv-file-name.ts';
import { type CsvAsked, csvMoment, csvTable } from './csv-rows.ts';
import { heightColumn } from './height-column.ts';
import { sleepColumns } from './sleep-columns.ts';

const utc = (text: string) => Date.parse(text) / 1000;
const start = utc('2026-11-20T14:00:00Z');
const heart: Series = {
  key: 'heart_rate',
  label: 'Heart rate',
  unit: 'bpm',
  decimals: 0,
  tone: 'heart',
  points: [readingPoint(start + 3, 61), readingPoint(start + 33, 64), readingPoint(start + 60, 70.456)],
};
const weight: Series = {
  key: 'weight',
  label: 'Weight',
  unit: 'lbs',
  decimals: 1,
  tone: 'body',
  points: [readingPoint(start + 65, 184.526)],
};
const band: Series = {
  key: 'band',
  label: 'Band',
  unit: '',
  decimals: 0,
  tone: 'device',
  words: new Map([[0, 'Band on wrist']]),
  points: [stepPoint(start, start + 7200, 0)],
};
const asked = (series: readonly Series[], more: Partial<CsvAsked> = {}): CsvAsked => ({
  series: series.map((one) => ({ title: one.label, series: one })),
  span: { from: start, to: start + 86_400 },
  byMinute: true,
  zone: 'America/Los_Angeles',
  timeTitle: 'Timestamp',
  lowestTitle: (label) => `${label}, lowest`,
  highestTitle: (label) => `${label}, highest`,
  thinnedTitle: (label) => `${label}, thinned`,
  noteTitle: (label) => `${label}, note`,
  ...more,
});

describe('rows of an export', () => {
  it('have a timestamp in the member’s zone and a column per metric with its unit', () =>
    expect(csvTable(asked([heart, weight])).header).toEqual([
      'Timestamp (America/Los_Angeles), Vigil summary',
      'Heart rate (bpm)',
      'Weight (lbs)',
    ]));

  it('has what was said of an entry beside it, all of those that share a row', () => {
    const meals: Series = { ...band, label: 'Meals', words: new Map([[2, 'Lunch']]) };
    const points = [20, 40].map((second) => ({ ...readingPoint(start + second, 2), note: second === 20 ? 'Soup' : 'Bread' }));
    const { header, rows } = csvTable(asked([{ ...meals, points }]));
    expect([header.slice(1), rows[0]?.slice(1)]).toEqual([
      ['Meals', 'Meals, note'],
      ['Lunch', 'Soup; Bread'],
    ]);
  });

  it('share a minute on the range of one day, with the mean of its readings, two decimals, empty where nothing was measured', () =>
    expect(csvTable(asked([heart, weight])).rows).toEqual([
      ['Nov 20, 2026 06:00:00 AM', 62.5, null],
      ['Nov 20, 2026 06:01:00 AM', 70.46, 184.53],
    ]));

  it('are means of all readings of a minute of a thinned day', () => {
    const points = [readingPoint(start, 50, { count: 100, mean: 60.8 }), readingPoint(start + 30, 150, { count: 0 })];
    expect(csvTable(asked([{ ...heart, points }])).rows).toEqual([['Nov 20, 2026 06:00:00 AM', 60.8]]);
  });

  it('are readings at their moments on longer ranges, and the heading says where only the lowest and highest are there', () => {
    const points = [readingPoint(start, 50, { count: 100, mean: 60.8 }), readingPoint(start + 30, 150, { count: 0 })];
    const { header, rows } = csvTable(asked([{ ...heart, points }, weight], { byMinute: false }));
    expect(header.slice(1)).toEqual(['Heart rate, thinned (bpm)', 'Weight (lbs)']);
    expect(rows.map((row) => row[1])).toEqual([50, 150, null]);
  });

  it('keep every moment on longer ranges', () => expect(csvTable(asked([heart], { byMinute: false })).rows).toHaveLength(3));

  it('carry the lowest and highest that the chart draws', () => {
    const daily = { ...heart, points: [stepPoint(start, start + 86_400, 74.123, { low: 52, high: 141 })] };
    const table = csvTable(asked([daily], { byMinute: false }));
    expect(table.header.slice(1)).toEqual(['Heart rate (bpm)', 'Heart rate, lowest (bpm)', 'Heart rate, highest (bpm)']);
    expect(table.rows).toEqual([['Nov 20, 2026 06:00:00 AM', 74.12, 52, 141]]);
  });

  it('hold only what is on screen, and no column for a metric without data there', () => {
    const table = csvTable(asked([heart, weight], { span: { from: start, to: start + 60 } }));
    expect(table.header).toHaveLength(2);
    expect(table.rows).toHaveLength(1);
  });

  it('write a state that began earlier where the screen begins', () => {
    const table = csvTable(asked([band], { span: { from: start + 3600, to: start + 86_400 } }));
    expect(table.rows).toEqual([['Nov 20, 2026 07:00:00 AM', 'Band on wrist']]);
  });

  it('write states in words', () => expect(csvTable(asked([band])).rows).toEqual([['Nov 20, 2026 06:00:00 AM', 'Band on wrist']]));

  it.each([
    ['2026-07-01T07:05:09Z', 'Jul 1, 2026 12:05:09 AM'],
    ['2026-07-01T19:05:09Z', 'Jul 1, 2026 12:05:09 PM'],
  ])('write %s as %s', (moment, text) => expect(csvMoment(utc(moment), 'America/Los_Angeles')).toBe(text));
});

describe('the file', () => {
  it('reads back as it was written', async () => {
    const { data } = parse<string[]>(csvText(csvTable(asked([heart, weight]))).replace('\uFEFF', ''), { skipEmptyLines: true });
    expect(data).toEqual([
      ['Timestamp (America/Los_Angeles), Vigil summary', 'Heart rate (bpm)', 'Weight (lbs)'],
      ['Nov 20, 2026 06:00:00 AM', '62.5', ''],
      ['Nov 20, 2026 06:01:00 AM', '70.46', '184.53'],
    ]);
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x")', '＝1+1', ' ＠SUM(A1)'])(
    'disarms text that a spreadsheet would run: %s',
    async (text) => {
      const [, row] = parse<string[]>(csvText({ header: ['a', 'b'], rows: [[text, -5]] }).replace('\uFEFF', '')).data;
      expect(row).toEqual([`'${text}`, '-5']);
    },
  );

  it('leaves numbers as they are, and disarms headings', () => {
    const lines = parse<string[]>(csvText({ header: ['＝a', 'b'], rows: [['-3.5', -5]] }).replace('\uFEFF', '')).data;
    expect(lines.slice(0, 2)).toEqual([
      ["'＝a", 'b'],
      ['-3.5', '-5'],
    ]);
  });

  it('names the range and nobody', () =>
    expect(csvFileName('1f0c2a34-aaaa-4bbb-8ccc-123456789abc', 7, '2026-11-14', '2026-11-20')).toBe(
      'vigil-summary-1f0c2a34-7d-2026-11-14-2026-11-20',
    ));
});

it('both languages have the same texts', () => {
  const keys = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key.replace(/_(zero|one|many|other)$/, '')}`))
      : [path];
  const read = (tag: string) => new Set(keys(JSON.parse(readFileSync(`${import.meta.dirname}/../messages.${tag}.json`, 'utf8'))));
  expect(read('es')).toEqual(read('en'));
});

describe('the file of the newer page', () => {
  const write = i18next.getFixedT('en', 'patientData');
  const sleep = {
    device_type: 'Fitbit Sense',
    ...{ id: '1', start, end: start + 28_800, smoothed_stages: [], awake_seconds: 1_440, light_seconds: 14_400, rem_seconds: 7_200 },
    ...{ deep_seconds: 5_760, total_sleep_seconds: 27_360, efficiency: 95, awakenings: 2, latency_seconds: null },
    percentages: { awake: 5, light: 50, rem: 25, deep: 20 },
  };

  it('has each sleep on the row of its beginning, with its end, its stages and its figures; what is not known is empty', () => {
    const { header, rows } = csvTable(asked([], { more: sleepColumns([sleep], 'America/Los_Angeles', true, write) }));
    const cells = Object.fromEntries(header.map((title, index) => [title, rows[0]?.[index]]));
    expect(rows).toHaveLength(1);
    expect(cells).toMatchObject({
      ...{
        'Sleep, device': 'Fitbit Sense',
        'Sleep, end': 'Nov 20, 2026 02:00:00 PM',
        'Sleep, asleep (min)': 456,
        'Sleep, REM (min)': 120,
        'Sleep, REM (%)': 25,
      },
      ...{ 'Sleep, efficiency (%)': 95, 'Sleep, awakenings': 2, 'Sleep, latency (min)': null },
    });
  });

  it.each([
    ['imperial', [{ title: 'Height', value: '5 ft 9 in' }]],
    ['metric', [{ title: 'Height (m)', value: 1.75 }]],
  ] as const)('has the height of the member on every row, %s', (units, expected) => {
    expect(heightColumn(1.753, units, write)).toEqual(expected);
    const { header, rows } = csvTable(asked([weight], { everywhere: heightColumn(1.753, units, write) }));
    expect([header.at(-1), rows.map((row) => row.at(-1))]).toEqual([expected[0].title, [expected[0].value]]);
  });

  it('has no height where none is known', () => expect(heightColumn(null, 'imperial', write)).toEqual([]));

  it.each([
    [false, 'Sleep'],
    [true, 'Sleep (raw depths, not smoothed)'],
  ])('says in the heading whether depths are raw: %s', (isRawData, expected) =>
    expect(columnTitle({ series: [heart], title: 'Sleep', isRawData }, 'Sleep', write)).toBe(expected),
  );
});
