import { describe, expect, it } from 'vitest';
import { nextStep, startOfStep } from './zone.ts';

/**
 * Days on which clocks are changed, by whole and half hours, at midnight and at other times, for the year and for good; and
 * zones that are 30 and 45 minutes off UTC's hours.
 */
const days: readonly (readonly [zone: string, day: string])[] = [
  ['Australia/Lord_Howe', '2025-10-04T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T00:00:00Z'],
  ['Australia/Adelaide', '2025-10-04T00:00:00Z'],
  ['Australia/Adelaide', '2026-04-04T00:00:00Z'],
  ['Pacific/Chatham', '2025-09-27T00:00:00Z'],
  ['Pacific/Chatham', '2026-04-04T00:00:00Z'],
  ['America/St_Johns', '2026-03-08T00:00:00Z'],
  ['America/St_Johns', '2025-11-02T00:00:00Z'],
  ['America/Los_Angeles', '2026-03-08T00:00:00Z'],
  ['America/Los_Angeles', '2025-11-02T00:00:00Z'],
  ['America/Havana', '2025-11-02T00:00:00Z'],
  ['America/Santiago', '2025-09-07T00:00:00Z'],
  ['Africa/Cairo', '2025-10-30T00:00:00Z'],
  ['Asia/Pyongyang', '2018-05-04T00:00:00Z'],
  ['America/Caracas', '2016-05-01T00:00:00Z'],
  ['Pacific/Apia', '2011-12-30T00:00:00Z'],
  ['Asia/Kathmandu', '2025-12-31T00:00:00Z'],
  ['UTC', '2025-12-31T00:00:00Z'],
];

/** Minutes since an arbitrary moment by the clock on the wall, as Intl shows it: independent of the code under test. */
function wallClock(zone: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, calendar: 'gregory', hourCycle: 'h23', year: 'numeric', month: 'numeric' },
    ...{ day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  return (seconds) => {
    const part = Object.fromEntries(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute) / 60_000;
  };
}

/** Minutes at which a step of so many minutes by the clock begins: the clock comes to a full one, or is changed. */
function starts(zone: string, from: number, to: number, lengthMinutes: number, changes: boolean): number[] {
  const wall = wallClock(zone);
  const found: number[] = [];
  for (let at = from; at < to; at += 60) {
    const [before, now] = [wall(at - 60), wall(at)];
    const full = Math.floor(now / lengthMinutes) > Math.floor(before / lengthMinutes);
    if (full || (changes && now - before !== 1)) found.push(at);
  }
  return found;
}

describe.each(days)('in %s around %s', (zone, day) => {
  const from = Date.parse(day) / 1000 - 86_400;
  const to = from + 4 * 86_400;

  it.each([
    ['HOURLY', 60, true],
    ['DAILY', 1_440, false],
  ] as const)('%s steps begin and end where the clock on the wall says', (granularity, minutes, changes) => {
    const begin = starts(zone, from, to, minutes, changes);
    expect(begin.length).toBeGreaterThan(2);
    for (const [index, start] of begin.slice(0, -1).entries()) {
      const end = begin[index + 1] as number;
      expect(nextStep(start, granularity, zone)).toBe(end);
      for (let at = start; at < end; at += 420) expect(startOfStep(at, granularity, zone)).toBe(start);
      expect(startOfStep(end - 1, granularity, zone)).toBe(start);
    }
  });
});
