import { describe, expect, it } from 'vitest';
import { writeHours, writeHoursShort, writeValue } from './write-value.ts';

describe('a value as people read it', () => {
  it.each([
    ['steps above 1,000 on the yearly view', { decimals: 0, thousands: true }, 12_345, '12.3 K'],
    ['1,000 itself is not above it', { decimals: 0, thousands: true }, 1000, '1,000'],
    ['steps on every other view', { decimals: 0 }, 12_345, '12,345'],
    ['a temperature', { decimals: 1 }, 36.64, '36.6'],
    ['a state', { decimals: 0, words: new Map([[2, 'Band charging']]) }, 2, 'Band charging'],
    ['falling asleep in the evening', { decimals: 0, form: 'clock' as const }, 23 * 3600, '11:00 PM'],
    ['falling asleep after midnight, which counts as the next day', { decimals: 0, form: 'clock' as const }, 25.5 * 3600, '1:30 AM'],
    ['a night', { decimals: 0, form: 'duration' as const }, 7 * 3600 + 299, '7 h 05 min'],
  ])('%s', (_, series, value, written) => expect(writeValue(series, value, 'en-US').replace('\u202f', ' ')).toBe(written));

  it.each([
    [0, '0 h 00 min', '0 h'],
    [1800, '0 h 30 min', '0:30 h'],
    [3599, '1 h 00 min', '1 h'],
    [86_400, '24 h 00 min', '24 h'],
  ])('%d seconds', (seconds, long, short) => expect([writeHours(seconds), writeHoursShort(seconds)]).toEqual([long, short]));
});
