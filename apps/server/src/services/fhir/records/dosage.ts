import { elementsIn, listIn, quantityWords, textIn, wordsOf } from './elements.ts';

/** UCUM units of time, as Timing.repeat names them. */
const periods: ReadonlyMap<unknown, string> = new Map([
  ['s', 'second'],
  ['min', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['wk', 'week'],
  ['mo', 'month'],
  ['a', 'year'],
]);

/**
 * A FHIR R4 Dosage in words: those of its author where there are any, as only they are complete; else dose, timing and route as far
 * as it says. Null where it says nothing.
 */
export function dosageWords(dosage: unknown): string | null {
  const { text, patientInstruction, doseAndRate, timing, route, maxDosePerPeriod } = elementsIn(dosage);
  const said = textIn(text) ?? textIn(patientInstruction);
  if (said !== null) return said;
  const doses = listIn(doseAndRate).map((one) => quantityWords(elementsIn(one).doseQuantity));
  const most = quantityWords(elementsIn(maxDosePerPeriod).numerator);
  const parts = [...doses, timingWords(timing), wordsOf(route), most && `at most ${most}`].filter((part) => part !== null && part !== '');
  return parts.length > 0 ? parts.join(', ') : null;
}

function timingWords(timing: unknown): string | null {
  const { repeat, code } = elementsIn(timing);
  const { frequency, frequencyMax, period, periodUnit } = elementsIn(repeat);
  const unit = periods.get(periodUnit);
  if (typeof frequency !== 'number' || typeof period !== 'number' || unit === undefined) return wordsOf(code);
  const times =
    typeof frequencyMax === 'number' ? `${frequency} to ${frequencyMax} times` : frequency === 1 ? 'once' : `${frequency} times`;
  return period === 1 ? `${times} a ${unit}` : `${times} every ${period} ${unit}s`;
}
