import { bandDayMetrics } from '../compliance/days.ts';
import type { MetricId } from '../metrics/catalogue.ts';
import type { AccountStatus } from '../status/account-status.ts';
import type { BandState } from '../status/band-state.ts';
import { syncState } from '../status/band-sync.ts';
import type { SourceHabit } from './habits.ts';

/** A hole in what is known of a member, which is another task than a clinical alert: grey, never red. */
export const gapKinds = [
  ...(['never_synced', 'not_syncing', 'stale', 'band_off', 'charging', 'battery_flat', 'battery_low'] as const),
  ...(['source_lost', 'stuck_value', 'clock_ahead'] as const),
];
export type GapKind = (typeof gapKinds)[number];

export interface Gap {
  readonly kind: GapKind;
  /** Unix seconds. */
  readonly since: number;
  /** Which metric a lost source or a stuck value is of. */
  readonly metric?: MetricId;
}

/** What is known of a member's data. Times in Unix seconds; `received` is the server's clock, `measured` the device's. */
export interface GapFacts {
  readonly now: number;
  readonly timeZone: string | null;
  readonly status: AccountStatus | null;
  /** When the member could first be expected to send: signed in, given a device, or begun a program; null: not yet. */
  readonly startedAt: number | null;
  /** When the server last received anything from the band; null: never. */
  readonly lastReceivedAt: number | null;
  /** The newest moment that the band has measured. */
  readonly lastMeasuredAt: number | null;
  readonly band: { readonly state: BandState; readonly since: number | null };
  readonly battery: { readonly percent: number; readonly measuredAt: number } | null;
  readonly sources: readonly SourceFacts[];
  /** Runs of one and the same value up to the newest reading. */
  readonly runs: readonly { readonly metric: MetricId; readonly readings: number; readonly since: number; readonly until: number }[];
  /** Of the last batch: by how much its newest reading lay in the server's future. */
  readonly clockAheadSeconds: number;
  /** Since when the server itself could not take anything in; null: it can. Its silence is nobody's gap, and is told once. */
  readonly outageSince: number | null;
}

/** How regularly a metric came, and when it last did. */
export interface SourceFacts extends SourceHabit {
  readonly lastReceivedAt: number;
}

const hour = 3_600;
export const bandOffSeconds = 12 * hour;
export const chargingSeconds = 6 * hour;
const lowPercent = 15;
const flatPercent = 5;
/** A band that says nothing for so long after its last few percent is flat. */
const flatAfterSeconds = hour;
const staleSeconds = 24 * hour;
const regularDays = 10;
const lateIntervals = 3;
const clockAheadAllowedSeconds = 120;
/** Values that never stand still in a living body, and how long they may: a failing sensor repeats its last. */
export const restlessMetrics: readonly MetricId[] = ['heart_rate', 'rmssd', 'resp_rate', 'skin_temp', 'gsr', 'glucose'];
export const stuckSeconds = 3 * hour;
const stuckReadings = 12;

/**
 * Every gap of a member, by the server's receiving time. "Not syncing" follows the rule of compliance: 24 hours, or more than
 * one calendar day of the member's zone; a late delivery ends it, and what it brought may still be `stale`. "Never synced" begins as
 * long after the member has started: whoever has not is still to be brought in, which is no gap. Nobody on hold, and nobody who is not a
 * member (any more), has gaps.
 */
export function gapsOf(facts: GapFacts): readonly Gap[] {
  if (facts.status !== 'ACTIVE' && facts.status !== 'CREATED') return [];
  // Silence counts as far as the server was listening.
  const heardUntil = facts.outageSince ?? facts.now;
  if (facts.lastReceivedAt === null) return neverSynced(facts.startedAt, heardUntil);
  return [
    ...silences(facts, facts.lastReceivedAt, heardUntil),
    ...bandGaps(facts, heardUntil),
    ...batteryGaps(facts, facts.lastReceivedAt, heardUntil),
    ...lostSources(facts, heardUntil),
    ...stuckValues(facts),
    ...(facts.clockAheadSeconds > clockAheadAllowedSeconds ? [{ kind: 'clock_ahead' as const, since: facts.lastReceivedAt }] : []),
  ];
}

