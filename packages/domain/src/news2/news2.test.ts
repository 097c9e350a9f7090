import { describe, expect, it } from 'vitest';
import { news2Applies } from './applies.ts';
import { bandOf, type News2Input, type News2Inputs, news2Score, news2Words } from './score.ts';
import { lastWornHour, medianOfWorn } from './worn-hour.ts';

const healthy: News2Inputs = {
  ...{ respiration: 16, spo2: 98, oxygen: 'air', systolic: 120, pulse: 70, consciousness: 'alert', temperature: 37 },
};
const scored = (input: News2Input, over: Partial<News2Inputs>, scale: 1 | 2 = 1) =>
  news2Score({ ...healthy, ...over }, scale).inputs[input].low;

describe('each input, on both sides of each boundary', () => {
  it.each([
    [
      'respiration',
      [
        [3, 3],
        [8, 3],
        [8.49, 3],
        [8.5, 1],
        [9, 1],
        [11, 1],
        [11.49, 1],
        [11.5, 0],
        [12, 0],
        [20, 0],
        [20.49, 0],
        [20.5, 2],
        [21, 2],
        [24, 2],
        [24.5, 3],
        [25, 3],
        [60, 3],
      ],
    ],
    [
      'spo2',
      [
        [70, 3],
        [91, 3],
        [91.49, 3],
        [91.5, 2],
        [92, 2],
        [93, 2],
        [93.5, 1],
        [94, 1],
        [95, 1],
        [95.49, 1],
        [95.5, 0],
        [96, 0],
        [100, 0],
      ],
    ],
    [
      'systolic',
      [
        [60, 3],
        [90, 3],
        [90.5, 2],
        [91, 2],
        [100, 2],
        [100.5, 1],
        [101, 1],
        [110, 1],
        [110.5, 0],
        [111, 0],
        [219, 0],
        [219.49, 0],
        [219.5, 3],
        [220, 3],
        [250, 3],
      ],
    ],
    [
      'pulse',
      [
        [30, 3],
        [40, 3],
        [40.49, 3],
        [40.5, 1],
        [41, 1],
        [50, 1],
        [50.5, 0],
        [51, 0],
        [90, 0],
        [90.5, 1],
        [91, 1],
        [110, 1],
        [110.5, 2],
        [111, 2],
        [130, 2],
        [130.49, 2],
        [130.5, 3],
        [131, 3],
        [200, 3],
      ],
    ],
    [
      'temperature',
      [
        [34, 3],
        [35, 3],
        [35.04, 3],
        [35.05, 1],
        [35.1, 1],
        [36, 1],
        [36.04, 1],
        [36.05, 0],
        [36.1, 0],
        [38, 0],
        [38.04, 0],
        [38.05, 1],
        [38.1, 1],
        [39, 1],
        [39.04, 1],
        [39.05, 2],
        [39.1, 2],
        [41, 2],
      ],
    ],
  ] as const)('%s', (input, cases) => {
    for (const [value, score] of cases) expect([value, scored(input, { [input]: value })]).toEqual([value, score]);
  });

  it.each([
    [
      'air',
      [
        [80, 3],
        [83, 3],
        [83.5, 2],
        [84, 2],
        [85, 2],
        [86, 1],
        [87, 1],
        [87.5, 0],
        [88, 0],
        [92, 0],
        [93, 0],
        [96, 0],
        [100, 0],
      ],
    ],
    [
      'oxygen',
      [
        [83, 3],
        [84, 2],
        [86, 1],
        [88, 0],
        [92, 0],
        [92.49, 0],
        [92.5, 1],
        [93, 1],
        [94, 1],
        [94.5, 2],
        [95, 2],
        [96, 2],
        [96.5, 3],
        [97, 3],
        [100, 3],
      ],
    ],
  ] as const)('SpO2 on scale 2, on %s', (oxygen, cases) => {
    for (const [spo2, score] of cases) expect([spo2, scored('spo2', { spo2, oxygen }, 2)]).toEqual([spo2, score]);
  });

  it('oxygen and consciousness', () => {
    expect(scored('oxygen', { oxygen: 'air' })).toBe(0);
    expect(scored('oxygen', { oxygen: 'oxygen' })).toBe(2);
    expect(scored('consciousness', { consciousness: 'alert' })).toBe(0);
    for (const consciousness of ['confusion', 'voice', 'pain', 'unresponsive'] as const)
      expect(scored('consciousness', { consciousness })).toBe(3);
  });
});

