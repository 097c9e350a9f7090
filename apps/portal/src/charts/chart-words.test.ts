import { describe, expect, it } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import './messages.ts';
import { chartFigures } from './chart-figures.ts';
import { chartSummary } from './chart-summary.ts';
import type { ChartWords } from './chart-words.ts';
import { withFormedAxis } from './formed-axis.ts';
import type { ChartKindName } from './kinds/kinds.ts';
import { momentWriter } from './moment.ts';
import { readingAt, saidOf } from './reading-at.ts';
import { readingPoint, type Series, type SeriesPoint, stepPoint } from './series.ts';

const day = 86_400;
const hour = 3600;
const start = Date.parse('2026-11-16T08:00:00Z') / 1000;
const span = { from: start, to: start + 3 * day };
const words: ChartWords = { write: i18next.getFixedT('en', 'charts'), locale: 'en-US', zone: 'America/Los_Angeles', span };
const series = (points: readonly SeriesPoint[], more: Partial<Series> = {}): Series => ({
  ...{ key: 'a', label: 'A', unit: 'bpm', decimals: 0, tone: 'heart', points },
  ...more,
});
const days = (values: readonly number[], more: Partial<Series> = {}) =>
  series(
    values.map((value, index) => stepPoint(start + index * day, start + (index + 1) * day, value)),
    more,
  );
const plain = (text: string) => text.replaceAll('\u202f', ' ');

const systolic = series([readingPoint(start + hour, 128), readingPoint(start + day, 151)], {
  label: 'Systolic',
  unit: 'mmHg',
  limits: { high: 140 },
});
const diastolic = series([readingPoint(start + hour, 79), readingPoint(start + day, 93)], {
  label: 'Diastolic',
  unit: 'mmHg',
  limits: { high: 90 },
});
const night = series(
  [stepPoint(start, start + 600, 1), stepPoint(start + 600, start + 600 + 2 * hour, 2), stepPoint(start + 7800, start + 7800 + hour, 4)],
  {
    unit: '',
    words: new Map([
      [1, 'Awake'],
      [2, 'Light'],
      [3, 'REM'],
      [4, 'Deep'],
    ]),
  },
);
const doses = series([readingPoint(start + hour, 1), { ...readingPoint(start + day, 1), missed: true }], { label: 'Metoprolol', unit: '' });

const told: readonly (readonly [string, ChartKindName, readonly Series[], string, string])[] = [
  ['a line', 'basic-line', [days([60, 72, 66])], 'Mean 66 bpm, from 60 bpm to 72 bpm; last 66 bpm (Wed, Nov 18).', '66 bpm'],
  ['one reading', 'one-point-line', [days([60])], 'One reading: 60 bpm (Mon, Nov 16).', '60 bpm'],
  [
    'bars',
    'basic-bar',
    [days([4000, 9000, 5000], { unit: 'steps' })],
    '18,000 steps in all, 6,000 steps on average, at most 9,000 steps (Tue, Nov 17).',
    '6,000 steps',
  ],
  [
    'parts',
    'composed-bar',
    [days([hour, 3 * hour], { label: 'Deep', unit: '', form: 'duration' })],
    'On average Deep 2 h 00 min.',
    '2 h 00 min',
  ],
  [
    'pressure',
    'blood-pressure',
    [systolic, diastolic],
    'Mean 140/86 mmHg of 2 readings; systolic from 128 to 151, diastolic from 79 to 93 mmHg. 1 reading beyond the normal range.',
    '140/86 mmHg',
  ],
  ['a night', 'sleep-depth', [night], 'Awake 0 h 10 min, Light 2 h 00 min, Deep 1 h 00 min.', '3 h 00 min'],
  ['doses', 'log-dots', [doses], 'Metoprolol: 1, 1 missed.', '1'],
  [
    'falling asleep',
    'basic-line',
    [days([23 * hour, 25 * hour], { unit: '', form: 'clock' })],
    'Mean 12:00 AM, from 11:00 PM to 1:00 AM; last 1:00 AM (Tue, Nov 17).',
    '12:00 AM',
  ],
  ['nothing', 'basic-line', [series([])], 'Nothing measured.', ''],
  ['nothing logged', 'meal-dots', [series([])], 'Nothing logged.', ''],
  [
    'bars of hours',
    'basic-bar',
    [series([stepPoint(start, start + hour, 400), stepPoint(start + hour, start + 2 * hour, 200)], { unit: 'steps' })],
    '600 steps in all, 300 steps per hour on average, at most 400 steps (Mon, Nov 16, 12:00 AM).',
    '300 steps',
  ],
  [
    'parts of hours',
    'composed-bar',
    [series([stepPoint(start, start + hour, 1800)], { label: 'On wrist', unit: '', form: 'duration' })],
    'On average per hour On wrist 0 h 30 min.',
    '0 h 30 min',
  ],
];

describe('what a chart shows, in words and by its first figure', () => {
  it.each(told)('%s', (_, kind, shown, summary, first) => {
    expect(plain(chartSummary({ kind, series: shown }, words))).toBe(summary);
    expect(plain(chartFigures({ kind, series: shown }, words)[0]?.value ?? '')).toBe(first);
  });
});

