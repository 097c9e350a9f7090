import { lostSeconds, mediaSeconds, ringSeconds } from '@vigil/contract/calls.values';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { overdue } from './calls.rules.ts';
import { type CallRow, callsOf, type End, holdCall } from './calls.store.ts';
import type { Ending } from './ending.ts';
import type { Permission } from './permission.ts';

export interface OverdueCallsDependencies {
  readonly database: Database;
  readonly permission: Permission;
  readonly ending: Ending;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly everySeconds: number;
}

/** Ends calls that nobody else ends. Any number of processes may look: each call is held, judged and moved by one. */
export interface OverdueCalls {
  /** Ends those whose time has come; how many. */
  endOverdue(): Promise<number>;
  /** Ends those whose two may no longer talk to each other; how many. */
  endForbidden(): Promise<number>;
  stop(): Promise<void>;
}

/** How often the two of every call are judged anew, besides when something of theirs has changed. Milliseconds. */
const judgeEveryMs = 30_000;
/** A process that has not looked for so long cannot say that the devices were silent: it may have been away itself. */
const longestPauseMs = 15_000;

interface CallPlace {
  readonly tenantId: string;
  readonly id: string;
}

export function createOverdueCalls(dependencies: OverdueCallsDependencies): OverdueCalls {
  const { database, permission, ending, bus, clock, log } = dependencies;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looksSinceMs = 0;
  let judgedAtMs = performance.now();
  let looking: Promise<unknown> | null = null;

  /** Ends a call if there is reason to, as it is found then; whether it did. */
  async function endIf({ tenantId, id }: CallPlace, endOf: (...asked: Parameters<typeof forbidden>) => Promise<End | null>) {
    return database.tenant(tenantId, async (sql) => {
      const row = await holdCall(sql, tenantId, id);
      const end = row && row.state !== 'ended' ? await endOf(sql, tenantId, row) : null;
      if (row && end) await ending.end(sql, tenantId, row, end);
      return end !== null;
    });
  }
  async function forbidden(...[sql, tenantId, row]: [...Parameters<Permission['faultBetween']>]): Promise<End | null> {
    const fault = await permission.faultBetween(sql, tenantId, row);
    return fault === null ? null : { result: 'unknown', detail: 'no_longer_permitted', by: null };
  }
  async function endEach(places: readonly CallPlace[], endOf: Parameters<typeof endIf>[1]): Promise<number> {
    let ended = 0;
    for (const place of places) {
      try {
        if (await endIf(place, endOf)) ended += 1;
      } catch (error) {
        // The others end all the same; this one is looked at again in the next round.
        reportJobFailure(log, 'calls', { err: error, callId: place.id }, 'a call that may have to end could not be looked at');
      }
    }
    return ended;
  }

  const overdueCalls: OverdueCalls = {
    async endOverdue() {
      const nowMs = clock.now();
      if (nowMs - lookedAtMs > longestPauseMs) looksSinceMs = nowMs;
      const andSilent = nowMs - looksSinceMs >= lostSeconds * 1000;
      const places = await database.ask<CallPlace>('select * from vigil.calls_overdue($1, $2, $3, $4, $5)', [
        ...[new Date(nowMs), ringSeconds, mediaSeconds, lostSeconds, andSilent],
      ]);
      lookedAtMs = nowMs;
      return endEach(places, async (_sql, _tenantId, row) => overdue(row as CallRow, nowMs, andSilent));
    },
    async endForbidden() {
      return endEach(await database.ask<CallPlace>('select * from vigil.calls_going_on()'), forbidden);
    },
    async stop() {
      clearInterval(timer);
      for (const end of unsubscribe) end();
      await looking;
    },
  };

  /** Of somebody of whom something has changed: at once, in the process that hears of it. */
  function judge({ tenantId, userId }: { readonly tenantId: string; readonly userId: string }): void {
    database
      .tenant(tenantId, (sql) => callsOf(sql, tenantId, [userId]))
      .then((rows) =>
        endEach(
          rows.map(({ id }) => ({ tenantId, id })),
          forbidden,
        ),
      )
      .catch((error: unknown) => reportJobFailure(log, 'calls', { err: error }, 'the calls of somebody could not be judged anew'));
  }
  const unsubscribe = [
    bus.subscribe('user.changed', judge),
    bus.subscribe('assignments.changed', judge),
    // Whose members the staff see is a setting.
    bus.subscribe('settings.changed', () => {
      overdueCalls
        .endForbidden()
        .catch((error: unknown) => reportJobFailure(log, 'calls', { err: error }, 'calls could not be judged anew'));
    }),
  ];

  async function look(): Promise<void> {
    await overdueCalls.endOverdue();
    if (performance.now() - judgedAtMs < judgeEveryMs) return;
    judgedAtMs = performance.now();
    await overdueCalls.endForbidden();
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => reportJobFailure(log, 'calls', { err: error }, 'calls whose time has come could not be ended'))
      .finally(() => {
        looking = null;
      });
  }, dependencies.everySeconds * 1000);
  timer.unref();

  return overdueCalls;
}
