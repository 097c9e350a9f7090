/** A stretch in which the server said that it could take readings in. Unix seconds. */
export interface ListeningTime {
  readonly from: number;
  readonly until: number;
}

/** When the server could not take anything in. Unix seconds; `until` null: it still cannot. */
export interface Outage {
  readonly since: number;
  readonly until: number | null;
}

/** A server says every quarter of a minute that it listens; a shorter silence is a restart, which costs no band its sync. */
export const outageAfterSeconds = 120;

/** Bands sync every quarter of an hour, and phones wake up when they like: after this, whoever is still silent is silent. */
export const catchUpSeconds = 3_600;

/**
 * The outage that members' silence is measured against: one that lasts, or that ended so lately that bands have not come back yet.
 * Several that followed each other within the time to catch up are one, from the beginning of the first. Null: there is none.
 * A server that has never listened has no outage: nobody waited for it.
 */
export function outageOf(times: readonly ListeningTime[], now: number): Outage | null {
  const newestFirst = [...times].sort((a, b) => b.from - a.from);
  const [newest] = newestFirst;
  if (!newest) return null;
  let outage: Outage | null = now - newest.until > outageAfterSeconds ? { since: newest.until, until: null } : null;
  for (const [index, time] of newestFirst.entries()) {
    const before = newestFirst[index + 1];
    if (!before || (outage?.since ?? now) - time.from >= catchUpSeconds) break;
    if (time.from - before.until > outageAfterSeconds) outage = { since: before.until, until: outage === null ? time.from : outage.until };
  }
  return outage;
}

/** Since when a member's silence is ours: null for whoever has been heard of since the outage ended. */
export function silentThrough(outage: Outage | null, lastReceivedAt: number | null): number | null {
  if (outage === null) return null;
  const isHeard = outage.until !== null && lastReceivedAt !== null && lastReceivedAt >= outage.until;
  return isHeard ? null : outage.since;
}
