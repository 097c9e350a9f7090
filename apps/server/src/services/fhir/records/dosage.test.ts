import { expect, test } from 'vitest';
import { dosageWords } from './dosage.ts';

const daily = { repeat: { frequency: 1, period: 1, periodUnit: 'd' } };
const dose = (value: number, unit?: string) => [{ doseQuantity: { value, unit } }];

test.each<[string, unknown, string | null]>([
  ['the author’s words', { text: 'one at night', timing: daily }, 'one at night'],
  ['the words for the patient', { patientInstruction: 'with food' }, 'with food'],
  ['dose and timing', { timing: daily, doseAndRate: dose(1, 'tablet') }, '1 tablet, once a day'],
  ['several times', { timing: { repeat: { frequency: 3, period: 2, periodUnit: 'wk' } } }, '3 times every 2 weeks'],
  ['a range of times', { timing: { repeat: { frequency: 1, frequencyMax: 2, period: 1, periodUnit: 'd' } } }, '1 to 2 times a day'],
  ['a code of times', { timing: { code: { text: 'BID' } }, route: { text: 'oral' } }, 'BID, oral'],
  ['the most that may be taken', { maxDosePerPeriod: { numerator: { value: 4, unit: 'tablets' } } }, 'at most 4 tablets'],
  ['a unit of time that is none', { timing: { repeat: { frequency: 1, period: 1, periodUnit: 'x' } } }, null],
  ['nothing', {}, null],
  ['what is no dosage', 'twice', null],
])('%s', (_name, dosage, expected) => expect(dosageWords(dosage)).toBe(expected));
