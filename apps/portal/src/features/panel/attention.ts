import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { reasonFigures } from '@vigil/domain/attention/reason-figures';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';
import { rangeWords } from '#ui/range-words.ts';

interface ReadBy {
  readonly units: Units;
  readonly nowSeconds: number;
  readonly ui: TFunction<'ui'>;
}

export type AttentionReason = MemberRow['attention'][number];

/** A reason as it is read: `SpO2 90 %`, `−1`, `limit 91 %`. */
export interface ReasonTold {
  readonly text: string;
  /** Signed, in the person's units; absent for a gap, and where the value reads as what it is measured from. */
  readonly delta?: string;
  /** What the value is measured from, in words, or the rule that knows; absent for a gap. */
  readonly against?: string;
  /** Why there is no open alert about it, in a word or two; absent where there is one. */
  readonly alert?: string;
  readonly side?: 'high' | 'low';
  /** Unix seconds. */
  readonly since: number;
  /** It may have begun before. */
  readonly orBefore: boolean;
}

export function tellReason(reason: AttentionReason, { units, nowSeconds, ui }: ReadBy, t: TFunction<['panel', 'ui']>): ReasonTold {
  if (reason.kind === 'gap') return { text: t(`gap.${reason.gap}`), since: reason.since, orBefore: false };
  const { value, reference, delta, unit, side } = reasonFigures(reason, units);
  const against = reference === null ? null : t(againstKey(reason.kind, side, delta === null), { value: `${reference} ${unit}`.trim() });
  const measured = {
    ...{ text: `${measureOf(reason.metric, t)} ${value}${unit === '%' ? '%' : ''}`, side, since: reason.since },
    ...(delta !== null && { delta }),
  };
  if (reason.kind === 'change') return { ...measured, ...(against !== null && { against }), orBefore: false };
  const { short } = rangeWords(ui, reason.metric, reason, { units, nowSeconds });
  return { ...measured, against: against ?? reason.title, orBefore: reason.orBefore === true, ...(short !== null && { alert: short }) };
}

const shortNames = [
  'heart_rate',
  'rhr',
  'rmssd',
  'spo2',
  'resp_rate',
  'systolic',
  'diastolic',
  'skin_temp',
  'body_temp',
  'glucose',
] as const;

function measureOf(metric: MetricId, t: TFunction<['panel', 'ui']>): string {
  const short = shortNames.find((one) => one === metric);
  return short ? t(`reasonMeasure.${short}`) : catalogue[metric].label;
}

/** The whole reason in one line, for a list of all of them. */
export function reasonInWords(reason: AttentionReason, by: ReadBy, t: TFunction<['panel', 'ui']>): string {
  const { text, delta, against, alert } = tellReason(reason, by, t);
  const measured = [delta, against, alert].filter(Boolean).join(', ');
  return measured === '' ? text : `${text} (${measured})`;
}

function againstKey(kind: 'limit' | 'change', side: 'high' | 'low', readsTheSame: boolean) {
  if (kind === 'limit') return readsTheSame ? 'atLimit' : 'againstLimit';
  if (!readsTheSame) return 'againstUsual';
  return side === 'high' ? 'justAboveUsual' : 'justBelowUsual';
}
