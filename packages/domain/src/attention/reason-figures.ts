import { levelText } from '../alerts/levels.ts';
import { catalogue } from '../metrics/catalogue.ts';
import { fixedText, roundTo } from '../units/rounding.ts';
import { displayDecimals, displayText, displayUnit, displayValue, readTheSame, type Units } from '../units/unit-system.ts';
import type { AttentionReason } from './reasons.ts';

/** The figures of a reason that is a reading, as they are written: in the person's units, with their decimals. */
export interface ReasonFigures {
  readonly value: string;
  /** The limit, or what is usual; null where only the rule knows what it compares with. */
  readonly reference: string | null;
  /** Signed; null where the two read the same, or there is nothing to measure from. */
  readonly delta: string | null;
  readonly unit: string;
  readonly side: 'high' | 'low';
}

/** The reading, what it is measured from, and how far apart the two are. */
export function reasonFigures(reason: Exclude<AttentionReason, { kind: 'gap' }>, units: Units): ReasonFigures {
  const metric = catalogue[reason.metric];
  const decimals = displayDecimals(metric, units);
  const shown = (value: number) => roundTo(displayValue(metric, value, units), decimals);
  const reference = reason.kind === 'limit' ? reason.limit : reason.reference;
  const written = { value: displayText(metric, reason.value, units), unit: displayUnit(metric, units) };
  const side = reason.kind === 'limit' ? reason.side : reason.value >= reason.reference ? 'high' : 'low';
  if (reference === null) return { ...written, side, reference: null, delta: null };
  // The difference of what is read, so that nobody who subtracts finds another number.
  const delta = roundTo(shown(reason.value) - shown(reference), decimals);
  return {
    ...written,
    side,
    reference: referenceText(reason, reference, units),
    delta: readTheSame(metric, reason.value, reference, units) ? null : `${delta < 0 ? '−' : '+'}${fixedText(Math.abs(delta), decimals)}`,
  };
}

/** A limit with as many digits as it is judged by. */
function referenceText({ kind, metric }: Exclude<AttentionReason, { kind: 'gap' }>, reference: number, units: Units): string {
  if (kind === 'change') return displayText(catalogue[metric], reference, units);
  return levelText({ subject: { kind: 'metric', metric }, against: 'value' }, reference, units);
}
