import { setTimeout as pause } from 'node:timers/promises';
import type { People } from '#people/index.ts';
import type { Bus, BusEvents } from '#platform/bus.ts';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { isRefusal } from '#platform/ticks/failures.ts';

export interface ZoneChangesDeps {
  readonly engine: TicksEngine;
  readonly people: Pick<People, 'timeZonesOf'>;
  readonly bus: Bus;
  readonly log: Pick<Log, 'warn'>;
}

/** Between two tries. */
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Recomputes a member's days when their time zone has changed: days are kept as the member's zone counts them, so
 * those of the new zone do not exist yet, or stopped being kept when the member left it.
 * `followed` resolves when recomputations under way have ended, `end` ends the watch and then does the same.
 */
export function watchZoneChanges(
  deps: ZoneChangesDeps,
  redoDays: (tenantId: string, userId: string) => Promise<void>,
): { followed(): Promise<void>; end(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const rest = (ms: number) => pause(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {});

  async function follow({ tenantId, userId }: BusEvents['user.changed']): Promise<void> {
    if (await lacksDays(deps, tenantId, userId)) await redoDays(tenantId, userId);
  }

  /** A store that is away comes back: until then it is tried again, ever more seldom. */
  async function followPatiently(event: BusEvents['user.changed']): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await follow(event);
      } catch (error) {
        const reason = failureReason(error);
        if (isRefusal(error) || stopping.signal.aborted)
          return deps.log.warn({ reason }, 'days could not be recomputed after a change of time zone; `vigil doctor` can rebuild them');
        deps.log.warn({ reason }, 'days could not be recomputed after a change of time zone; it will be tried again');
        await rest(pauseMs);
      }
    }
  }

  const end = deps.bus.subscribe('user.changed', (event) => {
    const work: Promise<void> = followPatiently(event).finally(() => underWay.delete(work));
    underWay.add(work);
  });
  const followed = async () => {
    // The bus delivers on the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(underWay);
  };
  return {
    followed,
    async end() {
      end();
      stopping.abort();
      await followed();
    },
  };
}

/** True when days of another zone have been computed since those of the member's zone. */
async function lacksDays(deps: ZoneChangesDeps, tenantId: string, userId: string): Promise<boolean> {
  const zoneOf = await deps.people.timeZonesOf(tenantId, [userId]);
  const rows = await deps.engine.query<{ behind: number }>(
    `select maxIf(computed_at, tz = {timeZone:String}) < max(computed_at) as behind from vigil.ticks_day
     where tenant_id = {tenantId:UUID} and user_id = {userId:UUID}`,
    { tenantId, userId, timeZone: zoneOf(userId) },
    { lane: 'background' },
  );
  return rows[0]?.behind === 1;
}
