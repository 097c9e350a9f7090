import { describe, expect, it } from 'vitest';
import { averageOf, changeOf } from './evidence-change.ts';

const steps = (...data: Record<string, number>[]) => data.map((one, index) => ({ timestamp: index * 86_400, data: one }));

describe('the average of a timeframe', () => {
  it.each<[string, Parameters<typeof averageOf>[0], ReturnType<typeof steps>, number | null]>([
    [
      'weighs each day by its readings',
      'heart_rate',
      steps({ heart_rate_mean: 60, heart_rate_count: 3 }, { heart_rate_mean: 80, heart_rate_count: 1 }),
      65,
    ],
    ['leaves out days without the metric', 'heart_rate', steps({ spo2_mean: 97 }, { heart_rate_mean: 60, heart_rate_count: 2 }), 60],
    ['is unknown without data', 'heart_rate', [], null],
    ['of steps is per day with data', 'steps', steps({ steps_sum: 4000, steps_days: 1 }, {}, { steps_sum: 6000, steps_days: 1 }), 5000],
    ['of sleep is that of the days', 'sleep', steps({ sleep_efficiency_mean: 80 }, { sleep_efficiency_mean: 90 }), 85],
  ])('%s', (_, id, facts, expected) => expect(averageOf(id, facts)).toBe(expected));

  it.each([
    [66, 60, { average: 66, baseline: 60, by: 6, percent: 10 }],
    [5, 0, { average: 5, baseline: 0, by: 5, percent: null }],
    [null, 60, null],
    [60, null, null],
  ])('%s against %s', (average, baseline, expected) => expect(changeOf(average, baseline)).toEqual(expected));
});
