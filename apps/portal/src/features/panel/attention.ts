import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { reasonFigures } from '@vigil/domain/attention/reason-figures';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';

export type AttentionReason = MemberRow['attention'][number];

/** A reason as it is read: `SpO2 90 %`, `−6`, `below 96`. */
export interface ReasonTold {
  readonly text: string;
  /** Signed, in the person's units; absent for a gap. */
  readonly delta?: string;
  /** What the delta is measured from, in words. */
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
    delta,
    against: t(reason.kind === 'change' ? 'againstUsual' : side === 'high' ? 'aboveLimit' : 'belowLimit', {
      value: `${reference} ${unit}`.trim(),
    }),
    side,
    since: reason.since,
    orBefore: reason.kind === 'limit' && reason.orBefore === true,
  };
}

/** The whole reason in one line, for a list of all of them. */
export function reasonInWords(reason: AttentionReason, units: Units, t: TFunction<['panel', 'ui']>): string {
  const { text, delta, against } = tellReason(reason, units, t);
  return [text, delta && `(${delta}, ${against})`].filter(Boolean).join(' ');
}
