import { expect, test } from 'vitest';
import { glucoseMmolLToMgDl } from '../units/conversions.ts';
import { concernAt, mostUrgentFirst, publishedConcerns, type TypedValues } from './concern.ts';

test.each<[TypedValues, string[]]>([
  [{ systolic: 215, diastolic: 125 }, ['pressure_very_high']],
  [{ systolic: 180, diastolic: 90 }, ['pressure_very_high']],
  [{ systolic: 150, diastolic: 120 }, ['pressure_very_high']],
  [{ systolic: 179, diastolic: 119 }, []],
  [{ systolic: 90, diastolic: 60 }, []],
  [{ systolic: 89, diastolic: 60 }, ['pressure_low']],
  [{ glucose: 45 }, ['glucose_very_low']],
  [{ glucose: 54 }, ['glucose_low']],
  [{ glucose: 69.4 }, ['glucose_low']],
  [{ glucose: 69.5 }, []],
  [{ glucose: 53.4 }, ['glucose_very_low']],
  [{ glucose: 53.5 }, ['glucose_low']],
  [{ glucose: 70 }, []],
  [{ glucose: 250 }, []],
  [{ glucose: 250.4 }, []],
  [{ glucose: 250.5 }, ['glucose_high']],
  [{ glucose: glucoseMmolLToMgDl(13.9) }, []],
  [{ glucose: glucoseMmolLToMgDl(14) }, ['glucose_high']],
  [{ glucose: glucoseMmolLToMgDl(3) }, ['glucose_low']],
  [{ glucose: 251 }, ['glucose_high']],
  [{ glucose: 399 }, ['glucose_high']],
  [{ glucose: 400 }, ['glucose_very_high']],
  [{ glucose: glucoseMmolLToMgDl(22.2) }, ['glucose_very_high']],
  [{ glucose: glucoseMmolLToMgDl(45) }, ['glucose_very_high']],
  [{ weight: 81 }, []],
  [{}, []],
])('%j: %j', (values, advice) => {
  expect(mostUrgentFirst(publishedConcerns(values)).map((one) => one.advice)).toEqual(advice);
});

test('a limit of the member’s own counts where no guideline says anything, and the most urgent advice comes first', () => {
  const own = [concernAt('diastolic', 'high', 95), concernAt('systolic', 'high', 190), concernAt('weight', 'high', 90)];
  expect(mostUrgentFirst(own).map(({ advice }) => advice)).toEqual(['pressure_very_high', 'weight_beyond_limit']);
  const weighed = [concernAt('weight', 'high', 90), concernAt('weight', 'high', 90, 'difference')];
  expect(mostUrgentFirst(weighed).map(({ advice }) => advice)).toEqual(['weight_changed']);
  expect(concernAt('systolic', 'high', 142).advice).toBe('pressure_high');
});
