import { describe, expect, it } from 'vitest';
import { mergeTicks } from './merge-ticks.ts';

const tick = (timestamp: number, data: Record<string, number>) => ({ timestamp, data });
const kept = [tick(10, { heart_rate: 60, spo2: 97 }), tick(20, { heart_rate: 61 }), tick(30, { heart_rate: 62 })];

describe('laying fresh readings over what is on screen', () => {
  it.each([
    ['a new reading at the end', [tick(40, { heart_rate: 63 })], { from: 40, to: 41 }, [...kept, tick(40, { heart_rate: 63 })]],
    [
      'a late reading in the middle',
      [tick(15, { heart_rate: 65 })],
      { from: 15, to: 16 },
      [kept[0], tick(15, { heart_rate: 65 }), kept[1], kept[2]],
    ],
    ['a corrected value', [tick(20, { heart_rate: 99 })], { from: 20, to: 21 }, [kept[0], tick(20, { heart_rate: 99 }), kept[2]]],
    ['a value that is no longer there', [], { from: 20, to: 21 }, [kept[0], kept[2]]],
    [
      'other metrics of the same moment stay',
      [tick(10, { heart_rate: 70 })],
      { from: 10, to: 11 },
      [tick(10, { heart_rate: 70, spo2: 97 }), kept[1], kept[2]],
    ],
    ['nothing outside the span is touched', [], { from: 31, to: 40 }, kept],
  ])('%s', (_, fresh, span, expected) => expect(mergeTicks(kept, fresh, ['heart_rate'], span)).toEqual(expected));

  it('forgets of a value that is replaced how many readings it stood for, and keeps it of the others', () => {
    const thinned = { heart_rate: 100, gsr: 40 };
    const there = [{ ...tick(10, { heart_rate: 50, gsr: 2 }), thinned, thinnedMeans: { heart_rate: 60, gsr: 3 } }];
    expect(mergeTicks(there, [tick(10, { heart_rate: 51 })], ['heart_rate'], { from: 10, to: 11 })).toEqual([
      { ...tick(10, { heart_rate: 51, gsr: 2 }), thinned: { gsr: 40 }, thinnedMeans: { gsr: 3 } },
    ]);
  });
});
