import type { LoggedThing } from '@vigil/domain/facts/fact';
import { type Sleep, sleepsOfRuns } from '@vigil/domain/sleep/sleeps';
import { longestStageSeconds } from '@vigil/domain/sleep/stages';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { type StateInterval, stateIntervals } from '@vigil/domain/timeframe/state-runs';
import type { Clock } from '#platform/clock.ts';
import { intervalMs, type TicksReads } from '#services/ticks-store/index.ts';

export interface MemberRef {
  readonly tenantId: string;
  readonly userId: string;
}

export interface FactsQuestion extends MemberRef {
  readonly facts: readonly string[];
  readonly granularity: Granularity;
  readonly timeZone: string;
  /** [from, to), Unix seconds. */
  readonly from: number;
  readonly to: number;
}

/** A stretch of one member's time, by the days of a zone. */
export type Stretch = Omit<FactsQuestion, 'facts' | 'granularity'>;

/** What the account says of a member's body; null where it does not. */
export interface AboutMember {
  /** yyyy-MM-dd. */
  readonly birthDate: string | null;
  readonly sex: string | null;
  readonly heightM: number | null;
}

export interface FactsDeps {
  readonly ticks: Pick<TicksReads, 'steps' | 'stateRuns' | 'spans' | 'steppingMinutes'>;
  readonly clock: Clock;
  readonly memberTimeZone: (tenantId: string, userId: string) => Promise<string>;
  /** When a member logged something, Unix seconds within [from, to). */
  readonly loggedAt: (question: MemberRef & { of: LoggedThing; from: number; to: number }) => Promise<readonly number[]>;
  readonly aboutMember: (tenantId: string, userId: string) => Promise<AboutMember>;
}

/** No sleep is longer: reading so far around an interval finds the sleeps at its ends whole. Seconds. */
const longestSleepSeconds = 86_400;

/** What every question about steps of this interval says. */
export async function stepsOf(
  { clock, memberTimeZone }: FactsDeps,
  question: Omit<FactsQuestion, 'facts' | 'granularity'>,
  granularity: Granularity,
) {
  const { tenantId, userId, timeZone, from, to } = question;
  return {
    ...{ tenantId, userId, granularity, timeZone, nowMs: clock.now() },
    // Hours are the same in every zone of whole hours: only days need to know whose days they are.
    memberTimeZone: granularity === 'HOURLY' ? timeZone : await memberTimeZone(tenantId, userId),
    ...intervalMs(from, to, 'to_ts'),
  };
}

/** Band states that are known in [from, to), from two hours before. */
export async function readBand({ ticks, clock }: FactsDeps, { tenantId, userId, from, to }: Stretch): Promise<readonly StateInterval[]> {
  const runs = await ticks.stateRuns({
    ...{ tenantId, userId, metric: 'band_removed', fromSeconds: from - bandStateHoldsSeconds, toSeconds: to },
    longestGapSeconds: bandStateHoldsSeconds,
  });
  return stateIntervals(runs, bandStateHoldsSeconds, clock.now() / 1000);
}

/** Sleeps that lie in [from, to), or reach into it, whole. */
export async function sleepsAround(
  { ticks }: FactsDeps,
  { tenantId, userId }: MemberRef,
  from: number,
  to: number,
): Promise<readonly Sleep[]> {
  const runs = await ticks.stateRuns({
    tenantId,
    userId,
    metric: 'sleep_depth',
    fromSeconds: from - longestSleepSeconds,
    toSeconds: to + longestSleepSeconds,
    longestGapSeconds: longestStageSeconds,
  });
  return sleepsOfRuns(runs);
}
