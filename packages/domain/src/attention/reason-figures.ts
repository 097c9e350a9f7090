import { catalogue } from '../metrics/catalogue.ts';
import { fixedText, roundTo } from '../units/rounding.ts';
import { displayDecimals, displayText, displayUnit, displayValue, readTheSame, type Units } from '../units/unit-system.ts';
import type { AttentionReason } from './reasons.ts';

/** The figures of a reason that is a reading, as they are written: in the person's units, with their decimals. */
export interface ReasonFigures {
  readonly value: string;
  readonly reference: string;
  /** Signed; null where the two read the same: then the value is just beyond what it is measured from. */
  readonly delta: string | null;
  readonly unit: string;
  readonly side: 'high' | 'low';
}

/** The reading, what it is measured from, and how far apart the two are. */
export function reasonFigures(reason: Exclude<AttentionReason, { kind: 'gap' }>, units: Units): ReasonFigures {
  const metric = catalogue[reason.metric];
  const decimals = displayDecimals(metric, units);
  const shown = (value: number) => roundTo(displayValue(metric, value, units), decimals);
  const [value, reference] = [shown(reason.value), shown(reason.reference)];
  // The difference of what is read, so that nobody who subtracts finds another number.
  const delta = roundTo(value - reference, decimals);
  return {
    value: displayText(metric, reason.value, units),
    reference: displayText(metric, reason.reference, units),
    delta: readTheSame(metric, reason.value, reason.reference, units)
      ? null
      : `${delta < 0 ? '−' : '+'}${fixedText(Math.abs(delta), decimals)}`,
    unit: displayUnit(metric, units),
    side: reason.value >= reason.reference ? 'high' : 'low',
  };
}
