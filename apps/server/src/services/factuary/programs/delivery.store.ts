import { deliveryMoment, expiryMoment, firstDeliveryDay } from '@vigil/domain/programs/delivery';
import type { StepType } from '@vigil/domain/programs/life-cycles';
import { isTimeZone, memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { SurveysOfPrograms } from '../surveys/index.ts';
import { settleRuns } from './runs.store.ts';

interface DueRow {
  readonly id: string;
  readonly userId: string;
  readonly surveyId: string | null;
  /** yyyy-MM-dd. */
  readonly dueDay: string;
  readonly expiresAfterDays: number | null;
  readonly timeZone: string | null;
  /** On hold, or no longer in the tenant. */
  readonly waits: boolean;
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: number;
}

/** Items that one transaction takes: short enough that nobody waits for it. */
const itemsAtOnce = 200;
/** Due items that are looked at to find the tenants in which there is work. */
const itemsLookedAt = 5_000;
const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const zoneOf = (own: string | null) => memberTimeZone(own !== null && isTimeZone(own) ? own : null);

/**
 * Delivers and expires what is due by the database's clock. Each item is taken by one process, within the transaction that changes
 * it: whatever is cut short is due as before, and nothing is delivered twice.
 */
export function createDeliveryStore(database: Database, surveys: SurveysOfPrograms) {
  /** Whether what a step brings is there: of a survey, that it is live. */
  const isGiven = async (sql: Sql, tenantId: string, { id, userId, surveyId, now }: DueRow) =>
    surveyId === null || (await surveys.give(sql, tenantId, { id, userId, surveyId, atMs: now }));

  return {
    /** Tenants in which something is due. */
    tenantsWithWork: async () => {
      const rows = await database.ask<{ tenantId: string }>('select tenant_id from vigil.tenants_with_program_work($1)', [itemsLookedAt]);
      return rows.map(({ tenantId }) => tenantId);
    },

    /** Delivers some of what is due; answers how many items were taken: 0 when none is left that nobody else has. */
    deliver: (tenantId: string) =>
      database.tenant(tenantId, async (sql) => {
        const due = await takeDue(sql, tenantId);
        const outcomes: Outcome[] = [];
        for (const row of due) {
          const outcome = outcomeOf(row);
          outcomes.push(outcome.delivered && !(await isGiven(sql, tenantId, row)) ? put(row, nextMorning(row)) : outcome);
        }
        await write(sql, tenantId, outcomes);
        return due.length;
      }),

    /** Expires some of what has not been taken up in time; answers how many. */
    expire: (tenantId: string) =>
      database.tenant(tenantId, async (sql) => {
        const expired = await sql.query<{ id: string; type: StepType; memberProgramId: string }>(
          `with due as (
             select id from vigil.program_items
             where tenant_id = $1 and status in ('delivered', 'opted') and withdrawn_at is null and expires_at <= now()
             order by expires_at limit ${itemsAtOnce} for update skip locked
           )
           update vigil.program_items i set status = 'expired', expired_at = now() from due
           where i.tenant_id = $1 and i.id = due.id returning i.id, i.type, i.member_program_id`,
          [tenantId],
        );
        await surveys.end(
          sql,
          tenantId,
          expired.filter(({ type }) => type === 'survey').map(({ id }) => id),
        );
        await settleRuns(
          sql,
          tenantId,
          expired.map(({ memberProgramId }) => memberProgramId),
        );
        return expired.length;
      }),

    /** The member lives by the clocks of this zone now: what is still to be delivered comes at 09:00 there. */
    moveTo: (tenantId: string, userId: string, zone: string) =>
      database.tenant(tenantId, async (sql) => {
        const waiting = await sql.query<{ id: string; dueDay: string }>(
          `select i.id, i.due_day::text as due_day from vigil.program_items i
           join vigil.member_programs r on r.tenant_id = $1 and r.id = i.member_program_id
           where i.tenant_id = $1 and i.user_id = $2 and i.status = 'created' and i.withdrawn_at is null and r.time_zone <> $3
           order by i.id for update of i`,
          [tenantId, userId, zone],
        );
        await sql.query(
          `update vigil.member_programs set time_zone = $3
           where tenant_id = $1 and user_id = $2 and status = 'active' and time_zone <> $3`,
          [tenantId, userId, zone],
        );
        await write(
          sql,
          tenantId,
          waiting.map(({ id, dueDay }) => ({ id, dueAt: deliveryMoment(dayOf(dueDay), zone), expiresAt: null, delivered: false })),
        );
      }),
  };
}
export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

const takeDue = (sql: Sql, tenantId: string) =>
  sql.query<DueRow>(
    `select i.id, i.user_id, i.survey_id, i.due_day::text as due_day, i.expires_after_days, u.time_zone, now() as now,
       u.is_on_hold or u.is_in_the_tenant is false or u.removed_at is not null or u.deactivated_at is not null as waits
     from vigil.program_items i
     join vigil.users u on u.tenant_id = $1 and u.id = i.user_id
     where i.tenant_id = $1 and i.status = 'created' and i.withdrawn_at is null and i.due_at <= now()
     order by i.due_at limit ${itemsAtOnce} for update of i skip locked`,
    [tenantId],
  );

interface Outcome {
  readonly id: string;
  /** Unix seconds. */
  readonly dueAt: number | null;
  readonly expiresAt: number | null;
  readonly delivered: boolean;
}

const put = ({ id }: Pick<DueRow, 'id'>, dueAt: number): Outcome => ({ id, dueAt, expiresAt: null, delivered: false });

function nextMorning({ timeZone, now }: DueRow): number {
  const zone = zoneOf(timeZone);
  return deliveryMoment(firstDeliveryDay(now / 1000 + 1, zone), zone);
}

/** Delivered now; or later, where it is not 09:00 yet in the zone that the member has moved to, or nothing is to reach them now. */
function outcomeOf(row: DueRow): Outcome {
  const { id, dueDay, expiresAfterDays, timeZone, waits, now } = row;
  const zone = zoneOf(timeZone);
  const nowSeconds = now / 1000;
  if (waits) return put(row, nextMorning(row));
  const moment = deliveryMoment(dayOf(dueDay), zone);
  if (moment > nowSeconds) return put(row, moment);
  return { id, dueAt: null, expiresAt: expiryMoment(nowSeconds, expiresAfterDays, zone), delivered: true };
}

async function write(sql: Sql, tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await sql.query(
    `update vigil.program_items i set
       status = case when one.delivered then 'delivered' else i.status end,
       delivered_at = case when one.delivered then now() end,
       due_at = coalesce(to_timestamp(one."dueAt"), i.due_at),
       expires_at = to_timestamp(one."expiresAt")
     from jsonb_to_recordset($2) as one (id uuid, "dueAt" float8, "expiresAt" float8, delivered boolean)
     where i.tenant_id = $1 and i.id = one.id`,
    [tenantId, JSON.stringify(outcomes)],
  );
}
