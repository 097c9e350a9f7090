import { describe, expect, it } from 'vitest';
import { cadenceSeconds, isOccasional, splitAtGaps } from './gaps.ts';
import { readingPoint, stepPoint } from './series.ts';
import { valueAt } from './value-at.ts';

const minute = 60;
const at = (...minutes: number[]) => minutes.map((moment) => readingPoint(moment * minute, 60));
const lengths = (stretches: readonly (readonly unknown[])[]) => stretches.map((stretch) => stretch.length);

describe('breaking a line at gaps', () => {
  it.each([
    ['minute readings without a gap', at(0, 1, 2, 3, 4), [5]],
    ['a silence of exactly five cadences is bridged', at(0, 1, 2, 7, 8), [5]],
    ['a longer silence breaks the line', at(0, 1, 2, 8, 9), [3, 2]],
    ['a reading alone stands alone', at(0, 1, 2, 30, 60, 61), [3, 1, 2]],
    ['ten-minute readings are judged by their own cadence', at(0, 10, 20, 70, 80), [5]],
    ['ten-minute readings with an hour of silence', at(0, 10, 20, 81, 91), [3, 2]],
    ['hourly readings are a line', at(0, 60, 120), [3]],
    ['readings of a scale or a cuff are never joined across hours', at(0, 10_080, 20_160, 30_240), [1, 1, 1, 1]],
    ['seconds apart: less than two minutes of silence never break', [0, 1, 2, 3, 100, 101].map((second) => readingPoint(second, 60)), [6]],
    ['nothing', [], []],
  ])('%s', (_, points, expected) => expect(lengths(splitAtGaps({ points }))).toEqual(expected));

  it.each([
    ['a whole stretch off the wrist, however short for the cadence', at(0, 10, 20, 30), [12, 14], [2, 2]],
    ['a charging of which one stray reading lies at the beginning', at(0, 10, 20, 23, 50, 60), [22, 52], [4, 2]],
    ['a battery that is measured while it is charged', at(0, 10, 20, 30, 40), [13, 34], [5]],
    ['a battery of which only the charge before and after is known', at(0, 10, 40, 50), [13, 34], [2, 2]],
    ['a band that was off before and after', at(0, 10, 20), [30, 90], [3]],
  ])('where the band was off or charging: %s', (_, points, [from = 0, to = 0], expected) => {
    const unworn = [{ from: from * minute, to: to * minute }];
    expect(lengths(splitAtGaps({ points, unworn }))).toEqual(expected);
  });

  it.each([
    [11, 10],
    [16, null],
    [20, null],
    [36, 40],
  ])('a cursor at minute %d reads no neighbour across the time that the band was off', (moment, read) => {
    const series = { points: at(0, 10, 40, 50), unworn: [{ from: 10.5 * minute, to: 33 * minute }] };
    expect((valueAt(series, moment * minute)?.at ?? Number.NaN) / minute).toEqual(read ?? Number.NaN);
  });

  it.each([
    ['one reading', at(3), true],
    ['a weight a day', at(0, 1440, 2900), true],
    ['a glucose sensor', at(0, 5, 10, 15), false],
    ['hours with a silence among them', at(0, 60, 120, 900), false],
    ['days', [stepPoint(0, 86_400, 70), stepPoint(86_400, 172_800, 70)], false],
    ['nothing', [], false],
  ])('taken now and then: %s', (_, points, expected) => expect(isOccasional(points)).toBe(expected));

  it.each([
    ['days in a row', [0, 1, 2], [3]],
    ['a missing day', [0, 1, 3, 4], [2, 2]],
  ])('joins steps only while each begins where the one before ended: %s', (_, days, expected) =>
    expect(lengths(splitAtGaps({ points: days.map((day) => stepPoint(day * 86_400, (day + 1) * 86_400, 70)) }))).toEqual(expected),
  );

  it('joins the days around a change of the clock', () => {
    const days = [stepPoint(0, 86_400, 1), stepPoint(86_400, 86_400 + 82_800, 1), stepPoint(86_400 + 82_800, 3 * 86_400, 1)];
    expect(splitAtGaps({ points: days })).toHaveLength(1);
  });

  it('knows no cadence of a single reading', () => expect(cadenceSeconds(at(3))).toBeNull());
});
