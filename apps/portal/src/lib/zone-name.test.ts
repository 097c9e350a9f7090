import { expect, test, vi } from 'vitest';
import { isReadersClock } from './zone-name.ts';

test('a zone shows the reader’s time where its clocks do at that moment, whatever it is called', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'America/Denver',
  });
  const [winter, summer] = [Date.parse('2026-01-15T12:00:00Z'), Date.parse('2026-07-15T12:00:00Z')];
  expect(isReadersClock(winter, 'America/Phoenix')).toBe(true);
  expect(isReadersClock(summer, 'America/Phoenix')).toBe(false);
  expect(isReadersClock(summer, 'America/Boise')).toBe(true);
});
