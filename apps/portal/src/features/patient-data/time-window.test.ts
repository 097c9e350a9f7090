import { describe, expect, it } from 'vitest';
import { clippedZoom, dayAt, steppedEnd, windowOf } from './time-window.ts';
import { viewOf } from './view.ts';
import { zoneDifference } from './zone-note.ts';

const utc = (text: string) => Date.parse(text) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
const now = utc('2026-11-20T18:07:00Z');
const zone = 'America/Los_Angeles';

describe('the window of a view', () => {
  it.each([
    ['the live day is the last 24 hours, to the next quarter', {}, '2026-11-19T18:15:00Z', '2026-11-20T18:15:00Z', true],
    ['a past day is a calendar day of the member', { end: '2026-11-18' }, '2026-11-18T08:00:00Z', '2026-11-19T08:00:00Z', false],
    ['a day that loses an hour has 23', { end: '2026-03-08' }, '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z', false],
    ['a live week is seven calendar days with today', { range: 7 }, '2026-11-14T08:00:00Z', '2026-11-21T08:00:00Z', true],
    ['a month', { range: 30, end: '2026-11-01' }, '2026-10-03T07:00:00Z', '2026-11-02T08:00:00Z', false],
    ['a year is whole months', { range: 365 }, '2025-11-01T07:00:00Z', '2026-11-21T08:00:00Z', true],
    ['also at its end, when it is past', { range: 365, end: '2026-03-10' }, '2025-03-01T08:00:00Z', '2026-04-01T07:00:00Z', false],
    ['a year by weeks is whole weeks', { range: 365, detail: 'weekly' }, '2025-11-17T08:00:00Z', '2026-11-21T08:00:00Z', true],
    ['today is live', { range: 7, end: '2026-11-20' }, '2026-11-14T08:00:00Z', '2026-11-21T08:00:00Z', true],
    ['and so is tomorrow', { end: '2026-11-21' }, '2026-11-19T18:15:00Z', '2026-11-20T18:15:00Z', true],
  ])('%s', (_, search, from, to, live) => {
    const window = windowOf(viewOf(search), now, zone);
    expect([iso(window.span.from), iso(window.span.to), window.live]).toEqual([from, to, live]);
  });

  it('of the live day always holds the present', () => {
    for (const at of [utc('2026-11-20T18:14:59Z'), utc('2026-11-20T18:15:00Z')])
      expect(windowOf(viewOf({}), at, zone).span.to).toBeGreaterThan(at);
  });

  it('reads the day of the member, not of the viewer', () => expect(dayAt(utc('2026-11-20T05:00:00Z'), zone)).toBe('2026-11-19'));
});

describe('stepping', () => {
  it.each([
    ['a day back from the present', {}, -1, '2026-11-19'],
    ['a day on from yesterday is the present', { end: '2026-11-19' }, 1, null],
    ['a week moves by a day', { range: 7, end: '2026-11-10' }, -1, '2026-11-09'],
    ['a month moves by a week', { range: 30, end: '2026-11-10' }, 1, '2026-11-17'],
    ['a year moves by 30 days', { range: 365 }, -1, '2026-10-21'],
    ['over the change of the clock', { end: '2026-11-02' }, -1, '2026-11-01'],
    ['never past the present', { range: 365, end: '2026-11-10' }, 1, null],
  ])('%s', (_, search, direction, end) => expect(steppedEnd(viewOf(search), direction as -1 | 1, now, zone)).toBe(end));
});

describe('zoom', () => {
  const span = { from: 100, to: 200 };
  it.each([
    ['inside', { from: 120, to: 150 }, { from: 120, to: 150 }],
    ['over an end', { from: 50, to: 150 }, { from: 100, to: 150 }],
    ['over all of it', { from: 0, to: 300 }, null],
    ['outside', { from: 300, to: 400 }, null],
  ])('%s', (_, zoom, clipped) => expect(clippedZoom(zoom, span)).toEqual(clipped));
});

it.each([
  ['Europe/Berlin', 'Europe/Madrid', null],
  ['America/Los_Angeles', 'Europe/Berlin', '−9 h'],
  ['Asia/Kolkata', 'Europe/London', '+5:30 h'],
])('the zone %s read in %s differs by %s', (member, viewer, difference) => expect(zoneDifference(member, viewer, now)).toBe(difference));
