import { afterEach, expect, test, vi } from 'vitest';
import { timeElsewhere } from './time-words.ts';

afterEach(() => vi.restoreAllMocks());

test('the time by the clock of another zone says the weekday where that is another one', () => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: 'Pacific/Auckland' });
  // A Tuesday at 2 in the afternoon in Auckland.
  const at = Date.parse('2026-11-24T01:00:00Z');
  expect(timeElsewhere(at, 'America/Los_Angeles', 'en').replace('\u202f', ' ')).toBe('Monday 5:00 PM');
  expect(timeElsewhere(at, 'Asia/Tokyo', 'en').replace('\u202f', ' ')).toBe('10:00 AM');
  expect(timeElsewhere(at, 'America/Los_Angeles', 'es')).toBe('lunes, 17:00');
});
