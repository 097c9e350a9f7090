import { findOutOfRange, type MemberLimits, type NewestReadings, type OutOfRange } from '../alerts/out-of-range.ts';
import type { AlertSeverity } from '../alerts/rule.ts';
import type { MetricId } from '../metrics/catalogue.ts';
import type { BandState } from '../status/band-state.ts';
import { syncState } from '../status/band-sync.ts';
import { calendarDay, startOfCalendarDay } from '../timeframe/zone.ts';
import { baselineChange, type DayMean, type WatchedMetric, watchedMetrics } from './baseline-change.ts';

/** Why a member should be looked at. Times in Unix seconds, values in the metric's unit. */
export type AttentionReason =
  | (OutOfRange & {
      readonly kind: 'limit';
      readonly metric: MetricId;
      readonly value: number;
      /** When the reading was taken; of a rule that compares with the member's own baseline, when it fired. */
      readonly since: number;
    })
  | {
      readonly kind: 'change';
      readonly metric: WatchedMetric;
      /** Mean of the newest whole day. */
      readonly value: number;
      /** Median of the member's own usual days. */
      readonly reference: number;
      /** Robust standard deviations between the two. */
      readonly deviations: number;
      /** Start of the first day that was unlike the usual ones. */
      readonly since: number;
    }
  | {
      readonly kind: 'gap';
      readonly gap: 'never-synced' | 'not-syncing' | 'off-wrist';
      /** The last sync, or since when the band is off; of a band that never synced, when the account was made. */
      readonly since: number;
    };

export interface AttentionFacts {
  /** Unix seconds. */
  readonly now: number;
  readonly timeZone: string;
  readonly latest: NewestReadings;
  readonly band: { readonly status: BandState; readonly since: number | null; readonly lastSync: number | null };
  readonly createdAt: number;
  /** Whether a band is expected to be worn: not before a member has begun, nor while on hold. */
  readonly bandExpected: boolean;
  /** What `changeReasons` found. */
  readonly changes: readonly AttentionReason[];
  /** Those of the member's own alert rules. */
  readonly limits: MemberLimits;
}

/** A band that has been off for as long as a sync may be old is a gap of its own. Seconds. */
const offTooLongSeconds = 24 * 3_600;

/** Every reason to look at a member, the most urgent first; none is a good sign, and says nothing where there is no data. */
export function attentionReasons(facts: AttentionFacts): readonly AttentionReason[] {
  const limits = limitReasons(facts);
  // A rule tells of a change before the change itself does.
  const changes = facts.changes.filter((change) => !limits.some((limit) => 'metric' in change && limit.metric === change.metric));
  return [...limits, ...changes, ...gapReasons(facts)].sort((a, b) => urgency(b) - urgency(a));
}

/**
 * A number to sort members by, higher first: readings beyond CRITICAL and HIGH limits, then a change against the own baseline, then
 * MEDIUM and LOW limits, then gaps in the data. 0: no reason.
 */
export function urgencyOf(reasons: readonly AttentionReason[]): number {
  return reasons[0] ? urgency(reasons[0]) + Math.min(reasons.length, 9) / 10 : 0;
}

const limitUrgency: Record<AlertSeverity, number> = { CRITICAL: 400, HIGH: 300, MEDIUM: 150, LOW: 100 };
const gapUrgency = { 'not-syncing': 30, 'off-wrist': 20, 'never-synced': 10 } as const;

function urgency(reason: AttentionReason): number {
  switch (reason.kind) {
    case 'limit':
      return limitUrgency[reason.severity];
    case 'change':
      return 200 + Math.min(99, reason.deviations);
    case 'gap':
      return gapUrgency[reason.gap];
  }
}

type LimitReason = Extract<AttentionReason, { kind: 'limit' }>;

function limitReasons({ latest, now, limits }: AttentionFacts): LimitReason[] {
  return limitedMetrics(limits).flatMap((metric): LimitReason[] => {
    const [reading, outOfRange] = [latest[metric], findOutOfRange(metric, latest, limits, now)];
    if (!reading || !outOfRange) return [];
    const since = outOfRange.limit === null ? (outOfRange.alertSince ?? reading.timestamp) : reading.timestamp;
    return [{ kind: 'limit', metric, value: reading.value, since, ...outOfRange }];
  });
}

const limitedMetrics = ({ limits, standings }: MemberLimits) => [...new Set([...limits, ...standings].map(({ metric }) => metric))];

/** Changes against the member's own usual days, by metric; a day in days since 1970-01-01 of the member's calendar. */
export function changeReasons(days: ReadonlyMap<string, readonly DayMean[]>, nowSeconds: number, timeZone: string): AttentionReason[] {
  const today = calendarDay(nowSeconds, timeZone);
  return watchedMetrics.flatMap((metric): AttentionReason[] => {
    const change = baselineChange(metric, days.get(metric) ?? [], today);
    if (!change) return [];
    const { value, usual, deviations, sinceDay } = change;
    return [{ kind: 'change', metric, value, reference: usual, deviations, since: startOfCalendarDay(sinceDay, timeZone) }];
  });
}

function gapReasons({ band, bandExpected, createdAt, now, timeZone }: AttentionFacts): AttentionReason[] {
  if (!bandExpected) return [];
  const sync = syncState(band.lastSync, now, timeZone);
  if (sync === 'never') return [{ kind: 'gap', gap: 'never-synced', since: createdAt }];
  if (sync === 'stale') return [{ kind: 'gap', gap: 'not-syncing', since: band.lastSync ?? createdAt }];
  const off = band.status === 'removed' || band.status === 'charging';
  if (off && band.since !== null && now - band.since > offTooLongSeconds) return [{ kind: 'gap', gap: 'off-wrist', since: band.since }];
  return [];
}
