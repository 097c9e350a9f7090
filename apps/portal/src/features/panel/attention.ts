import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { roundTo } from '@vigil/domain/units/rounding';
import { displayUnit, displayValue, type UnitSystem } from '@vigil/domain/units/unit-system';
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

export function tellReason(reason: AttentionReason, units: UnitSystem, t: TFunction<['panel', 'ui']>): ReasonTold {
  if (reason.kind === 'gap') return { text: t(`gap.${reason.gap}`), since: reason.since, orBefore: false };
  const metric = catalogue[reason.metric satisfies MetricId];
  const shown = (value: number) => roundTo(displayValue(metric, value, units), metric.decimals);
  const written = (value: number) => shown(value).toFixed(metric.decimals);
  const unit = displayUnit(metric, units);
  // The difference of what is read, so that nobody who subtracts finds another number.
  const delta = roundTo(shown(reason.value) - shown(reason.reference), metric.decimals);
  const side = reason.value >= reason.reference ? 'high' : 'low';
  return {
    text: `${t(`reasonMeasure.${reason.metric}`)} ${written(reason.value)}${unit === '%' ? '%' : ''}`,
    delta: `${delta < 0 ? '−' : '+'}${Math.abs(delta).toFixed(metric.decimals)}`,
    against: t(reason.kind === 'change' ? 'againstUsual' : side === 'high' ? 'aboveLimit' : 'belowLimit', {
      value: `${written(reason.reference)} ${unit}`.trim(),
    }),
    side,
    since: reason.since,
    orBefore: reason.kind === 'limit' && reason.orBefore === true,
  };
}

/** The whole reason in one line, for a list of all of them and for the file. */
export function reasonInWords(reason: AttentionReason, units: UnitSystem, t: TFunction<['panel', 'ui']>): string {
  const { text, delta, against } = tellReason(reason, units, t);
  return [text, delta && `(${delta}, ${against})`].filter(Boolean).join(' ');
}
