import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import { expect, test } from 'vitest';
import { changeShown } from './change-shown.ts';

test.each([
  ['of a heart rate', 'heart_rate', { average: 66, baseline: 60 }, metricUnits, { average: 66, baseline: 60, by: 6, percent: 10 }],
  ['of a weight, the same in either system', 'weight', { average: 82, baseline: 80 }, imperialUnits, { by: 4.4, percent: 2.5 }],
  // 33 °C less 30 °C is a tenth of 30, and 5.4 °F more than 86 °F is not a tenth of it.
  ['of a temperature in the degrees that are shown', 'skin_temp', { average: 33, baseline: 30 }, imperialUnits, { by: 5.4, percent: 6.28 }],
  ['that is of the two figures beside it', 'heart_rate', { average: 93.6, baseline: 94.4 }, metricUnits, { by: 0, percent: 0 }],
  ['too small to be written is none', 'heart_rate', { average: 60.4, baseline: 60 }, metricUnits, { by: 0, percent: 0 }],
] as const)('a change %s', (_, metric, found, units, expected) => {
  const shown = changeShown(metric, found, units);
  for (const [key, value] of Object.entries(expected)) expect(shown[key as 'by']).toBeCloseTo(value, 2);
});

test('a change of what is in percent is told in points alone: nobody has to ask which of two percentages it is', () => {
  expect(changeShown('spo2', { average: 88, baseline: 91 }, metricUnits)).toMatchObject({ by: -3, percent: null });
});
