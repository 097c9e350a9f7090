import { expect, test } from 'vitest';
import { fhirDateRange } from './date-range.ts';

const utc = (text: string) => Date.parse(text);

test.each<[string, string, string, string, string]>([
  ['a year', '2024', 'UTC', '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
  ['a month', '2024-02', 'UTC', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['the last month of a year', '2024-12', 'UTC', '2024-12-01T00:00:00Z', '2025-01-01T00:00:00Z'],
  ['a leap day', '2024-02-29', 'UTC', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['a day of the member’s zone', '2024-01-31', 'Europe/Madrid', '2024-01-30T23:00:00Z', '2024-01-31T23:00:00Z'],
  ['a day with 23 hours', '2024-03-31', 'Europe/Madrid', '2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z'],
  ['a minute', '2024-01-31T10:20Z', 'Asia/Kolkata', '2024-01-31T10:20:00Z', '2024-01-31T10:21:00Z'],
  ['a second, in its own zone', '2024-01-31T10:20:30+02:00', 'UTC', '2024-01-31T08:20:30Z', '2024-01-31T08:20:31Z'],
  ['a fraction of a second', '2024-01-31T10:20:30.25Z', 'UTC', '2024-01-31T10:20:30.250Z', '2024-01-31T10:20:30.251Z'],
  ['the first day that a date can have', '0001-01-01', 'Etc/GMT-5', '0001-01-01T00:00:00Z', '0001-01-01T19:00:00Z'],
  ['the first moment, further east', '0001-01-01T00:00:00+14:00', 'UTC', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.001Z'],
])('%s (%s) covers what it says', (_name, text, zone, from, to) =>
  expect(fhirDateRange(text, zone)).toEqual({ fromMs: utc(from), toMs: utc(to) }),
);

test.each([
  '',
  'yesterday',
  '2024-13',
  '2024-02-30',
  '2024-1-1',
  '2024-01-31T10:20:30',
  '2024-02-30T10:00:00Z',
  '24-01-01',
  '2024-01-31T25:00Z',
  ' 2024',
  '0000',
  '0000-01-01T00:00:00Z',
])('“%s” is no FHIR date', (text) => expect(fhirDateRange(text, 'UTC')).toBeNull());
