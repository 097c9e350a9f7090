import { describe, expect, it } from 'vitest';
import type { BandState } from '../status/band-state.ts';
import { mayBeOffForLong, mayBeStuck, type Seen, seenNow } from './seen.ts';

const now = 1_000_000;
const hour = 3_600;

describe('since when a band is as it is', () => {
  it.each<[string, Seen, number | null, BandState, number | null]>([
    ['never looked at: perhaps for ever', {}, null, 'removed', null],
    ['as at the last look: since then', { band: { state: 'removed', since: now - 9 * hour } }, now - hour, 'removed', now - 9 * hour],
    ['otherwise than at the last look: not before it', { band: { state: 'wearing', since: null } }, now - hour, 'removed', now - hour],
    ['as it ever was', { band: { state: 'removed', since: null } }, now - hour, 'removed', null],
  ])('%s', (_, before, lookedAt, state, since) => expect(seenNow(before, lookedAt, state, []).band).toEqual({ state, since }));

  it.each<[string, Seen['band'], boolean]>([
    ['off, nobody knows since when', { state: 'removed', since: null }, true],
    ['off for twelve hours at most, and perhaps so long', { state: 'removed', since: now - 12 * hour }, true],
    ['off for less', { state: 'removed', since: now - 12 * hour + 1 }, false],
    ['charging for six', { state: 'charging', since: now - 6 * hour }, true],
    ['charging for less', { state: 'charging', since: now - 6 * hour + 1 }, false],
    ['worn', { state: 'wearing', since: null }, false],
    ['unknown', { state: 'unknown', since: null }, false],
    ['nothing seen', undefined, false],
  ])('%s', (_, band, expected) => expect(mayBeOffForLong(band ? { band } : {}, now)).toBe(expected));
});

describe('values that may be stuck', () => {
  const reading = (value: number, ts: number) => ({ metric: 'heart_rate' as const, ts, value });
  /** One look an hour, each with the newest reading of then. */
  const looks = (values: readonly number[]) =>
    values.reduce<{ seen: Seen; stuck: string[] }>(
      ({ seen: before }, value, index) => {
        const newest = [reading(value, now + index * hour)];
        const seen = seenNow(before, null, 'wearing', newest);
        return { seen, stuck: mayBeStuck(seen, newest) };
      },
      { seen: {}, stuck: [] },
    ).stuck;
  it.each<[string, number[], string[]]>([
    ['seen once', [70], []],
    ['the same for an hour', [70, 70], []],
    ['the same for two: it may have been for three', [70, 70, 70], ['heart_rate']],
    ['another in between', [70, 70, 71, 71], []],
    ['and again for two', [70, 71, 71, 71], ['heart_rate']],
  ])('%s', (_, values, expected) => expect(looks(values)).toEqual(expected));

  it('not of what may stand still', () => {
    const newest = [{ metric: 'spo2' as const, ts: now, value: 97 }];
    const before = { still: { spo2: { value: 97, since: now - 9 * hour } } };
    expect(mayBeStuck(seenNow(before, null, 'wearing', newest), newest)).toEqual([]);
  });
});