/** How long nobody looks at a member of whom nothing new is heard. Seconds. */
const longestRestSeconds = hour;

/**
 * When a member has to be looked at again if nothing more is heard: when the next gap can begin, within the hour. What a sync brings
 * can begin one sooner, and is looked at with the sync.
 */
export function nextGapCheck(facts: GapFacts): number {
  const { now, band, battery, lastReceivedAt } = facts;
  const silentSince = lastReceivedAt ?? facts.startedAt;
  const begins = [
    silentSince === null ? null : silentSince + staleSeconds + 1,
    facts.lastMeasuredAt === null ? null : facts.lastMeasuredAt + staleSeconds + 1,
    band.since !== null && band.state === 'removed' ? band.since + bandOffSeconds : null,
    band.since !== null && band.state === 'charging' ? band.since + chargingSeconds : null,
    battery !== null && battery.percent <= flatPercent && lastReceivedAt !== null ? lastReceivedAt + flatAfterSeconds : null,
  ];
  return Math.min(now + longestRestSeconds, ...begins.filter((moment) => moment !== null).filter((moment) => moment > now));
}

function neverSynced(startedAt: number | null, heardUntil: number): Gap[] {
  return startedAt !== null && heardUntil - startedAt > staleSeconds ? [{ kind: 'never_synced', since: startedAt }] : [];
}

function silences({ timeZone, lastMeasuredAt }: GapFacts, lastReceivedAt: number, heardUntil: number): Gap[] {
  if (syncState(lastReceivedAt, Math.max(heardUntil, lastReceivedAt), timeZone) === 'stale')
    return [{ kind: 'not_syncing', since: lastReceivedAt }];
  if (lastMeasuredAt !== null && heardUntil - lastMeasuredAt > staleSeconds) return [{ kind: 'stale', since: lastMeasuredAt }];
  return [];
}

function bandGaps({ band }: GapFacts, heardUntil: number): Gap[] {
  if (band.since === null) return [];
  const lasts = heardUntil - band.since;
  if (band.state === 'removed' && lasts >= bandOffSeconds) return [{ kind: 'band_off', since: band.since }];
  if (band.state === 'charging' && lasts >= chargingSeconds) return [{ kind: 'charging', since: band.since }];
  return [];
}

function batteryGaps({ battery, band }: GapFacts, lastReceivedAt: number, heardUntil: number): Gap[] {
  if (!battery || band.state === 'charging') return [];
  const isSilent = heardUntil - lastReceivedAt >= flatAfterSeconds;
  if (battery.percent <= flatPercent && isSilent) return [{ kind: 'battery_flat', since: lastReceivedAt }];
  return battery.percent <= lowPercent ? [{ kind: 'battery_low', since: battery.measuredAt }] : [];
}

/**
 * A metric that came on at least ten of fourteen days, and is now three of its intervals late. A silent band is one gap, not one a
 * metric; nor is anything lost that only a worn band measures while it lies on the table or its charger.
 */
function lostSources({ sources, lastReceivedAt, band }: GapFacts, heardUntil: number): Gap[] {
  const isOff = band.state === 'removed' || band.state === 'charging';
  return sources
    .filter(({ metric }) => !isOff || !bandDayMetrics.includes(metric))
    .filter(({ daysOf14, lastReceivedAt: last, usualIntervalSeconds }) => {
      const isLate = heardUntil - last > lateIntervals * usualIntervalSeconds;
      return daysOf14 >= regularDays && isLate && (lastReceivedAt ?? 0) - last > lateIntervals * usualIntervalSeconds;
    })
    .map(({ metric, lastReceivedAt: since }) => ({ kind: 'source_lost' as const, since, metric }));
}

function stuckValues({ runs }: GapFacts): Gap[] {
  return runs
    .filter(
      ({ metric, readings, since, until }) =>
        restlessMetrics.includes(metric) && readings >= stuckReadings && until - since >= stuckSeconds,
    )
    .map(({ metric, since }) => ({ kind: 'stuck_value' as const, since, metric }));
}
