import { describe, expect, it } from 'vitest';
import { bandTime } from '../status/band-time.ts';
import { stateIntervals, stateRuns } from './state-runs.ts';

const ticks = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([seconds, value]) => ({ seconds, value }));

describe('runs of a state', () => {
  it('gather equal ticks and split at a change and at a silence', () => {
    expect(stateRuns(ticks([0, 0], [60, 0], [120, 1], [1000, 1], [1060, 1]), 600)).toEqual([
      { start: 0, last: 60, stepBeforeLast: 60, value: 0 },
      { start: 120, last: 120, stepBeforeLast: 60, value: 1 },
      { start: 1000, last: 1060, stepBeforeLast: 60, value: 1 },
    ]);
  });

  it('keep the later of two ticks at one time', () => {
    expect(stateRuns(ticks([0, 0], [0, 2]), 600)).toEqual([{ start: 0, last: 0, stepBeforeLast: 0, value: 2 }]);
  });
});

describe('intervals of a state', () => {
  const of = (now: number, ...pairs: readonly (readonly [number, number])[]) => stateIntervals(stateRuns(ticks(...pairs), 600), 600, now);
  it.each<[string, ReturnType<typeof of>, unknown]>([
    [
      'last until the next change',
      of(2000, [0, 0], [500, 1], [900, 0]),
      [
        [0, 500, 0],
        [500, 900, 1],
        [900, 1500, 0],
      ],
    ],
    [
      'end 600 s after the last tick before a silence',
      of(9000, [0, 0], [5000, 0]),
      [
        [0, 600, 0],
        [5000, 5600, 0],
      ],
    ],
    ['never reach past now', of(100, [0, 0]), [[0, 100, 0]]],
  ])('%s', (_, intervals, expected) => expect(intervals.map((one) => [one.start, one.end, one.value])).toEqual(expected));
});

describe('band time of a step', () => {
  const intervals = [
    { start: 0, end: 500, value: 0 },
    { start: 500, end: 900, value: 1 },
    { start: 900, end: 1000, value: 2 },
  ];
  it('counts the part of each state inside the step', () =>
    expect(bandTime(intervals, 400, 950)).toEqual({ wearingSeconds: 100, removedSeconds: 400, chargeSeconds: 50 }));
  it('is unknown, not zero, when nothing is known', () => expect(bandTime(intervals, 1000, 2000)).toBeNull());
});
