import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWallClock } from './wall-clock.ts';

const wall = (text: string) => Date.parse(`${text}Z`);
const iso = (moment: number) => new Date(moment).toISOString();

function read(timeZone: string, texts: readonly string[]): string[] {
  const clock = createWallClock(timeZone);
  return texts.map((text) => iso(clock.momentOf(wall(text))));
}

describe('wall clock', () => {
  it('reads a local time with the offset of its day', () => {
    expect(read('America/Los_Angeles', ['2026-01-10T08:00', '2026-07-10T08:00'])).toEqual([
      '2026-01-10T16:00:00.000Z',
      '2026-07-10T15:00:00.000Z',
    ]);
    expect(read('Asia/Kathmandu', ['2026-01-10T08:00'])).toEqual(['2026-01-10T02:15:00.000Z']);
  });

  it('tells how many times it read that the clock had skipped or shown twice', () => {
    const clock = createWallClock('Europe/Berlin');
    for (const time of [
      '2024-03-31T01:59',
      '2024-03-31T02:30',
      '2024-03-31T03:00',
      '2024-10-27T02:00',
      '2024-10-27T02:59',
      '2024-10-27T03:00',
    ])
      clock.momentOf(wall(time));
    expect(clock.told()).toEqual({ skipped: 1, shownTwice: 2 });
  });

  it('reads the doubled hour first as summer and then as winter time in a file that runs forward', () => {
    const texts = ['2025-11-02T01:30', '2025-11-02T01:59', '2025-11-02T01:00', '2025-11-02T01:30', '2025-11-02T02:00'];
    expect(read('America/New_York', texts)).toEqual([
      '2025-11-02T05:30:00.000Z',
      '2025-11-02T05:59:00.000Z',
      '2025-11-02T06:00:00.000Z',
      '2025-11-02T06:30:00.000Z',
      '2025-11-02T07:00:00.000Z',
    ]);
  });

  it('reads the doubled hour the other way round in a file that runs backward', () => {
    const texts = ['2025-11-02T02:10', '2025-11-02T02:00', '2025-11-02T01:30', '2025-11-02T01:00', '2025-11-02T01:59', '2025-11-02T01:30'];
    expect(read('America/New_York', texts)).toEqual([
      '2025-11-02T07:10:00.000Z',
      '2025-11-02T07:00:00.000Z',
      '2025-11-02T06:30:00.000Z',
      '2025-11-02T06:00:00.000Z',
      '2025-11-02T05:59:00.000Z',
      '2025-11-02T05:30:00.000Z',
    ]);
  });

  it('reads a skipped time with the offset from before the gap', () =>
    expect(read('Europe/Berlin', ['2026-03-29T02:30'])).toEqual(['2026-03-29T01:30:00.000Z']));

  it('finds back every moment that a clock has shown, minute by minute over a year, in order', () => {
    const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Tokyo', 'America/St_Johns'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 364 }), (timeZone, day) => {
        const clock = createWallClock(timeZone);
        const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        const start = Date.UTC(2025, 0, 1) + day * 86_400_000;
        for (let moment = start; moment < start + 2 * 86_400_000; moment += 10 * 60_000)
          expect(clock.momentOf(Date.parse(`${format.format(moment).replace(' ', 'T')}Z`))).toBe(moment);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['hourly, forward', 'America/New_York', '2025-11-02', '00:00 01:00 01:00 02:00', '04:00 05:00 06:00 07:00'],
    ['hourly, backward', 'America/New_York', '2025-11-02', '03:00 02:00 01:00 01:00 00:00', '08:00 07:00 06:00 05:00 04:00'],
    [
      'half-hourly, where clocks go back by half an hour',
      'Australia/Lord_Howe',
      '2026-04-05',
      '01:00 01:30 01:30 02:00',
      '14:00 14:30 15:00 15:30',
    ],
    ['by the minute with two lines for one', 'America/New_York', '2025-11-02', '01:09 01:10 01:10 01:11', '05:09 05:10 05:10 05:11'],
    [
      'every 15 minutes, sorted by what the clock showed',
      'America/New_York',
      '2025-11-02',
      '00:30 00:45 01:00 01:00 01:15 01:16 01:30 01:30 01:45 01:45 02:00',
      '04:30 04:45 05:00 06:00 05:15 06:16 05:30 06:30 05:45 06:45 07:00',
    ],
    [
      'every 15 minutes, sorted backward',
      'America/New_York',
      '2025-11-02',
      '02:15 02:00 01:45 01:45 01:30 01:30 01:00 01:00 00:45',
      '07:15 07:00 06:45 05:45 06:30 05:30 06:00 05:00 04:45',
    ],
    [
      'every 15 minutes, one pass after the other, a minute apart',
      'Europe/Berlin',
      '2025-10-26',
      '01:30 01:45 02:01 02:16 02:31 02:46 02:00 02:15 02:30 02:45 03:00',
      '23:30 23:45 00:01 00:16 00:31 00:46 01:00 01:15 01:30 01:45 02:00',
    ],
    [
      'after a step back, as where the sensor’s readings end and scans begin',
      'America/New_York',
      '2025-11-02',
      '00:00 03:00 05:00 01:10 01:20 01:05 03:00',
      '04:00 08:00 10:00 05:10 05:20 06:05 08:00',
    ],
    ['hourly with two lines for each', 'America/New_York', '2025-11-02', '00:00 00:00 01:00 01:00 02:00', '04:00 04:00 05:00 05:00 07:00'],
  ])('reads two equal lines in the doubled hour by the steps of the file: %s', (_name, zone, day, times, expected) =>
    expect(
      read(
        zone,
        times.split(' ').map((time) => `${day}T${time}`),
      ).map((moment) => moment.slice(11, 16)),
    ).toEqual(expected.split(' ')),
  );

  it('throws for a zone that does not exist', () => expect(() => createWallClock('Mars/Olympus')).toThrow(RangeError));
});
