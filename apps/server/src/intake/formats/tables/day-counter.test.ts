import { describe, expect, it } from 'vitest';
import { createDayCounter } from './day-counter.ts';
import { createLocalDays } from './local-days.ts';

const hour = 3_600_000;
const offset = 2 * hour;
/** Local hours since the first midnight, as moments. */
const at = (hours: number) => hours * hour - offset;

describe('a counter that begins anew at local midnight', () => {
  it.each<[string, [hours: number, value: number][], unknown[]]>([
    [
      'adds what came since the reading before, from that reading on',
      [
        [8, 100],
        [9, 150],
        [10, 150],
      ],
      ['first of the file', [8, 50], [9, 0]],
    ],
    [
      'adds on the next day what came since midnight, from midnight on',
      [
        [20, 900],
        [31, 40],
        [32, 60],
      ],
      ['first of the file', [24, 40], [31, 20]],
    ],
    [
      'counts what is read at midnight to the day that ends',
      [
        [20, 900],
        [24, 1_000],
        [31, 40],
      ],
      ['first of the file', [20, 100], [24, 40]],
    ],
    [
      'knows a counter that was already set to zero at midnight',
      [
        [20, 900],
        [24, 0],
        [31, 40],
      ],
      ['first of the file', [24, 0], [24, 40]],
    ],
    [
      'keeps the day after a day without readings whole',
      [
        [20, 900],
        [72, 500],
      ],
      ['first of the file', [48, 500]],
    ],
    [
      'adds nothing where it ran backwards within a day, and goes on from there',
      [
        [8, 100],
        [9, 20],
        [10, 30],
      ],
      ['first of the file', 'ran backwards', [9, 10]],
    ],
    [
      'adds nothing for a reading of a day before',
      [
        [30, 100],
        [20, 900],
      ],
      ['first of the file', 'ran backwards'],
    ],
  ])('%s', (_, readings, expected) => {
    const days = createLocalDays();
    const counter = createDayCounter(Math.floor((readings[0]?.[0] ?? 0) / 24));
    const added = readings.map(([hours, value]) => counter.read(at(hours), days(at(hours), offset), value));
    expect(added).toEqual(expected.map((one) => (Array.isArray(one) ? { fromMs: at(one[0] as number), amount: one[1] } : one)));
  });

  it('adds what came since midnight where the file reads it first on a later day than its own first', () => {
    const localDay = createLocalDays()(at(30), offset);
    expect(createDayCounter(0).read(at(30), localDay, 21)).toEqual({ fromMs: at(24), amount: 21 });
  });

  it('begins a day on which the clocks change with the midnight before the change', () => {
    const days = createLocalDays();
    const counter = createDayCounter(0);
    // In Copenhagen, 27 March 2022: at 01:00 UTC local time goes from one hour ahead to two.
    const [evening, morning] = [Date.UTC(2022, 2, 26, 20), Date.UTC(2022, 2, 27, 6)];
    counter.read(evening, days(evening, hour), 5_000);
    expect(counter.read(morning, days(morning, 2 * hour), 300)).toEqual({ fromMs: Date.UTC(2022, 2, 26, 23), amount: 300 });
  });
});
