import { expect, test } from 'vitest';
import { type BodySize, unusualSizes } from './body-size.ts';

const adult: BodySize = { heightCm: 172, weightKg: 70, ageYears: 45, isMixed: false };
const told = (over: Partial<BodySize>) =>
  unusualSizes({ ...adult, ...over }).map(({ measure, bmi, ifImperial }) => [
    measure,
    bmi === null ? null : Math.round(bmi),
    ifImperial === null ? null : Math.round(ifImperial),
  ]);

test.each<[string, Partial<BodySize>, unknown[]]>([
  ['an adult', {}, []],
  ['nothing known', { heightCm: null, weightKg: null, ageYears: null }, []],
  ['an adult of 70 cm: inches', { heightCm: 70, weightKg: null }, [['height', null, 178]]],
  ['no birth date counts as an adult', { heightCm: 70, weightKg: null, ageYears: null }, [['height', null, 178]]],
  [
    '70 cm and 185 kg: inches and pounds',
    { heightCm: 70, weightKg: 185 },
    [
      ['height', null, 178],
      ['weight', 378, 84],
    ],
  ],
  ['400 kg: pounds', { weightKg: 400 }, [['weight', null, 181]]],
  ['17 kg is no pounds', { weightKg: 17 }, [['weight', null, null]]],
  ['a BMI of 90 with usual measures', { heightCm: 160, weightKg: 230 }, []],
  ['a BMI above 90 with usual measures', { heightCm: 160, weightKg: 240 }, [['weight', 94, 109]]],
  ['a BMI below 10 with usual measures', { heightCm: 210, weightKg: 40 }, [['weight', 9, null]]],
  ['pounds beside centimeters, in mixed units', { heightCm: 178, weightKg: 185, isMixed: true }, [['weight', 58, 84]]],
  ['a small adult', { heightCm: 125, weightKg: 35 }, []],
  ['a newborn', { heightCm: 48, weightKg: 3, ageYears: 0 }, []],
  ['a child of 2 with 34 in', { heightCm: 34, weightKg: null, ageYears: 2 }, [['height', null, 86]]],
  ['a child of 8', { heightCm: 128, weightKg: 26, ageYears: 8 }, []],
  ['a child of 8 with 50 in', { heightCm: 50, weightKg: null, ageYears: 8 }, [['height', null, 127]]],
  ['a girl of 13', { heightCm: 157, weightKg: 45, ageYears: 13 }, []],
  ['a boy of 16 with 68 in', { heightCm: 68, weightKg: null, ageYears: 16 }, [['height', null, 173]]],
])('%s', (_, over, expected) => {
  expect(told(over)).toEqual(expected);
});
