import { describe, expect, it } from 'vitest';
import { createDayOrder, withYearFirst } from './day-order.ts';

const orderOf = (dates: readonly string[]) => {
  const order = createDayOrder();
  for (const date of dates) order.see(date);
  return order.decided();
};

describe('the order of day and month in a file', () => {
  it.each([
    [['05-06-2021 04:59 PM', '05-13-2021 05:14 PM'], 'month first'],
    [['05-06-2021 16:59', '13-06-2021 05:14'], 'day first'],
    [['5/6/2021 4:59 PM', '5/31/2021 5:14 PM'], 'month first'],
    [['2021-06-05 16:59', '', 'soon'], null],
  ])('%j is %s', (dates, order) => expect(orderOf(dates)).toBe(order));

  it.each([
    [['05-06-2021 04:59 PM', '05-07-2021 05:14 PM'], /No date of the file tells/],
    [['13-06-2021 04:59', '06-13-2021 05:14'], /Some dates/],
  ])('%j is refused', (dates, sentence) => expect(() => orderOf(dates)).toThrow(sentence));

  it.each([
    ['05-06-2021 04:59 PM', 'month first', '2021-05-06 04:59 PM'],
    ['05-06-2021 16:59', 'day first', '2021-06-05 16:59'],
    ['2021/06/05 16:59', null, '2021-06-05 16:59'],
    ['soon', 'day first', 'soon'],
  ] as const)('%s, %s, is %s', (written, order, year) => expect(withYearFirst(written, order)).toBe(year));
});
