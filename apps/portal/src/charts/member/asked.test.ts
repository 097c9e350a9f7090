import { describe, expect, it } from 'vitest';
import { askedOf } from './asked.ts';
import { chartedIds } from './charted.ts';

describe('what a chart asks for', () => {
  it.each<[string, ...Parameters<typeof askedOf>, object | null]>([
    ['one day of a level: its readings', 'heart_rate', { days: 1 }, { ticks: ['heart_rate'], facts: [] }],
    ['two days: the mean of each hour', 'heart_rate', { days: 2 }, { granularity: 'HOURLY', ticks: [] }],
    ['a week: of each day', 'heart_rate', { days: 7 }, { granularity: 'DAILY' }],
    ['the moving average is of hours on every range', 'heart_rate', { days: 28, average: true }, { granularity: 'HOURLY' }],
    ['what is not measured by the hour has none', 'rhr', { days: 28, average: true }, { granularity: 'DAILY' }],
    ['sleep detail under two days', 'sleep', { days: 1 }, { sleeps: true }],
    ['sleep of two days: the mean efficiency', 'sleep', { days: 2 }, { sleeps: false, facts: ['sleep_efficiency_mean'] }],
    ['steps as evidence of less than a week: nothing', 'steps', { days: 2, evidence: true }, null],
    ['resting heart rate as evidence of a day: nothing', 'rhr', { days: 1, evidence: true }, null],
    ['steps as evidence of a week', 'steps', { days: 7, evidence: true }, { facts: ['steps_sum', 'steps_days'] }],
    ['steps of a day outside of evidence', 'steps', { days: 1 }, { granularity: 'HOURLY' }],
    [
      'evidence is in steps, on one day too',
      'heart_rate',
      { days: 1, evidence: true, granularity: 'HOURLY' },
      { ticks: [], granularity: 'HOURLY' },
    ],
    [
      'the anomaly score is always daily',
      'anomaly',
      { days: 1, granularity: 'HOURLY' },
      { granularity: 'DAILY', facts: ['anomaly_score'] },
    ],
    ['a weight with its confidence', 'weight', { days: 28 }, { ticks: ['weight', 'weight_conf'] }],
    ['the band’s states on one day', 'band_removed', { days: 1 }, { ticks: ['band_removed'] }],
    ['the band’s times beyond', 'band_removed', { days: 2 }, { facts: ['band_wearing_time', 'band_removed_time', 'band_charge_time'] }],
  ])('%s', (_, id, reading, expected) => {
    const asked = askedOf(id, reading);
    if (expected === null) expect(asked).toBeNull();
    else expect(asked).toMatchObject(expected);
  });

  it.each([1, 2, 7, 14, 21, 28])('on %d days every one asks for something', (days) =>
    expect(chartedIds.filter((id) => askedOf(id, { days }) === null)).toEqual([]),
  );
});
