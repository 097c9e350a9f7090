import { expect, test } from 'vitest';
import { filterRange, readMeasureFilter, writeMeasureFilter } from './measure-filter.ts';
import { measures } from './measures.ts';

test.each<[string, object | null]>([
  ['weight:70..90', { low: 70, high: 90, orMissing: false }],
  ['weight:70.5..', { low: 70.5, orMissing: false }],
  ['weight:..90', { high: 90, orMissing: false }],
  ['spo2:0..0.93', { low: 0, high: 0.93, orMissing: false }],
  ['heart_rate:100..|none', { low: 100, orMissing: true }],
  ['heart_rate:none', { orMissing: true }],
  ['gender:female|non-binary', { words: ['female', 'non-binary'], orMissing: false }],
  ['gender:none', { words: [], orMissing: true }],
  ['e_asthma:yes', { words: ['yes'], orMissing: false }],
  ['relative_population_stroke:2..10', { low: 2, high: 10, orMissing: false }],
  ['weight:2.27..', { low: 2.27, orMissing: false }],
  ['weight:..', null],
  ['weight:', null],
  ['weight', null],
  [':1..2', null],
  ['weight:90..70', null],
  ['weight:1..2..3', null],
  ['weight:1..2|3..4', null],
  ['weight:1e3..', null],
  ['weight:a..b', null],
  ['weight: ..90', null],
  ['age:17..', null],
  ['spo2:97..', null],
  ['gender:femal', null],
  ['gender:male|male', null],
  ['gender:', null],
  ['e_asthma:no', null],
  ['mood:1..2', null],
])('%s', (text, expected) => {
  const filter = readMeasureFilter(text);
  if (expected === null) return expect(filter).toBeNull();
  expect(filter).toMatchObject(expected);
  expect(filter && writeMeasureFilter(filter)).toBe(text);
});

test('both ends of the specified range can be asked of every measure, in either unit system', () => {
  for (const measure of measures) {
    if (measure.type !== 'measure') continue;
    const [low, high] = filterRange(measure);
    expect(readMeasureFilter(`${measure.id}:${low}..${high}`)).toMatchObject({ low, high });
    expect([low <= measure.scales.metric.range[0], high >= measure.scales.metric.range[1]]).toEqual([true, true]);
  }
});
