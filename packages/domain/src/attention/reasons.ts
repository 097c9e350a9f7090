import { catalogue } from '../metrics/catalogue.ts';
import type { NormalRanges } from '../metrics/normal-ranges.ts';
import type { BandState } from '../status/band-state.ts';
import { syncState } from '../status/band-sync.ts';
import { calendarDay, startOfCalendarDay } from '../timeframe/zone.ts';
import { baselineChange, type DayMean, type WatchedMetric, watchedMetrics } from './baseline-change.ts';
import { beyondLimits, type LimitedMetric, limitedMetrics, type Severity } from './limits.ts';

/** Why a member should be looked at. Times in Unix seconds, values in the metric's unit. */
export type AttentionReason =
  | {
      readonly kind: 'limit';
      readonly metric: LimitedMetric;
      readonly severity: Severity;
      readonly value: number;
      /** The nearest value at which nothing would be amiss. */
      readonly reference: number;
      /** When the reading was taken. */
      readonly since: number;
    }
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
  readonly latest: Readonly<Record<string, { readonly value: number; readonly timestamp: number }>>;
  readonly band: { readonly status: BandState; readonly since: number | null; readonly lastSync: number | null };
  readonly createdAt: number;
  /** Whether a band is expected to be worn: not before a member has begun, nor while on hold. */
  readonly bandExpected: boolean;
  /** What `changeReasons` found. */
  readonly changes: readonly AttentionReason[];
  /** What the tenant has set for normal. */
  readonly normalRanges: NormalRanges;
}

/** A band that has been off for as long as a sync may be old is a gap of its own. Seconds. */
const offTooLongSeconds = 24 * 3_600;

/** Every reason to look at a member, the most urgent first; none is a good sign, and says nothing where there is no data. */
export function attentionReasons(facts: AttentionFacts): readonly AttentionReason[] {
  return [...limitReasons(facts), ...facts.changes, ...gapReasons(facts)].sort((a, b) => urgency(b) - urgency(a));
}

/**
 * A number to sort members by, higher first: readings beyond limits of severity 3 and 2, then a change against the own
 * baseline, then severity 1, then gaps in the data. 0: no reason.
 */
export function urgencyOf(reasons: readonly AttentionReason[]): number {
  return reasons[0] ? urgency(reasons[0]) + Math.min(reasons.length, 9) / 10 : 0;
}

const limitUrgency: Record<Severity, number> = { 3: 400, 2: 300, 1: 100 };
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

function limitReasons({ latest, now, normalRanges }: AttentionFacts): AttentionReason[] {
  return limitedMetrics.flatMap((metric): AttentionReason[] => {
    const reading = latest[metric];
    if (!reading || now - reading.timestamp > catalogue[metric].staleAfterSeconds) return [];
    const beyond = beyondLimits(metric, reading.value, normalRanges[metric]);
    if (!beyond) return [];
    return [{ kind: 'limit', metric, severity: beyond.severity, value: reading.value, reference: beyond.limit, since: reading.timestamp }];
  });
}

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
