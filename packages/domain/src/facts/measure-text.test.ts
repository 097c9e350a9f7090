import { expect, test } from 'vitest';
import { measureText, measureUnit } from './measure-text.ts';
import { measureOf } from './measures.ts';

test.each([
  ['weight', 70, 'metric', '70.0', 'kg'],
  ['weight', 70, 'imperial', '154.3', 'lbs'],
  // Once, from what is kept: by way of two decimals these would read 24.6 and 194.5.
  ['bmi', 24.546, 'metric', '24.5', 'kg/m²'],
  ['weight', 88.2, 'imperial', '194.4', 'lbs'],
  // Halves go up, whether or not binary numbers can hold them.
  ['weight', 88.25, 'metric', '88.3', 'kg'],
  ['weight', 88.35, 'metric', '88.4', 'kg'],
  ['skin_temp', 37.25, 'imperial', '99.1', '°F'],
  ['spo2', 0.945, 'metric', '95', '%'],
  ['skin_temp', 34, 'imperial', '93.2', '°F'],
  ['spo2', 0.94, 'metric', '94', '%'],
  ['spo2', 0.875, 'imperial', '88', '%'],
  ['age', 41, 'imperial', '41', 'years'],
  ['steps', 12_345, 'metric', '12345', 'steps'],
  ['sleep_efficiency', 90.47619, 'metric', '90', '%'],
  ['relative_population_stroke', 0.4, 'metric', '0.4', 'x'],
  ['gender', 'non-binary', 'metric', 'non-binary', ''],
  ['band_status', 'wearing', 'imperial', 'wearing', ''],
] as const)('%s %s reads, %s, as %s %s', (id, value, system, text, unit) => {
  const measure = measureOf(id);
  if (!measure) throw new Error('There is no such measure');
  expect([measureText(measure, value, system), measureUnit(measure, system)]).toEqual([text, unit]);
});
