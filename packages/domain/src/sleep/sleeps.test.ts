import { describe, expect, it } from 'vitest';
import { onsetForAveraging, sleepsOf } from './sleeps.ts';
import { type DepthTick, sleepDepth, smooth, stagesOf } from './stages.ts';

const night = 1_700_000_000;
const minutes = (n: number) => n * 60;
const hours = (n: number) => n * 3_600;
/** Ticks at minutes after the night's start: [minute, depth]. */
const at = (...pairs: readonly (readonly [number, number])[]): DepthTick[] =>
  pairs.map(([minute, depth]) => ({ seconds: night + minutes(minute), depth }));
/** A tick every minute of one depth. */
const every = (fromMinute: number, toMinute: number, depth: number): DepthTick[] =>
  Array.from({ length: toMinute - fromMinute }, (_, i) => ({ seconds: night + minutes(fromMinute + i), depth }));
const inMinutes = (stages: readonly (readonly [number, number, number])[]) =>
  stages.map(([start, end, depth]) => [(start - night) / 60, (end - night) / 60, depth]);

describe('depth of a tick', () => {
  it.each([
    [1, 1],
    [4, 4],
    [5, 4],
    [8, 4],
    [0, 1],
  ])('%d is stage %d', (depth, stage) => expect(sleepDepth(depth)).toBe(stage));
});

describe('ticks become stages', () => {
  it.each<[string, DepthTick[], unknown]>([
    [
      'a tick lasts until the next, the last one as long as the step before it',
      at([0, 1], [2, 2], [4, 4]),
      [
        [
          [0, 2, 1],
          [2, 4, 2],
          [4, 6, 4],
        ],
      ],
    ],
    ['equal neighbours are one stage', every(0, 10, 2), [[[0, 10, 2]]]],
    [
      'the order in which ticks come does not matter',
      at([4, 4], [0, 1], [2, 2]),
      [
        [
          [0, 2, 1],
          [2, 4, 2],
          [4, 6, 4],
        ],
      ],
    ],
    [
      'a series of changes only keeps a stage of two hours whole',
      at([0, 2], [120, 3]),
      [
        [
          [0, 120, 2],
          [120, 125, 3],
        ],
      ],
    ],
    [
      'a silence of more than two hours splits',
      at([0, 2], [10, 3], [131, 2], [132, 2]),
      [
        [
          [0, 10, 2],
          [10, 15, 3],
        ],
        [[131, 133, 2]],
      ],
    ],
    ['a last tick that is awake only ends the sleep', at([0, 2], [10, 1]), [[[0, 10, 2]]]],
    ['a tick alone has no duration', at([0, 2]), []],
    ['no ticks, no stages', [], []],
  ])('%s', (_, ticks, expected) => expect(stagesOf(ticks).map(inMinutes)).toEqual(expected));
});

describe('smoothing', () => {
  const stage = (from: number, to: number, depth: 1 | 2 | 3 | 4) => [night + minutes(from), night + minutes(to), depth] as const;
  it.each<[string, (readonly [number, number, 1 | 2 | 3 | 4])[], unknown]>([
    ['a short run between equal neighbours disappears', [stage(0, 20, 2), stage(20, 22, 1), stage(22, 40, 2)], [[0, 40, 2]]],
    [
      'a run of three minutes stays',
      [stage(0, 20, 2), stage(20, 23, 1), stage(23, 40, 2)],
      [
        [0, 20, 2],
        [20, 23, 1],
        [23, 40, 2],
      ],
    ],
    [
      'a short run goes to the longer neighbour',
      [stage(0, 10, 2), stage(10, 12, 1), stage(12, 40, 4)],
      [
        [0, 10, 2],
        [10, 40, 4],
      ],
    ],
    [
      'of equal neighbours the earlier takes it',
      [stage(0, 10, 2), stage(10, 12, 1), stage(12, 22, 4)],
      [
        [0, 12, 2],
        [12, 22, 4],
      ],
    ],
    ['a short run at the edge goes to its only neighbour', [stage(0, 1, 1), stage(1, 40, 2)], [[0, 40, 2]]],
    ['a short run alone stays', [stage(0, 1, 2)], [[0, 1, 2]]],
    [
      'flicker goes shortest first',
      [stage(0, 30, 2), stage(30, 32, 3), stage(32, 33, 2), stage(33, 60, 3)],
      [
        [0, 30, 2],
        [30, 60, 3],
      ],
    ],
  ])('%s', (_, stages, expected) => expect(inMinutes(smooth(stages))).toEqual(expected));
});

describe('figures of a sleep', () => {
  const whole = at([0, 1], [15, 2], [75, 4], [135, 3], [165, 1], [175, 2], [235, 1], [240, 1]);

  it('counts stages, efficiency, awakenings and latency on the smoothed stages', () => {
    const [sleep] = sleepsOf(whole);
    expect(sleep).toMatchObject({
      start: night,
      end: night + minutes(240),
      onset: night + minutes(15),
      awakeSeconds: minutes(30),
      lightSeconds: minutes(120),
      remSeconds: minutes(30),
      deepSeconds: minutes(60),
      totalSleepSeconds: minutes(210),
      awakenings: 1,
      latencySeconds: minutes(15),
    });
    expect(sleep?.efficiency).toBeCloseTo((100 * 210) / 240, 6);
  });

  it('has no latency when the record begins asleep', () => {
    expect(sleepsOf(every(0, 60, 2))[0]?.latencySeconds).toBeNull();
  });

  it.each<[string, DepthTick[], number]>([
    ['awake for an hour within the night stays one sleep', [...every(0, 60, 2), ...every(60, 120, 1), ...every(120, 180, 2)], 1],
    ['awake for more than an hour makes two', [...every(0, 60, 2), ...every(60, 121, 1), ...every(121, 180, 2)], 2],
    ['two nights are two sleeps', [...every(0, 60, 2), ...every(24 * 60, 25 * 60, 2)], 2],
    ['a day of being awake is no sleep', every(0, 600, 1), 0],
    ['a minute of flicker in a day awake is no sleep', [...every(0, 300, 1), ...every(300, 301, 2), ...every(301, 600, 1)], 0],
    ['no ticks, no sleep', [], 0],
  ])('%s', (_, ticks, count) => expect(sleepsOf(ticks)).toHaveLength(count));

  it('leaves out the long waking that ends a sleep', () => {
    const [sleep] = sleepsOf([...every(0, 60, 2), ...every(60, 300, 1)]);
    expect(sleep?.end).toBe(night + hours(1));
    expect(sleep?.efficiency).toBe(100);
  });
});

describe('onset for averaging', () => {
  it.each([
    ['23:00 stays', hours(23), hours(23)],
    ['01:00 counts as the next day', hours(1), hours(25)],
    ['11:59:59 counts as the next day', hours(12) - 1, hours(36) - 1],
    ['12:00 stays', hours(12), hours(12)],
  ])('%s', (_, secondsOfDay, expected) => expect(onsetForAveraging(secondsOfDay)).toBe(expected));
});
