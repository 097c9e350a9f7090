import { expect, test } from 'vitest';
import { draggedTo } from './moved-on-grid.ts';

const minutes = (count: number) => ({ days: 0, milliseconds: count * 60_000 });
const days = (count: number) => ({ days: count, milliseconds: 0 });
const iso = (moment: number) => new Date(moment).toISOString().replace(':00.000Z', 'Z');
/** In March and April clocks there are put on, in October and November back; on Lord Howe Island the other way, by half an hour. */
const [la, berlin, lordHowe] = ['America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe'];

test.each([
  ['Los Angeles, 1:45 by 90 minutes, behind the skipped hour', la, '2026-03-08T09:45Z', minutes(90), '2026-03-08T10:15Z'],
  ['Los Angeles, from the day before to 2:30, which is skipped', la, '2026-03-07T10:30Z', days(1), '2026-03-08T10:30Z'],
  ['Los Angeles, 0:45 by 30 minutes, to the first 1:15', la, '2026-11-01T07:45Z', minutes(30), '2026-11-01T08:15Z'],
  ['Los Angeles, 2:15 by 30 minutes back, to the second 1:45', la, '2026-11-01T10:15Z', minutes(-30), '2026-11-01T09:45Z'],
  ['Los Angeles, the second 1:15 by 15 minutes, which stays the second', la, '2026-11-01T09:15Z', minutes(15), '2026-11-01T09:30Z'],
  ['Los Angeles, the first 1:15 by 15 minutes, which stays the first', la, '2026-11-01T08:15Z', minutes(15), '2026-11-01T08:30Z'],
  ['Los Angeles, from the day after to the first 1:15', la, '2026-11-02T09:15Z', days(-1), '2026-11-01T08:15Z'],
  ['Berlin, from 1:30 to 3:30, which is one hour', berlin, '2026-03-29T00:30Z', minutes(120), '2026-03-29T01:30Z'],
  ['Berlin, the second 2:30 by an hour', berlin, '2026-10-25T01:30Z', minutes(60), '2026-10-25T02:30Z'],
  ['Berlin, over the night to the same time on the wall', berlin, '2026-10-24T10:00Z', days(1), '2026-10-25T11:00Z'],
  ['Lord Howe, 1:45 by 30 minutes, into the skipped half hour', lordHowe, '2026-10-03T15:15Z', minutes(30), '2026-10-03T15:30Z'],
  ['Lord Howe, 1:30 by an hour, behind the skipped half', lordHowe, '2026-10-03T15:00Z', minutes(60), '2026-10-03T15:30Z'],
  ['Lord Howe, the second 1:30 by 15 minutes', lordHowe, '2026-04-04T15:00Z', minutes(15), '2026-04-04T15:15Z'],
  ['Lord Howe, 2:15 by 30 minutes back, to the second 1:45', lordHowe, '2026-04-04T15:45Z', minutes(-30), '2026-04-04T15:15Z'],
  ['Los Angeles, an end from 3:00 back to 2:30, which is skipped: it stays', la, '2026-03-08T10:00Z', minutes(-30), '2026-03-08T10:00Z'],
  ['Los Angeles, an end from 3:30 back to 2:30: to the change', la, '2026-03-08T10:30Z', minutes(-60), '2026-03-08T10:00Z'],
  ['Los Angeles, an end from 1:30 to 2:15: to the change', la, '2026-03-08T09:30Z', minutes(45), '2026-03-08T10:00Z'],
  ['Los Angeles, an end from 3:30 back to 1:45, before the change', la, '2026-03-08T10:30Z', minutes(-105), '2026-03-08T09:45Z'],
  ['Los Angeles, an end at the second 1:30 by 15 minutes', la, '2026-11-01T09:30Z', minutes(15), '2026-11-01T09:45Z'],
  ['Los Angeles, an end from 2:00 back to the second 1:45', la, '2026-11-01T10:00Z', minutes(-15), '2026-11-01T09:45Z'],
  ['Berlin, an end from 3:00 back to 2:15, which is skipped: it stays', berlin, '2026-03-29T01:00Z', minutes(-45), '2026-03-29T01:00Z'],
  ['Berlin, a start from 1:30 to 2:15: to the change', berlin, '2026-03-29T00:30Z', minutes(45), '2026-03-29T01:00Z'],
  ['Berlin, a start from 1:45 to the first 2:15', berlin, '2026-10-24T23:45Z', minutes(30), '2026-10-25T00:15Z'],
  [
    'Lord Howe, an end from 2:30 back to 2:15, which is skipped: it stays',
    lordHowe,
    '2026-10-03T15:30Z',
    minutes(-15),
    '2026-10-03T15:30Z',
  ],
  ['Lord Howe, an end from 2:00 back to the second 1:45', lordHowe, '2026-04-04T15:30Z', minutes(-15), '2026-04-04T15:15Z'],
])('%s', (_, zone, from, by, to) => {
  expect(iso(draggedTo(Date.parse(from), by, zone as string))).toBe(to);
});
