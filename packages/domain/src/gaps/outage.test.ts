import { describe, expect, it } from 'vitest';
import { type ListeningTime, type Outage, outageOf, silentThrough } from './outage.ts';

const now = 1_000_000;
const hour = 3_600;

describe('an outage of ours', () => {
  it.each<[string, ListeningTime[], Outage | null]>([
    ['a server that never listened', [], null],
    ['listening until a moment ago', [{ from: now - 9 * hour, until: now - 15 }], null],
    ['two minutes of silence are a restart', [{ from: now - 9 * hour, until: now - 120 }], null],
    ['longer, and it lasts', [{ from: now - 9 * hour, until: now - 121 }], { since: now - 121, until: null }],
    [
      'over a moment ago: bands come back yet',
      [
        { from: now - 60, until: now },
        { from: now - 90 * hour, until: now - 30 * hour },
      ],
      { since: now - 30 * hour, until: now - 60 },
    ],
    [
      'over for an hour: whoever is silent is silent',
      [
        { from: now - hour, until: now },
        { from: now - 90 * hour, until: now - 30 * hour },
      ],
      null,
    ],
    [
      'a restart in between is none',
      [
        { from: now - 60, until: now },
        { from: now - 90 * hour, until: now - 180 },
      ],
      null,
    ],
    [
      'one after the other are one, from the first on',
      [
        { from: now - 60, until: now },
        { from: now - 1_000, until: now - 600 },
        { from: now - 90 * hour, until: now - 5 * hour },
      ],
      { since: now - 5 * hour, until: now - 60 },
    ],
    [
      'the one that lasts takes in the one before',
      [
        { from: now - 1_000, until: now - 600 },
        { from: now - 90 * hour, until: now - 5 * hour },
      ],
      { since: now - 5 * hour, until: null },
    ],
    [
      'in whatever order they are told',
      [
        { from: now - 90 * hour, until: now - 30 * hour },
        { from: now - 60, until: now },
      ],
      { since: now - 30 * hour, until: now - 60 },
    ],
  ])('%s', (_, times, expected) => expect(outageOf(times, now)).toEqual(expected));

  it.each<[string, Outage | null, number | null, number | null]>([
    ['no outage', null, now - hour, null],
    ['it lasts', { since: now - hour, until: null }, now - 2 * hour, now - hour],
    ['over, and not heard of since', { since: now - hour, until: now - 60 }, now - 2 * hour, now - hour],
    ['over, and heard of since', { since: now - hour, until: now - 60 }, now - 60, null],
    ['over, and never heard of', { since: now - hour, until: now - 60 }, null, now - hour],
  ])('a member’s silence: %s', (_, outage, last, expected) => expect(silentThrough(outage, last)).toBe(expected));
});
