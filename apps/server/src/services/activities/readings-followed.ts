import type { TickWriter } from '#services/ticks-store/index.ts';
import { readingsOf } from './activities.rules.ts';
import type { ActivitiesStore, ActivityRow } from './activities.store.ts';

type Logged = Pick<ActivityRow, 'id' | 'at' | 'activityType' | 'details' | 'loggedAt' | 'takenBackAt'>;

/**
 * Takes back those of a member's activities of which a reading was taken back in the ticks store, by whom and for the reason that
 * stands there; the rest of its readings go with it, as half a blood pressure is none. Answers whether there were any.
 *
 * Whoever reads activities does this first: a call of the ticks store knows nothing of them, and a message to here could be
 * lost between the two stores.
 */
export type ReadingsFollowed = (tenantId: string, userId: string, rows: readonly Logged[]) => Promise<boolean>;

interface Deps {
  readonly store: Pick<ActivitiesStore, 'takeBack'>;
  readonly ticks: Pick<TickWriter, 'takeBack' | 'takenBackAmong'>;
}

export function createReadingsFollowed({ store, ticks }: Deps): ReadingsFollowed {
  return async (tenantId, userId, rows) => {
    const standing = rows.filter((row) => row.takenBackAt === null && readingsOf(row).length > 0);
    if (standing.length === 0) return false;
    const gone = await ticks.takenBackAmong({ tenantId, userId, readings: standing.flatMap(namesOf) });
    let any = false;
    for (const row of standing) {
      // What was taken back before it was logged was another reading of the same moment.
      const own = new Set<string>(namesOf(row).map(({ metric }) => metric));
      const one = gone.find(
        ({ metric, timestampMs, takenBackAtMs }) => own.has(metric) && timestampMs === row.at && takenBackAtMs >= row.loggedAt,
      );
      if (!one) continue;
      await ticks.takeBack({ tenantId, userId, readings: namesOf(row), by: one.takenBackBy, reason: one.reason });
      await store.takeBack(tenantId, row.id, { userId: one.takenBackBy, atMs: one.takenBackAtMs, reason: one.reason });
      any = true;
    }
    return any;
  };
}

const namesOf = (row: Logged) => readingsOf(row).map(({ metric }) => ({ metric, timestampMs: row.at, source: 'manual' as const }));
