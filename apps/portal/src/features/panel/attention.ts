import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { reasonFigures } from '@vigil/domain/attention/reason-figures';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';

export type AttentionReason = MemberRow['attention'][number];

/** A reason as it is read: `SpO2 90 %`, `−6`, `below 96`. */
export interface ReasonTold {
  readonly text: string;
  /** Signed, in the person's units; absent for a gap, and where the value reads as what it is measured from. */
  readonly delta?: string;
  /** What the value is measured from, in words; absent for a gap. */
  readonly against?: string;
  readonly side?: 'high' | 'low';
  /** Unix seconds. */
  readonly since: number;
  /** It may have begun before. */
  readonly orBefore: boolean;
}

export function tellReason(reason: AttentionReason, units: Units, t: TFunction<['panel', 'ui']>): ReasonTold {
  if (reason.kind === 'gap') return { text: t(`gap.${reason.gap}`), since: reason.since, orBefore: false };
  const { value, reference, delta, unit, side } = reasonFigures(reason, units);
  return {
    text: `${t(`reasonMeasure.${reason.metric}`)} ${value}${unit === '%' ? '%' : ''}`,
    ...(delta !== null && { delta }),
    against: t(againstKey(reason.kind, side, delta === null), { value: `${reference} ${unit}`.trim() }),
    side,
    since: reason.since,
    orBefore: reason.kind === 'limit' && reason.orBefore === true,
  };
}

/** The whole reason in one line, for a list of all of them. */
export function reasonInWords(reason: AttentionReason, units: Units, t: TFunction<['panel', 'ui']>): string {
  const { text, delta, against } = tellReason(reason, units, t);
  const measured = [delta, against].filter(Boolean).join(', ');
  return measured === '' ? text : `${text} (${measured})`;
}

function againstKey(kind: 'limit' | 'change', side: 'high' | 'low', readsTheSame: boolean) {
  if (kind === 'change') return readsTheSame ? (side === 'high' ? 'justAboveUsual' : 'justBelowUsual') : 'againstUsual';
  if (readsTheSame) return side === 'high' ? 'justAboveLimit' : 'justBelowLimit';
  return side === 'high' ? 'aboveLimit' : 'belowLimit';
}
