import { describe, expect, it } from 'vitest';
import { isDrawn, markedSoFar, readingsOf, stepsOf, type TickLike } from './readings.ts';
import { summarize } from './summary.ts';

describe('points that are drawn', () => {
  it.each([
    ['a value', 61, false, true],
    ['nil', null, false, false],
    ['nothing', undefined, false, false],
    ['NaN', Number.NaN, false, false],
    ['infinity', Number.POSITIVE_INFINITY, true, false],
    ['zero of a heart rate', 0, false, false],
    ['zero of skin response', 0, true, true],
    ['below zero', -1, false, true],
  ])('%s', (_, value, zeroCounts, drawn) => expect(isDrawn(value, zeroCounts)).toBe(drawn));

  it('come in order and converted after zeros were dropped, so that 0 °C never becomes 32 °F', () => {
    const ticks: TickLike[] = [
      { timestamp: 20, data: { skin_temp: 33 } },
      { timestamp: 10, data: { skin_temp: 0 } },
      { timestamp: 5, data: { skin_temp: 30 } },
      { timestamp: 7, data: { heart_rate: 60 } },
    ];
    expect(readingsOf(ticks, 'skin_temp', false, (celsius) => (celsius * 9) / 5 + 32).map((point) => [point.at, point.value])).toEqual([
      [5, 86],
      [20, 91.4],
    ]);
  });

  it('of a thinned day keep the mean of all its readings, not that of the lowest and the highest', () => {
    // Ninety-eight readings of 60 and one each of 50 and 150, and a single one in the next step.
    const thinned = { heart_rate: 100 };
    const ticks: TickLike[] = [
      { timestamp: 10, data: { heart_rate: 50 }, thinned, thinnedMeans: { heart_rate: 60.8 } },
      { timestamp: 20, data: { heart_rate: 150 }, thinned },
      { timestamp: 30, data: { heart_rate: 70 } },
    ];
    const points = readingsOf(ticks, 'heart_rate', false);
    expect(summarize({ points }, { from: 0, to: 60 })).toMatchObject({ low: 50, high: 150, mean: (98 * 60 + 50 + 150 + 70) / 101 });
  });

  it('of an hour stand 30 minutes after its start', () => {
    const [point] = stepsOf([{ timestamp: 7200, data: { steps_sum: 900 } }], { value: 'steps_sum' }, false, (from) => ({
      from,
      to: from + 3600,
    }));
    expect(point).toMatchObject({ at: 7200 + 1800, from: 7200, to: 10_800, value: 900 });
  });

  it('carry lowest and highest only when both are known', () => {
    const facts = [{ timestamp: 0, data: { spo2_mean: 96, spo2_min: 91 } }];
    const [point] = stepsOf(facts, { value: 'spo2_mean', low: 'spo2_min', high: 'spo2_max' }, false, (from) => ({ from, to: from + 1 }));
    expect(point?.low).toBeUndefined();
  });
});

describe('the step under way', () => {
  const points = stepsOf([tickAt(0, 10), tickAt(100, 20)], { value: 'x' }, false, (from) => ({ from, to: from + 100 }));
  it('counts so far and stands in the middle of what is past of it; those that are over stay as they are', () =>
    expect(markedSoFar(points, 140)).toEqual([points[0], { ...points[1], at: 120, soFar: true }]));
  it('is none once it is over', () => expect(markedSoFar(points, 200)).toEqual(points));
});

function tickAt(timestamp: number, x: number) {
  return { timestamp, data: { x } };
}
