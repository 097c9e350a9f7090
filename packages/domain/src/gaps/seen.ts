import type { MetricId } from '../metrics/catalogue.ts';
import type { BandState } from '../status/band-state.ts';
import { bandOffSeconds, chargingSeconds, restlessMetrics, stuckSeconds } from './gaps.ts';

/** What was seen of a member at the last look, so that the next need not read what has not changed. Unix seconds. */
export interface Seen {
  /** `since`: not before this, as far as is known; null: it may have been so for ever. */
  readonly band?: { readonly state: BandState; readonly since: number | null };
  /** By metric: the value of the newest reading, and the moment of the first newest reading that had it. */
  readonly still?: Partial<Record<MetricId, { readonly value: number; readonly since: number }>>;
}

/** The newest reading of a metric. Unix seconds. */
export interface NewestReading {
  readonly metric: MetricId;
  readonly ts: number;
  readonly value: number;
}

/** Looks are an hour apart at most: what stands still for three hours has done so at all looks of the last two. */
const betweenLooksSeconds = 3_600;

/**
 * What is seen now, from the newest readings and the last look (at `lookedAt`; null: nobody has). A state that is new at this look
 * has begun after the last one.
 */
export function seenNow(before: Seen, lookedAt: number | null, state: BandState, newest: readonly NewestReading[]): Seen {
  const since = before.band?.state === state ? before.band.since : lookedAt;
  const still = restlessMetrics.flatMap((metric) => {
    const reading = newest.find((one) => one.metric === metric);
    if (!reading) return [];
    const known = before.still?.[metric];
    const same = known?.value === reading.value ? known.since : reading.ts;
    return [[metric, { value: reading.value, since: same }] as const];
  });
  return { band: { state, since }, still: Object.fromEntries(still) };
}

/** Whether the band may have been off or charging for so long that this is a gap: its ticks tell since when. */
export function mayBeOffForLong({ band }: Seen, now: number): boolean {
  if (band?.state !== 'removed' && band?.state !== 'charging') return false;
  return band.since === null || now - band.since >= (band.state === 'removed' ? bandOffSeconds : chargingSeconds);
}

/** Metrics whose value may be stuck: their ticks tell. */
export function mayBeStuck({ still = {} }: Seen, newest: readonly NewestReading[]): MetricId[] {
  return newest
    .filter(({ metric, ts }) => ts - (still[metric]?.since ?? ts) >= stuckSeconds - betweenLooksSeconds)
    .map(({ metric }) => metric);
}