describe('what is unknown', () => {
  it('adds nothing to the lower bound and its most to the upper one, and leaves no band', () => {
    const score = news2Score({ ...healthy, respiration: 25, consciousness: null, temperature: null, systolic: null }, 1);
    expect(score).toMatchObject({ low: 3, high: 12, known: 4, band: null });
    expect(news2Words(score)).toBe('at least 3, at most 12; 4 of 7 known');
    const nothing: News2Inputs = {
      respiration: null,
      spo2: null,
      oxygen: null,
      systolic: null,
      pulse: null,
      consciousness: null,
      temperature: null,
    };
    expect(news2Score(nothing, 1)).toMatchObject({ low: 0, high: 20, known: 0, band: null, hasThree: false });
  });

  it('on scale 2 leaves open what SpO2 scores while nobody knows what is breathed', () => {
    expect(news2Score({ ...healthy, oxygen: null }, 2)).toMatchObject({ low: 0, high: 5, known: 6 });
    expect(news2Score({ ...healthy, spo2: 90, oxygen: null }, 2)).toMatchObject({ low: 0, high: 2, known: 6 });
  });

  it('everything known reads as the score alone', () => {
    expect(news2Words(news2Score(healthy, 1))).toBe('0');
    expect(news2Score({ ...healthy, pulse: 95 }, 1)).toMatchObject({ low: 1, high: 1, band: 'LOW' });
  });
});

it.each([
  [0, false, null],
  [1, false, 'LOW'],
  [4, false, 'LOW'],
  [3, true, 'MEDIUM'],
  [4, true, 'MEDIUM'],
  [5, false, 'HIGH'],
  [6, true, 'HIGH'],
  [7, false, 'CRITICAL'],
  [20, true, 'CRITICAL'],
] as const)('a score of %s, with a single three: %s, is %s', (score, hasThree, band) => expect(bandOf(score, hasThree)).toBe(band));

it.each([
  [15, false, 'under_16'],
  [16, false, 'yes'],
  [30, true, 'pregnancy'],
  [15, true, 'pregnancy'],
  [null, false, 'age_unknown'],
] as const)('at %s years, pregnant: %s, it is for the member: %s', (age, pregnant, applies) =>
  expect(news2Applies(age, pregnant)).toBe(applies),
);

describe('the last worn hour', () => {
  const minute = 60;
  const band = (...intervals: [from: number, to: number, value: number][]) =>
    intervals.map(([from, to, value]) => ({ start: from * minute, end: to * minute, value }));
  const at = (minutes: number, value: number) => ({ seconds: minutes * minute, value });

  it('is gathered from the newest worn time backward, past when the band was off', () => {
    expect(lastWornHour(band([0, 200, 0], [200, 230, 1], [230, 250, 0]))).toEqual([
      { start: 230 * minute, end: 250 * minute },
      { start: 160 * minute, end: 200 * minute },
    ]);
    expect(lastWornHour(band([0, 20, 0]))).toEqual([{ start: 0, end: 20 * minute }]);
    expect(lastWornHour(band([0, 200, 1], [200, 300, 2]))).toEqual([]);
  });
  it('gives the median of its readings, and none where there are none', () => {
    const pieces = lastWornHour(band([0, 200, 0]));
    const readings = [at(100, 180), at(140, 60), at(150, 64), at(190, 62), at(195, 70), at(201, 150)];
    expect(medianOfWorn(readings, pieces)).toEqual({ value: 63, measuredAt: 195 * minute, readings: 4 });
    expect(medianOfWorn([at(100, 180)], pieces)).toBeNull();
    expect(medianOfWorn(readings, [])).toBeNull();
  });
});
