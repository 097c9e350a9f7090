import type { ImportColumn } from '@vigil/contract/user-admin.values';
import { ageYears } from '@vigil/domain/people/age';
import { adultFromYears, type UnusualSize, unusualSizes } from '@vigil/domain/people/body-size';
import { centimetersToInches, kilogramsToPounds } from '@vigil/domain/units/conversions';
import { roundTo } from '@vigil/domain/units/rounding';
import type { Described } from '../person.rules.ts';

export interface UnusualCell {
  readonly column: ImportColumn;
  readonly reason: string;
}

const shown = (value: number, digits = 1) => String(roundTo(value, digits));

/** Heights and weights that somebody has to confirm, each with what was probably meant. Nothing is converted. */
export function unusualIn(person: Described, today: string): readonly UnusualCell[] {
  const { birthDate, heightM = null, heightDisplayUnits, weightKg = null, weightDisplayUnits } = person;
  const heightCm = heightM === null ? null : heightM * 100;
  const age = birthDate ? ageYears(birthDate, today) : null;
  const [inInches, inPounds] = [heightDisplayUnits === 'FOOT+INCH', weightDisplayUnits === 'POUND'];
  const sizes = unusualSizes({ heightCm, weightKg, ageYears: age, isMixed: inInches !== inPounds });
  const height = heightCm === null ? '' : inInches ? `${shown(centimetersToInches(heightCm))} in` : `${shown(heightCm)} cm`;
  const weight = weightKg === null ? '' : inPounds ? `${shown(kilogramsToPounds(weightKg))} lb` : `${shown(weightKg)} kg`;
  return sizes.map((size): UnusualCell => {
    if (size.measure === 'height')
      return {
        column: inInches ? 'height_in' : 'height',
        reason: `Height ${height} is unusual for ${whom(age)}.${inInches ? '' : ifInches(size)}`,
      };
    const what = size.bmi === null ? `Weight ${weight} is` : `Weight ${weight} with height ${height} (BMI ${shown(size.bmi, 0)}) is`;
    return { column: inPounds ? 'weight_lb' : 'weight', reason: `${what} unusual for ${whom(age)}.${inPounds ? '' : ifPounds(size)}` };
  });
}

const whom = (age: number | null) => (age === null ? 'an adult (no birth date)' : age < adultFromYears ? `age ${age}` : 'an adult');

const ifInches = ({ ifImperial: cm }: UnusualSize) =>
  cm === null ? '' : ` If it’s in inches (${shown(cm)} cm), name its column height_in.`;
const ifPounds = ({ ifImperial: kg }: UnusualSize) =>
  kg === null ? '' : ` If it’s in pounds (${shown(kg)} kg), name its column weight_lb.`;
