import { describe, expect, it } from 'vitest';
import { endingWithItsEvidence, evidenceMoment, evidenceSpans, spanBefore, spanOf, steppedEnd } from './spans.ts';
import { viewOf } from './view.ts';

const utc = (text: string) => Date.parse(text) / 1000;
const iso = ({ from, to }: { from: number; to: number }) => [from, to].map((at) => new Date(at * 1000).toISOString().slice(0, 16));
const now = utc('2026-11-20T18:07:00Z');
const zone = 'America/Los_Angeles';

describe('the span of an analysis', () => {
  it.each([
    ['the live day is the last 24 hours', { days: 1, end: null }, ['2026-11-19T18:15', '2026-11-20T18:15']],
    ['a day of the past is its calendar day', { days: 1, end: '2026-11-18' }, ['2026-11-18T08:00', '2026-11-19T08:00']],
    ['two days end with today', { days: 2, end: null }, ['2026-11-19T08:00', '2026-11-21T08:00']],
    ['over a clock change the days stay whole', { days: 2, end: '2026-11-02' }, ['2026-11-01T07:00', '2026-11-03T08:00']],
  ])('%s', (_, view, expected) => expect(iso(spanOf(view, now, zone))).toEqual(expected));

  it('the period before it ends where it begins, in whole days', () => {
    expect(iso(spanBefore(spanOf({ days: 7, end: null }, now, zone), 7, zone))).toEqual(['2026-11-07T08:00', '2026-11-14T08:00']);
    expect(iso(spanBefore(spanOf({ days: 1, end: null }, now, zone), 1, zone))).toEqual(['2026-11-18T18:15', '2026-11-19T18:15']);
  });

  it.each([
    [null, -1, '2026-11-19'],
    ['2026-11-18', 1, '2026-11-19'],
    ['2026-11-19', 1, null],
    ['2026-03-01', -1, '2026-02-28'],
  ])('from %s by %d days it ends with %s', (end, by, expected) => expect(steppedEnd({ end }, by, now, zone)).toBe(expected));
});

describe('the stretches that evidence compares', () => {
  it.each([
    ['a day against the week before it', '24h', '7d', ['2026-11-19T18:07', '2026-11-20T18:07'], ['2026-11-12T18:07', '2026-11-19T18:07']],
    [
      'a baseline with a shift ends where that says',
      '24h',
      '7dS2d',
      ['2026-11-19T18:07', '2026-11-20T18:07'],
      ['2026-11-11T18:07', '2026-11-18T18:07'],
    ],
    ['a timeframe with a shift too', '24hS1d', '7d', ['2026-11-18T18:07', '2026-11-19T18:07'], ['2026-11-11T18:07', '2026-11-18T18:07']],
  ])('%s', (_, timeframe, baseline, looked, compared) => {
    const spans = evidenceSpans({ timeframe, baseline }, now);
    expect(iso(spans.timeframe)).toEqual(looked);
    expect(iso(spans.baseline)).toEqual(compared);
  });

  it('count back from the moment of the alert that they are about, and the page shows its day', () => {
    const at = utc('2026-11-18T05:40:00Z');
    const view = endingWithItsEvidence(viewOf({ mode: 'evidence', at }, false), zone);
    expect([evidenceMoment(view, now, zone), view.end]).toEqual([at, '2026-11-17']);
    expect(evidenceMoment(viewOf({ mode: 'evidence' }, false), now, zone)).toBe(utc('2026-11-20T19:00:00Z'));
  });
});
