import { isWithinEnds } from '@vigil/domain/facts/measure-filter';
import { measureText } from '@vigil/domain/facts/measure-text';
import { measureOf, type NumberMeasure } from '@vigil/domain/facts/measures';
import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import type { Units } from '@vigil/domain/units/unit-system';
import { expect, test } from 'vitest';
import { filterOf, filtersOf, nothingTyped, typedOf, typedScale, writeFilters } from './typed-filter.ts';

const measure = (id: string) => {
  const found = measureOf(id);
  if (!found) throw new Error('There is no such measure');
  return found;
};

test.each<[string, Partial<typeof nothingTyped>, Units, string | null | 'wrong']>([
  ['weight', { low: '70', high: '90' }, metricUnits, 'weight:70..90'],
  ['weight', { high: '99,5' }, metricUnits, 'weight:..99.5'],
  ['weight', {}, metricUnits, null],
  ['weight', { orMissing: true }, metricUnits, 'weight:none'],
  ['weight', { low: '4' }, imperialUnits, 'wrong'],
  ['weight', { low: '2' }, metricUnits, 'wrong'],
  ['weight', { low: '90', high: '70' }, metricUnits, 'wrong'],
  ['weight', { low: 'heavy' }, metricUnits, 'wrong'],
  ['steps', { low: '2,000' }, metricUnits, 'wrong'],
  ['steps', { low: '2000' }, metricUnits, 'steps:2000..'],
  ['spo2', { high: '92' }, metricUnits, 'spo2:..0.92'],
  ['spo2', { low: '88', high: '100' }, imperialUnits, 'spo2:0.88..1'],
  ['spo2', { high: '101' }, metricUnits, 'wrong'],
  ['sleep_latency', { low: '20' }, metricUnits, 'sleep_latency:1200..'],
  ['gender', { words: ['female'] }, metricUnits, 'gender:female'],
  ['gender', {}, metricUnits, null],
])('%s %j in %s units is %s', (id, typed, units, expected) => {
  const filter = filterOf(measure(id), { ...nothingTyped, ...typed }, units);
  expect(filter === null || filter === 'wrong' ? filter : writeFilters([filter])).toBe(expected);
});

const molar: Units = { ...metricUnits, glucose: 'mmol/L' };

test.each<[string, string, string, Units]>([
  ['weight', '154.3', '200', imperialUnits],
  ['weight', '154.33', '154.38', imperialUnits],
  ['weight', '5', '1100', imperialUnits],
  ['weight', '70', '90.5', metricUnits],
  ['skin_temp', '68', '110', imperialUnits],
  ['body_temp', '95.4', '95.4', imperialUnits],
  ['glucose', '3.9', '3.9', molar],
  ['glucose', '0.6', '55.4', molar],
])('a %s from %s to %s stands in its fields again as it was typed', (id, low, high, units) => {
  const typed = { ...nothingTyped, low, high, orMissing: true };
  const filter = filterOf(measure(id), typed, units);
  if (filter === null || filter === 'wrong') throw new Error('It is a filter');
  expect(typedOf(filtersOf(writeFilters([filter]))[0], units)).toEqual(typed);
});

// Every hundredth of the kept unit.
test.each<[string, readonly [string, string], readonly [number, number], Units]>([
  ['glucose', ['3.9', '3.8'], [60, 80], molar],
  ['glucose', ['10', '9.9'], [170, 190], molar],
  ['weight', ['154.3', '154.2'], [69.5, 70.5], imperialUnits],
  ['body_temp', ['95.5', '95.4'], [35, 36], imperialUnits],
])('%s is from %j on or up to it as it is read', (id, [from, upTo], [lowest, highest], units) => {
  const one = measure(id) as NumberMeasure;
  const ends = (typed: Partial<typeof nothingTyped>) =>
    filterOf(one, { ...nothingTyped, ...typed }, units) as { low?: number; high?: number };
  for (let hundredths = lowest * 100; hundredths <= highest * 100; hundredths += 1) {
    const value = hundredths / 100;
    const isFrom = Number(measureText(one, value, units)) >= Number(from);
    expect([value, isWithinEnds(value, ends({ low: from })), isWithinEnds(value, ends({ high: upTo }))]).toEqual([value, isFrom, !isFrom]);
  }
});

test('every end of the specified ranges can be typed', () => {
  for (const id of ['age', 'weight', 'bmi', 'heart_rate', 'spo2', 'skin_temp', 'sleep_latency', 'steps', 'distance', 'calories'])
    for (const units of [metricUnits, imperialUnits] as const) {
      const one = measure(id) as NumberMeasure;
      const [low, high] = typedScale(one, units).range;
      expect(filterOf(one, { ...nothingTyped, low: String(low), high: String(high) }, units)).not.toBe('wrong');
    }
});

test('an address that makes no sense holds no filters; of two for a measure the last holds', () => {
  expect(writeFilters(filtersOf('weight:70..,mood:1..2,weight:..90,gender:x'))).toBe('weight:..90');
});

test('oxygen saturation stands in its fields in percent, as in every column', () => {
  expect(typedOf(filtersOf('spo2:..0.92')[0], metricUnits).high).toBe('92');
  expect(typedScale(measure('spo2') as NumberMeasure, metricUnits)).toEqual({ unit: '%', range: [0, 100], step: 1 });
});
