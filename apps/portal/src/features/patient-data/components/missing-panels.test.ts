import { metricUnits } from '@vigil/domain/units/testing/units';
import { expect, test } from 'vitest';
import { valueText } from './missing-panels.tsx';

const at = 1_795_000_000;
const value = (value: number, timestamp = at) => ({ value, timestamp, source: 'manual' as const });
const text = (id: Parameters<typeof valueText>[0]['id'], latest: Record<string, ReturnType<typeof value>>) =>
  valueText({ id }, { latest }, metricUnits, 'en');

test('a blood pressure has both of its values', () =>
  expect(text('blood_pressure', { systolic: value(126), diastolic: value(71) })).toBe('126/71 mmHg'));

test('a diastolic value of another moment is not put beside a systolic one', () =>
  expect(text('blood_pressure', { systolic: value(126), diastolic: value(71, at - 60) })).toBe('126/– mmHg'));

test('a level has its unit, a state says nothing', () => {
  expect(text('weight', { weight: value(70.04) })).toBe('70.0 kg');
  expect(text('band_removed', { band_removed: value(0) })).toBe('');
});
