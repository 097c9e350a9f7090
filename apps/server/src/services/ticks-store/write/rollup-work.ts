import type { People } from '#people/index.ts';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { isEngineWord, isRefusal } from '#platform/ticks/failures.ts';
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
  /**
   * Does each task, and throws at the end what kept some from being done: all will be given again. A task that the engine cannot do keeps no
   * other from being done; only where the engine is not reached the rest waits. What it refuses would be refused for ever.
   */
  async function doEach(tasks: Iterable<() => Promise<void>>): Promise<void> {
    const failures: unknown[] = [];
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        if (isRefusal(error)) log.error({ reason: failureReason(error) }, 'a rollup could not be computed; `vigil doctor` can rebuild it');
        else if (isEngineWord(error)) failures.push(error);
        else throw error;
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    hours: (touched) =>
      doEach(
        [...touched].flatMap(([tenantId, members]) =>
          planTasks(tenantId, members, (member) => hourRuns(member.hours), runsOfHours).map((task) => () => recomputeHours(engine, task)),
        ),
      ),
    async days(touched) {
      const tasks: (() => Promise<void>)[] = [];
      for (const [tenantId, members] of touched) {
        const zoneOf = await people.timeZonesOf(tenantId, [...members.keys()]);
        for (const [timeZone, some] of Map.groupBy(members, ([userId]) => zoneOf(userId))) {
          await zoneTables.note(timeZone);
          for (const task of planDays(tenantId, some, timeZone)) tasks.push(() => recomputeDays(engine, task, timeZone));
        }
      }
      await doEach(tasks);
    },
  };
}

function planDays(tenantId: string, members: readonly (readonly [string, TouchedMember])[], timeZone: string): RollupTask<DayRun>[] {
  const localDate = localDateIn(timeZone);
  return planTasks(tenantId, members, (member) => hourRuns(member.hours).map((run) => dayRun(run, localDate)), runsOfDays);
}
