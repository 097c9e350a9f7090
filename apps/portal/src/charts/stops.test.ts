import { describe, expect, it } from 'vitest';
import { readingPoint, stepPoint } from './series.ts';
import { nearestStop, stopAfter, stopsOf } from './stops.ts';

const series = (at: readonly number[]) => ({
  key: 'heart_rate',
  label: 'Heart rate',
  unit: 'bpm',
  decimals: 0,
  tone: 'heart' as const,
  points: at.map((one) => readingPoint(one, 60)),
});
const span = { from: 0, to: 1000 };

describe('where the keys stop', () => {
  it('at every reading of every series and every annotation on screen, each moment once', () =>
    expect(stopsOf([series([10, 20, 2000]), series([20, 30])], [{ at: 25, kind: 'note', label: 'Called' }], span)).toEqual([
      10, 20, 25, 30,
    ]));
  it('at the edge for a step whose middle is off screen', () =>
    expect(stopsOf([{ ...series([]), points: [stepPoint(-900, 300, 5)] }], [], span)).toEqual([0]));
});

const stops = Array.from({ length: 100 }, (_, index) => index * 10);

describe('a key leads', () => {
  it.each([
    ['ArrowRight to the next reading', 'ArrowRight', false, 40, 50],
    ['ArrowLeft to the one before', 'ArrowLeft', false, 40, 30],
    ['from between two readings on from the nearer', 'ArrowRight', false, 41, 50],
    ['with Shift ten readings on', 'ArrowRight', true, 40, 140],
    ['PageDown a tenth of them back', 'PageDown', false, 500, 400],
    ['Home to the first', 'Home', false, 40, 0],
    ['End to the last', 'End', false, 40, 990],
    ['no further than the last', 'ArrowRight', true, 985, 990],
    ['no further than the first', 'ArrowLeft', true, 10, 0],
    ['first of all to the latest reading', 'ArrowLeft', false, null, 990],
    ['nowhere when it is another key', 'a', false, 40, null],
  ] as const)('%s', (_, key, shift, at, expected) => expect(stopAfter(key, shift, stops, at)).toBe(expected));
  it('nowhere where nothing was measured', () => expect(stopAfter('End', false, [], null)).toBeNull());
});

it.each([
  [-5, 0],
  [14, 1],
  [15, 2],
  [16, 2],
  [5000, 99],
])('the stop nearest to %d is number %d', (at, index) => expect(nearestStop(stops, at)).toBe(index));
