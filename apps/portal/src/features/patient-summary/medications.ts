import type { Activity } from '@vigil/contract/activities.contract';

/** A medication as it was logged: how often, and when last. */
export interface LoggedMedication {
  readonly name: string;
  readonly frequency: string | null;
  readonly doses: number;
  /** Unix seconds. */
  readonly lastAt: number;
}

/** The medications among what was logged, the last taken first. A name is the same whatever its case; its spelling is the last one's. */
export function medicationsOf(logged: readonly Activity[]): readonly LoggedMedication[] {
  const byName = new Map<string, LoggedMedication>();
  for (const { activityType, title, schedule, status, timestamp } of logged.toSorted((a, b) => a.timestamp - b.timestamp)) {
    if (activityType !== 'LOGGING_MEDICATION' || title === null || status !== 'DONE') continue;
    const key = title.toLowerCase();
    const before = byName.get(key);
    const frequency = schedule?.frequency ?? before?.frequency ?? null;
    byName.set(key, { name: title, frequency, doses: (before?.doses ?? 0) + 1, lastAt: timestamp });
  }
  return [...byName.values()].sort((a, b) => b.lastAt - a.lastAt);
}
