import { measureOf, type NumberMeasure } from '@vigil/domain/facts/measures';
import { expect, test } from 'vitest';
import { filterOf, filtersOf, nothingTyped, typedOf, typedScale, writeFilters } from './typed-filter.ts';

const measure = (id: string) => {
  const found = measureOf(id);
  if (!found) throw new Error('There is no such measure');
  return found;
};

test.each<[string, Partial<typeof nothingTyped>, 'metric' | 'imperial', string | null | 'wrong']>([
  ['weight', { low: '70', high: '90' }, 'metric', 'weight:70..90'],
  ['weight', { low: '154.3' }, 'imperial', 'weight:69.9893..'],
  ['weight', { low: '5', high: '1100' }, 'imperial', 'weight:2.268..498.9516'],
  ['weight', { high: '99,5' }, 'metric', 'weight:..99.5'],
  ['weight', {}, 'metric', null],
  ['weight', { orMissing: true }, 'metric', 'weight:none'],
  ['weight', { low: '4' }, 'imperial', 'wrong'],
  ['weight', { low: '2' }, 'metric', 'wrong'],
  ['weight', { low: '90', high: '70' }, 'metric', 'wrong'],
  ['weight', { low: 'heavy' }, 'metric', 'wrong'],
  ['skin_temp', { low: '68', high: '110' }, 'imperial', 'skin_temp:20..43.3333'],
  ['spo2', { high: '92' }, 'metric', 'spo2:..0.92'],
  ['spo2', { low: '88', high: '100' }, 'imperial', 'spo2:0.88..1'],
  ['spo2', { high: '101' }, 'metric', 'wrong'],
  ['sleep_latency', { low: '20' }, 'metric', 'sleep_latency:1200..'],
  ['gender', { words: ['female'] }, 'metric', 'gender:female'],
  ['gender', {}, 'metric', null],
])('%s %j in %s units is %s', (id, typed, units, expected) => {
  const filter = filterOf(measure(id), { ...nothingTyped, ...typed }, units);
  expect(filter === null || filter === 'wrong' ? filter : writeFilters([filter])).toBe(expected);
});

test('what is on stands in its fields again as it was typed, in either unit system', () => {
  const typed = { ...nothingTyped, low: '154.3', high: '200', orMissing: true };
  const filter = filterOf(measure('weight'), typed, 'imperial');
  if (filter === null || filter === 'wrong') throw new Error('It is a filter');
  expect(typedOf(filtersOf(writeFilters([filter]))[0], 'imperial')).toEqual(typed);
});

test('every end of the specified ranges can be typed', () => {
  for (const id of ['age', 'weight', 'bmi', 'heart_rate', 'spo2', 'skin_temp', 'sleep_latency', 'steps', 'distance', 'calories'])
    for (const units of ['metric', 'imperial'] as const) {
      const one = measure(id) as NumberMeasure;
      const [low, high] = typedScale(one, units).range;
      expect(filterOf(one, { ...nothingTyped, low: String(low), high: String(high) }, units)).not.toBe('wrong');
    }
});

test('an address that makes no sense holds no filters; of two for a measure the last holds', () => {
  expect(writeFilters(filtersOf('weight:70..,mood:1..2,weight:..90,gender:x'))).toBe('weight:..90');
});

test('oxygen saturation stands in its fields in percent, as in every column', () => {
  expect(typedOf(filtersOf('spo2:..0.92')[0], 'metric').high).toBe('92');
  expect(typedScale(measure('spo2') as NumberMeasure, 'metric')).toEqual({ unit: '%', range: [0, 100], step: 1 });
});
