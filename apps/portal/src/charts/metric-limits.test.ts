import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import { expect, test } from 'vitest';
import { limitsOf } from './metric-limits.ts';

test.each([
  ['heart_rate', {}, [51, 90]],
  ['heart_rate', { heart_rate: { low: 45, high: 100 } }, [45, 100]],
  ['heart_rate', { heart_rate: { low: null, high: 120 } }, [120]],
  ['heart_rate', { heart_rate: { low: null, high: null } }, []],
  ['spo2', { heart_rate: { low: 45, high: 100 } }, [96]],
  ['weight', {}, []],
] as const)('the limits of %s where the tenant holds %j for normal: %j', (metric, normalRanges, limits) => {
  expect(limitsOf(metric, { units: metricUnits, normalRanges })).toEqual(limits);
});

test('limits are drawn in the person’s units', () => {
  expect(limitsOf('body_temp', { units: imperialUnits, normalRanges: { body_temp: { low: 36, high: 38 } } })).toEqual([96.8, 100.4]);
});
