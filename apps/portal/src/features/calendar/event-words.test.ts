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
