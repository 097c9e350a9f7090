import { describe, expect, it } from 'vitest';
import { pinched, snapped } from './pointer.tsx';

/** Eight of a thousand pixels of a month, in seconds. */
const reach = (8 / 1000) * 30 * 86_400;

describe('pointing at a month', () => {
  const weights = [86_400, 8 * 86_400];
  it.each([
    ['a few pixels beside a reading means the reading', 86_400 + 20_000, 86_400],
    ['far from every reading means the moment', 4 * 86_400, 4 * 86_400],
  ])('%s', (_, at, expected) => expect(snapped(at, weights, reach)).toBe(expected));
  it('means the moment where nothing is to be snapped to', () => expect(snapped(5000, [], reach)).toBe(5000));
});

describe('two fingers', () => {
  const day = { from: 0, to: 1000 };
  it('twice as far apart show half the time, and what was under them stays under them', () =>
    expect(
      pinched(
        day,
        [
          { at: 400, x: 300 },
          { at: 600, x: 700 },
        ],
        0,
        1000,
      ),
    ).toEqual({ from: 250, to: 750 }));
  it('that did not move zoom nothing', () =>
    expect(
      pinched(
        day,
        [
          { at: 400, x: 400 },
          { at: 600, x: 601 },
        ],
        0,
        1000,
      ),
    ).toBeNull());
});
