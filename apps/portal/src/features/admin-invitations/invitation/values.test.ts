import { expect, test } from 'vitest';
import { emptyValues, inUnits } from './values.ts';

const metric = { ...emptyValues('metric'), centimeters: '180', kilograms: '70,5' };
const imperial = { ...emptyValues('imperial'), feet: '5', inches: '11', pounds: '155' };

test('what nobody has edited is the same after a look at the other units', () => {
  expect(inUnits(inUnits(metric, 'imperial'), 'metric')).toEqual({ ...inUnits(metric, 'imperial'), units: 'metric' });
  expect(inUnits(inUnits(metric, 'imperial'), 'metric')).toMatchObject({ centimeters: '180', kilograms: '70,5' });
  expect(inUnits(inUnits(imperial, 'metric'), 'imperial')).toMatchObject({ feet: '5', inches: '11', pounds: '155' });
});

test('what was edited in the other units is converted, by itself', () => {
  const seen = inUnits(metric, 'imperial');
  expect(inUnits({ ...seen, feet: '6', inches: '0' }, 'metric')).toMatchObject({ centimeters: '182.9', kilograms: '70,5' });
  expect(inUnits({ ...seen, pounds: '100' }, 'metric')).toMatchObject({ centimeters: '180', kilograms: '45.4' });
});

test('what was taken out in the other units is gone', () => {
  expect(inUnits({ ...inUnits(metric, 'imperial'), feet: '', inches: '' }, 'metric')).toMatchObject({ centimeters: '', kilograms: '70,5' });
});
