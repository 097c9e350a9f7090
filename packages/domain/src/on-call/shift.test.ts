import { describe, expect, test } from 'vitest';
import type { Rota } from './rota.ts';
import { shiftOf } from './shift.ts';

/** Monday, 2026-11-23, by hours. */
const monday = (hour: number) => Date.UTC(2026, 10, 23, hour) / 1000;
const everyDay = (from: string, to: string, staffId: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to, staffId }));
const rota: Rota = {
  timeZone: 'UTC',
  shifts: [...everyDay('07:00', '15:00', 'ann'), ...everyDay('15:00', '23:00', 'bob'), ...everyDay('23:00', '07:00', 'cleo')],
};

describe('the shift of somebody', () => {
  test.each([
    ['the one that goes on, and who is on call after it', 'ann', 14, [7, 15, true, 'bob', 15]],
    ['the last one, once it has ended, and who is on call now', 'ann', 16, [7, 15, false, 'bob', 16]],
    ['over midnight', 'cleo', 26, [23, 31, true, 'ann', 31]],
    ['none of somebody who is in no rota, and who is on call now', 'dan', 12, [null, null, false, 'ann', 12]],
  ] as const)('is %s', (_, staffId, hour, [from, until, isNow, next, nextFrom]) => {
    const at = (moment: number | null) => (moment === null ? null : monday(moment));
    expect(shiftOf(rota, [], staffId, monday(hour))).toEqual({
      ...{ from: at(from), until: at(until), isNow },
      next: { userIds: [next], from: monday(nextFrom) },
    });
  });

  test('goes on through stretches that others share, and follows covers', () => {
    const shared = { timeZone: 'UTC', shifts: [...everyDay('07:00', '15:00', 'ann'), ...everyDay('11:00', '19:00', 'bob')] };
    expect(shiftOf(shared, [], 'ann', monday(12))).toMatchObject({ from: monday(7), until: monday(15), next: { userIds: ['bob'] } });
    const covers = [{ staffId: 'dan', from: monday(13), until: monday(17) }];
    expect(shiftOf(rota, covers, 'ann', monday(12))).toMatchObject({ until: monday(13), next: { userIds: ['dan'], from: monday(13) } });
    expect(shiftOf(rota, covers, 'dan', monday(14))).toMatchObject({ from: monday(13), until: monday(17), next: { userIds: ['bob'] } });
  });

  test('of a rota with one person has no end within two days, and nobody after it', () => {
    const alone = { timeZone: 'UTC', shifts: everyDay('00:00', '00:00', 'ann') };
    expect(shiftOf(alone, [], 'ann', monday(12))).toEqual({ from: monday(-12), until: monday(60), isNow: true, next: null });
    expect(shiftOf(null, [], 'ann', monday(12))).toEqual({ from: null, until: null, isNow: false, next: null });
  });
});
