import type { People } from '#people/index.ts';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { isRefusal } from '#platform/ticks/failures.ts';
import { type DayRun, dayRun, hourRuns, localDateIn, planTasks, type RollupTask, runsOfDays, runsOfHours } from './rollup-runs.ts';
import { recomputeDays, recomputeHours } from './rollup-statements.ts';
import type { Touched, TouchedMember } from './touched.ts';
import type { ZoneTables } from './zone-tables.ts';

export interface RollupWork {
  /** Recomputes the UTC hours that were touched. */
  hours(touched: Touched): Promise<void>;
  /** Recomputes the members' own days on which touched hours lie. */
  days(touched: Touched): Promise<void>;
}

export interface RollupWorkDeps {
  readonly engine: TicksEngine;
  readonly people: Pick<People, 'timeZonesOf'>;
  readonly log: Pick<Log, 'error'>;
  readonly zoneTables: Pick<ZoneTables, 'note'>;
}

export function createRollupWork({ engine, people, log, zoneTables }: RollupWorkDeps): RollupWork {
  /** A statement that the engine refuses would be refused for ever and keep all others from being done. */
  async function attempt(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.error({ reason: failureReason(error) }, 'a rollup could not be computed; `vigil doctor` can rebuild it');
    }
  }

  return {
    async hours(touched) {
      for (const [tenantId, members] of touched) {
        const tasks = planTasks(tenantId, members, (member) => hourRuns(member.hours), runsOfHours);
        for (const task of tasks) await attempt(recomputeHours(engine, task));
      }
    },
    async days(touched) {
      for (const [tenantId, members] of touched) {
        const zoneOf = await people.timeZonesOf(tenantId, [...members.keys()]);
        for (const [timeZone, some] of Map.groupBy(members, ([userId]) => zoneOf(userId))) {
          await zoneTables.note(timeZone);
          for (const task of planDays(tenantId, some, timeZone)) await attempt(recomputeDays(engine, task, timeZone));
        }
      }
    },
  };
}

function planDays(tenantId: string, members: readonly (readonly [string, TouchedMember])[], timeZone: string): RollupTask<DayRun>[] {
  const localDate = localDateIn(timeZone);
  return planTasks(tenantId, members, (member) => hourRuns(member.hours).map((run) => dayRun(run, localDate)), runsOfDays);
}
