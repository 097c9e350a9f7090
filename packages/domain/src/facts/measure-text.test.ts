import { expect, test } from 'vitest';
import { imperialUnits, metricUnits, molarUnits } from '../units/testing/units.ts';
import { measureText, measureUnit } from './measure-text.ts';
import { measureOf } from './measures.ts';

test.each([
  ['weight', 70, metricUnits, '70.0', 'kg'],
  ['weight', 70, imperialUnits, '154.3', 'lbs'],
  // Once, from what is kept: by way of two decimals these would read 24.6 and 194.5.
  ['bmi', 24.546, metricUnits, '24.5', 'kg/m²'],
  ['weight', 88.2, imperialUnits, '194.4', 'lbs'],
  // Halves go up, whether or not binary numbers can hold them.
  ['weight', 88.25, metricUnits, '88.3', 'kg'],
  ['weight', 88.35, metricUnits, '88.4', 'kg'],
  ['skin_temp', 37.25, imperialUnits, '99.1', '°F'],
  ['spo2', 0.945, metricUnits, '95', '%'],
  ['skin_temp', 34, imperialUnits, '93.2', '°F'],
  ['spo2', 0.94, metricUnits, '94', '%'],
  ['spo2', 0.875, imperialUnits, '88', '%'],
  ['age', 41, imperialUnits, '41', 'years'],
  ['steps', 12_345, metricUnits, '12345', 'steps'],
  ['sleep_efficiency', 90.47619, metricUnits, '90', '%'],
  ['relative_population_stroke', 0.4, metricUnits, '0.4', 'x'],
  ['glucose', 45, molarUnits, '2.5', 'mmol/L'],
  ['glucose', 45, imperialUnits, '45', 'mg/dL'],
  ['gender', 'non-binary', metricUnits, 'non-binary', ''],
  ['band_status', 'wearing', imperialUnits, 'wearing', ''],
] as const)('%s %s reads, %s, as %s %s', (id, value, system, text, unit) => {
  const measure = measureOf(id);
  if (!measure) throw new Error('There is no such measure');
  expect([measureText(measure, value, system), measureUnit(measure, system)]).toEqual([text, unit]);
});
