import { expect, test, vi } from 'vitest';
import { timeText, whenText } from './event-words.ts';

const minuteMs = 60_000;
const noon = Date.UTC(2026, 5, 10, 12);

test('when something is: on one day, over midnight, and of no length, each by the clock of the zone that is asked for', () => {
  const parts = (text: string) => text.replaceAll(/[\u202f\u2009]/g, ' ');
  expect(parts(whenText(noon, noon + 30 * minuteMs, 'UTC'))).toBe('Wed, Jun 10, 2026, 12:00 PM – 12:30 PM');
  expect(parts(whenText(noon, noon + 30 * minuteMs, 'Asia/Tokyo'))).toBe('Wed, Jun 10, 2026, 9:00 PM – 9:30 PM');
  expect(parts(whenText(noon, noon, 'UTC'))).toBe('Wed, Jun 10, 2026, 12:00 PM');
  expect(parts(whenText(noon, noon + 1_440 * minuteMs, 'UTC'))).toBe('Wed, Jun 10, 2026, 12:00 PM – Thu, Jun 11, 2026, 12:00 PM');
});

test('of an hour that comes twice it is said which of the two', () => {
  const first = Date.parse('2027-11-07T01:30:00-07:00');
  const of = (from: number, minutes: number) => whenText(from, from + minutes * minuteMs, 'America/Los_Angeles').replaceAll('\u202f', ' ');
  expect(of(first, 30)).toBe('Sun, Nov 7, 2027, 1:30 AM PDT – 1:00 AM PST');
  expect(of(first, 60)).toBe('Sun, Nov 7, 2027, 1:30 AM PDT – 1:30 AM PST');
  expect(of(first + 60 * minuteMs, 30)).toBe('Sun, Nov 7, 2027, 1:30 AM PST – 2:00 AM PST');
  expect(of(first + 90 * minuteMs, 30)).toBe('Sun, Nov 7, 2027, 2:00 AM – 2:30 AM');
  expect(of(first - 60 * minuteMs, 25)).toBe('Sun, Nov 7, 2027, 12:30 AM – 12:55 AM');
  // By half an hour.
  expect(whenText(Date.parse('2027-04-04T01:45:00+11:00'), Date.parse('2027-04-04T01:45:00+10:30'), 'Australia/Lord_Howe')).toMatch(
    /1:45.AM.*11.*1:45.AM.*10:30/,
  );
});

test('hundreds of events share the formats of their zone, which take longer to make than all else that is drawn of them', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const write = () => {
    for (let one = 0; one < 500; one += 1) {
      whenText(noon + one * minuteMs, noon + (one + 20) * minuteMs, 'Europe/Berlin');
      timeText(noon + one * minuteMs, 'America/New_York');
    }
  };
  write();
  made.mockClear();
  write();
  expect(made).not.toHaveBeenCalled();
});
