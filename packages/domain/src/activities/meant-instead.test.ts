import { expect, test } from 'vitest';
import { catalogue } from '../metrics/catalogue.ts';
import { imperialUnits, metricUnits, molarUnits } from '../units/testing/units.ts';
import { typedValue, type Units } from '../units/unit-system.ts';
import { meantInstead, type TypedMetric } from './measures.ts';

test.each<[TypedMetric, number, Units, number | null, string | null]>([
  ['glucose', 45, molarUnits, null, '45 mg/dL'],
  ['glucose', 450, molarUnits, null, '450 mg/dL'],
  ['glucose', 35, molarUnits, null, '35 mg/dL'],
  ['glucose', 5.4, metricUnits, null, '5.4 mmol/L'],
  ['glucose', 25, metricUnits, null, '25 mmol/L'],
  ['glucose', 39, metricUnits, null, null],
  ['glucose', 5.4, molarUnits, null, null],
  ['glucose', 24, molarUnits, null, null],
  ['glucose', 108, metricUnits, null, null],
  ['weight', 260, metricUnits, null, '260 lbs'],
  ['weight', 70, imperialUnits, null, '70 kg'],
  ['weight', 176, metricUnits, 80, '176 lbs'],
  ['weight', 80, imperialUnits, 80, '80 kg'],
  ['weight', 95, metricUnits, 80, null],
  ['weight', 176, metricUnits, null, null],
  ['systolic', 225, metricUnits, null, null],
])('%s %d: %#', (metric, typed, units, last, words) => {
  const meant = meantInstead(metric, typedValue(catalogue[metric], typed, units), last, units);
  expect(meant && `${meant.number} ${meant.unit}`).toBe(words);
});