it.each([
  ['a line', 'basic-line', [days([60, 72, 66])]],
  ['bars', 'basic-bar', [days([4000, 9000], { unit: 'steps' })]],
  ['bars of hours', 'basic-bar', [series([stepPoint(start, start + hour, 400), stepPoint(start + hour, start + 2 * hour, 200)])]],
] as const)('what is told beside the chart is not told again: the mean of %s', (_, kind, shown) => {
  const [mean, ...others] = chartFigures({ kind, series: shown }, words);
  expect(mean?.label).toMatch(/mean|average/);
  expect(chartFigures({ kind, series: shown, meanIsTold: true }, words)).toEqual(others);
});

it.each([
  ['within while every reading of the days is', 22, 'All within the normal range.'],
  ['no more than on average where a reading of a day lies beyond', 27.9, 'On average within the normal range, single readings beyond it.'],
])('means of days are %s', (_, high, said) => {
  const limits = { low: 12, high: 22 };
  const points = days([17, 18]).points.map((point) => ({ ...point, low: 14, high }));
  expect(chartSummary({ kind: 'basic-line', series: [series(points, { limits })] }, words)).toContain(said);
});

it('the day that is still running counts in the total and not in the average', () => {
  const [first, second, last] = days([4000, 6000, 800], { unit: 'steps' }).points;
  if (!first || !second || !last) throw new Error('three days');
  const steps = series([first, second, { ...last, soFar: true }], { unit: 'steps' });
  const figures = (kind: ChartKindName) => chartFigures({ kind, series: [steps] }, words).map(({ value }) => value);
  expect(figures('basic-bar').slice(0, 2)).toEqual(['5,000 steps', '10,800 steps']);
  expect(figures('composed-bar')).toEqual(['5,000 steps']);
});

it('where there was nothing on any day, no day has most', () => {
  const figures = chartFigures({ kind: 'basic-bar', series: [days([0, 0], { unit: 'steps' })] }, words).map(({ value }) => value);
  expect(figures).toEqual(['0 steps', '0 steps']);
});

describe('what it says at a moment', () => {
  it.each([
    [
      'both pressures, and which of them is high',
      'blood-pressure',
      [systolic, diastolic],
      start + day,
      'Tue, Nov 17, 12:00 AM, 151/93 mmHg, Systolic above normal, Diastolic above normal',
    ],
    ['the stage of sleep', 'sleep-depth', [night], start + hour, 'Mon, Nov 16, 12:10 AM, Light'],
    ['a dose that was missed', 'log-dots', [doses], start + day, 'Tue, Nov 17, 12:00 AM, Metoprolol, missed'],
    ['nothing in a gap', 'basic-line', [days([60])], start + 2 * day, 'Wed, Nov 18, 12:00 AM, nothing measured'],
    [
      'a day that is not over',
      'basic-bar',
      [series([{ ...stepPoint(start, start + day, 900), soFar: true as const }], { unit: 'steps' })],
      start + 5,
      'Mon, Nov 16, 900 steps, so far',
    ],
  ] as const)('%s', (_, kind, shown, at, said) =>
    expect(plain(saidOf(readingAt({ kind, series: shown }, at, 60, words), words.write))).toBe(said),
  );

  it('beyond what is usual, where it is within the normal range', () => {
    const chart = {
      kind: 'basic-line',
      series: [days([70, 88], { limits: { high: 90 } })],
      usual: [{ ...span, low: 55, high: 75 }],
    } as const;
    expect(readingAt(chart, start + day, 60, words).values[0]?.remarks).toEqual(['above usual']);
  });
});

describe('the axis of seconds', () => {
  const formed = (shown: Series, max: number) => {
    const { axis, tickLabels } = withFormedAxis({ axis: { min: 0, max, ticks: [0, max] }, layers: [] }, [shown], span, 'en-US');
    return axis.ticks.map((tick) => plain(tickLabels?.get(tick) ?? ''));
  };
  it.each([
    ['hours of a day', series([], { form: 'duration' }), day, ['0 h', '6 h', '12 h', '18 h', '24 h']],
    ['half hours', series([], { form: 'duration' }), 2 * hour, ['0 h', '0:30 h', '1 h', '1:30 h', '2 h']],
    [
      'times of falling asleep around midnight',
      days([22.6 * hour, 25.2 * hour], { form: 'clock' }),
      day,
      ['10:00 PM', '11:00 PM', '12:00 AM', '1:00 AM', '2:00 AM'],
    ],
    ['thousands on the yearly view', series([], { thousands: true }), 2500, ['0', '2.5K']],
  ])('has %s', (_, shown, max, labels) => expect(formed(shown, max)).toEqual(labels));
});

it('the two hours that the clocks show twice in autumn are told apart at the cursor', () => {
  const change = Date.parse('2026-11-01T09:00:00Z') / 1000;
  const write = momentWriter({ from: change - 86_400, to: change }, 'America/Los_Angeles', 'en');
  const written = [-3600, 0, 3600].map((away) => write(change + away).replaceAll('\u202f', ' '));
  expect(written).toEqual(['1:00 AM PDT', '1:00 AM PST', '2:00 AM']);
});
