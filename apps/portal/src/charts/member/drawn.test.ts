import { metricUnits } from '@vigil/domain/units/testing/units';
import { expect, it } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { askedOf } from './asked.ts';
import { drawnOf } from './drawn.ts';
import './messages.ts';

const write = i18next.getFixedT('en', 'memberCharts');
const start = Date.parse('2026-11-20T22:00:00Z') / 1000;
const given = { days: 1, zone: 'UTC', now: start + 86_400, units: metricUnits, normalRanges: {}, write } as const;
const depths = [2, 2, 3].map((sleep_depth, index) => ({
  ...{ timestamp: start + index * 60, timestamp_from: start + index * 60, timestamp_to: start + index * 60 },
  data: { sleep_depth },
}));
const smoothed = { smoothed_stages: [[start, start + 600, 2]] };

it.each([
  ['smoothed stages', [smoothed], 'Sleep'],
  ['raw depths, which are told to be raw', [], 'Sleep, raw depths'],
])('a chart of %s', (_, sleeps, label) => {
  const asked = askedOf('sleep', { days: 1 });
  if (asked === null) throw new Error('sleep is asked on one day');
  const answered = { ticks: depths, facts: [], sleeps, meals: [] } as never;
  expect(drawnOf('sleep', asked, answered, given).series.map((series) => series.label)).toEqual([label]);
});
