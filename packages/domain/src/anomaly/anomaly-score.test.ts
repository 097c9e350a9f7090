import { describe, expect, it } from 'vitest';
import { type AnomalyMetric, anomalyScores, type DayOfMetric, deviationFrom } from './anomaly-score.ts';

/** Median 60, median absolute deviation 2, so that a robust standard deviation is 2.9652. */
const week = [56, 58, 59, 60, 62, 62, 64];
const daysOf = (means: readonly (number | null)[], first = 100): DayOfMetric[] =>
  means.flatMap((mean, n) => (mean === null ? [] : [{ day: first + n, mean }]));
const score = (days: Partial<Record<AnomalyMetric, readonly DayOfMetric[]>>, day: number) => {
  const found = anomalyScores(new Map(Object.entries(days) as [AnomalyMetric, readonly DayOfMetric[]][])).find(
    (one) => one.day === day,
  )?.score;
  return found === undefined ? null : Math.round(found * 1000) / 1000;
};

describe('how unlike the days before a value is', () => {
  it.each<[string, AnomalyMetric, number, readonly number[], number | null]>([
    ['the usual value', 'heart_rate', 60, week, 0],
    ['above', 'heart_rate', 66, week, 2.023],
    ['below', 'heart_rate', 54, week, -2.023],
    ['one outlier before changes nothing', 'heart_rate', 66, [56, 58, 59, 60, 62, 62, 640], 2.023],
    ['a member as regular as a clock: the least deviation', 'heart_rate', 63, Array(28).fill(60), 2],
    ['the least deviation of oxygen saturation', 'spo2', 95.6, Array(28).fill(97), -2],
    ['six days are too few', 'heart_rate', 90, week.slice(1), null],
    ['no days', 'heart_rate', 90, [], null],
  ])('%s', (_, metric, value, before, expected) => {
    const found = deviationFrom(metric, value, before);
    expect(found && Math.round(found.deviations * 1000) / 1000).toBe(expected);
  });
});

describe('the anomaly score of a day', () => {
  it.each<[string, Partial<Record<AnomalyMetric, readonly DayOfMetric[]>>, number | null]>([
    ['is the distance of the one metric there is', { heart_rate: daysOf([...week, 66]) }, 2.023],
    ['says nothing of the direction', { heart_rate: daysOf([...week, 54]) }, 2.023],
    ['is the root mean square of several', { heart_rate: daysOf([...week, 66]), rhr: daysOf([...week, 60]) }, 1.431],
    ['takes a metric for what is known of it: none on the day', { heart_rate: daysOf([...week, 66]), rhr: daysOf(week) }, 2.023],
    ['takes a metric for what is known of it: too few days', { heart_rate: daysOf([...week, 66]), rhr: daysOf([90, 60], 106) }, 2.023],
    ['counts a failing sensor as ten at most', { heart_rate: daysOf([...week, 300]) }, 10],
    ['is not known with six days before', { heart_rate: daysOf([...week.slice(1), 66], 101) }, null],
    ['is not known on a day without data', { heart_rate: daysOf(week) }, null],
    ['reaches 28 days back, gaps included', { heart_rate: [...daysOf(week, 79), { day: 107, mean: 66 }] }, 2.023],
    ['and no further', { heart_rate: [...daysOf(week, 78), { day: 107, mean: 66 }] }, null],
  ])('%s', (_, days, expected) => expect(score(days, 107)).toBe(expected));

  it('the day itself and later ones have no part in what is usual, in whatever order they come', () => {
    const days = daysOf([...week, 66, 200, 300]);
    expect(score({ heart_rate: [...days].reverse() }, 107)).toBe(2.023);
  });

  it('names each metric’s part', () => {
    const [last] = anomalyScores(new Map([['heart_rate', daysOf([...week, 66])]])).slice(-1);
    expect(last?.deviations.get('heart_rate')).toEqual({ usual: 60, deviations: expect.closeTo(2.0235, 4) });
  });
});
