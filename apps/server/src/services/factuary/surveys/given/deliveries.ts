import { randomUUID } from 'node:crypto';
import { mostDeliveriesAtOnce } from '@vigil/contract/factuary-surveys.values';
import { deliveriesBetween, isLastAgain } from '@vigil/domain/surveys/schedule';
import { dayOf } from '@vigil/domain/timeframe/zone';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { liveVersion } from '../survey-versions.store.ts';
import { expireOvertaken, givenAmong, insertGiven, intakesFor, lastDue, schedulesOf } from './given.store.ts';
import { type ProgramsOfSurveys, surveysOfPrograms } from './of-programs.ts';

export interface DeliveriesDeps {
  readonly database: Database;
  readonly people: Pick<People, 'accounts' | 'timeZoneOf'>;
  readonly clock: Clock;
  readonly programs: Pick<ProgramsOfSurveys, 'delivered' | 'hold'>;
}

/**
 * Delivers to a member what is due: by the schedules, at their moments in the member's own zone, and the intake surveys to whoever
 * arrived since they are live, and what steps of programs have left out. A delivery has the moment of its schedule whenever it is looked at, so nothing has to run at that
 * moment; looked at twice it is made once. Whoever is on hold, or has left, is given nothing.
 */
export function createDeliveries({ database, people, clock, programs }: DeliveriesDeps) {
  return async function deliver(tenantId: string, userId: string): Promise<void> {
    const user = await people.accounts.user(tenantId, userId);
    if (!user || user.isInTheTenant === false || user.isOnHold || user.removedAt !== null) return;
    const zone = await people.timeZoneOf(tenantId, userId);
    const nowMs = clock.now();
    await database.tenant(tenantId, async (sql) => {
      for (const { surveyId, version } of await intakesFor(sql, tenantId, userId, user.onboardedAt ?? user.createdAt))
        await insertGiven(sql, tenantId, {
          ...{ id: randomUUID(), userId, surveyId, version, origin: 'intake', by: null },
          ...{ createdAtMs: nowMs, deliveredAtMs: nowMs },
        });
      await deliverSchedules(sql, { tenantId, userId, zone, nowMs });
      await giveLeftOut(sql, programs, tenantId, userId);
    });
  };
}

/** Steps of programs whose survey was not given with them, as of a time when programs gave none. The step is held first, as everywhere. */
async function giveLeftOut(sql: Sql, programs: DeliveriesDeps['programs'], tenantId: string, userId: string): Promise<void> {
  const idsOf = (steps: readonly { readonly id: string }[]) => steps.map(({ id }) => id);
  const delivered = idsOf(await programs.delivered(sql, tenantId, userId));
  const given = await givenAmong(sql, tenantId, delivered);
  const leftOut = new Set(delivered.filter((id) => !given.has(id)));
  if (leftOut.size === 0) return;
  for (const id of leftOut) await programs.hold(sql, tenantId, userId, id);
  for (const step of await programs.delivered(sql, tenantId, userId))
    if (leftOut.has(step.id)) await surveysOfPrograms.give(sql, tenantId, step);
}

interface For {
  readonly tenantId: string;
  readonly userId: string;
  readonly zone: string;
  readonly nowMs: number;
}

async function deliverSchedules(sql: Sql, { tenantId, userId, zone, nowMs }: For): Promise<void> {
  const running = (await schedulesOf(sql, tenantId, userId)).filter(({ endedAt }) => endedAt === null);
  const last = await lastDue(sql, tenantId, userId);
  for (const { id, surveyId, schedule, createdAt } of running) {
    // A time of the day on which it was given that is over by then is delivered at once.
    const made = last.get(id);
    const since = made ?? dayOf(createdAt / 1000, zone)[0] * 1000 - 1;
    const span = { afterSeconds: since / 1000, untilSeconds: nowMs / 1000, most: mostDeliveriesAtOnce };
    const due = deliveriesBetween(schedule, zone, span).filter((at) => made === undefined || !isLastAgain(schedule, zone, made / 1000, at));
    const version = due.length > 0 ? await liveVersion(sql, tenantId, surveyId, nowMs) : undefined;
    if (!version) continue;
    for (const at of due)
      await insertGiven(sql, tenantId, {
        ...{ id: randomUUID(), userId, surveyId, version: version.version, origin: 'schedule', by: null, scheduleId: id },
        ...{ dueAtMs: at * 1000, createdAtMs: nowMs, deliveredAtMs: Math.max(at * 1000, createdAt) },
      });
    await expireOvertaken(sql, tenantId, id);
  }
}
