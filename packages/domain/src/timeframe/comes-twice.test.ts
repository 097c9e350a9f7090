import { expect, test } from 'vitest';
import { comesTwice } from './zone.ts';

test.each([
  ['America/Los_Angeles', '2026-11-01T00:59:59-07:00', false],
  ['America/Los_Angeles', '2026-11-01T01:00:00-07:00', true],
  ['America/Los_Angeles', '2026-11-01T01:59:59-08:00', true],
  ['America/Los_Angeles', '2026-11-01T02:00:00-08:00', false],
  ['America/Los_Angeles', '2026-03-08T01:30:00-08:00', false],
  ['America/Los_Angeles', '2026-03-08T03:30:00-07:00', false],
  ['Europe/Berlin', '2026-10-25T02:30:00+02:00', true],
  ['Australia/Lord_Howe', '2026-04-05T01:15:00+11:00', false],
  ['Australia/Lord_Howe', '2026-04-05T01:45:00+11:00', true],
  ['UTC', '2026-11-01T01:30:00Z', false],
])('in %s the time of %s comes twice: %s', (zone, moment, twice) => expect(comesTwice(Date.parse(moment) / 1000, zone)).toBe(twice));
