import type { ActivityStatus, ActivityType, DayPart, MealType, MedicationFrequency } from '@vigil/contract/activities.values';
import { mostActivitiesADay } from '@vigil/contract/activities.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

export interface ActivityDetails {
  /** Kilograms. */
  readonly weight?: number;
  /** mmHg. */
  readonly systolic?: number;
  readonly diastolic?: number;
  /** mg/dL. */
  readonly glucose?: number;
  readonly imageUrl?: string;
  readonly mealType?: MealType;
  readonly durationMinutes?: number;
}

export interface ActivityPart {
  readonly title: string | null;
  readonly description: string | null;
  readonly dayPart: DayPart | null;
  /** HH:mm. */
  readonly time: string | null;
  readonly imageUrl: string | null;
}

/** What was logged. Times in milliseconds since 1970, dates yyyy-MM-dd. */
export interface LoggedActivity {
  readonly id: string;
  readonly userId: string;
  readonly activityType: ActivityType;
  readonly status: ActivityStatus;
  readonly contentType: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly at: number;
  readonly timeZone: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly description: string | null;
  readonly frequency: MedicationFrequency | null;
  readonly dayPart: DayPart | null;
  /** HH:mm. */
  readonly timeOfDay: string | null;
  readonly details: ActivityDetails;
  readonly parts: readonly ActivityPart[];
  readonly loggedBy: string;
  readonly loggedAt: number;
}

export interface ActivityRow extends LoggedActivity {
  /** False while its readings are on their way to the ticks store. */
  readonly isStored: boolean;
  /** Since when its readings are in the ticks store, by the database's clock; null for what measures nothing. */
  readonly storedAt: number | null;
  readonly takenBackBy: string | null;
  readonly takenBackAt: number | null;
  readonly takenBackReason: string | null;
}

export interface ActivitiesQuestion {
  readonly userId: string;
  /** Inclusive, yyyy-MM-dd; null for no end to that side. */
  readonly fromDate: string | null;
  readonly toDate: string | null;
  readonly types: readonly ActivityType[] | null;
  readonly withTakenBack: boolean;
  readonly limit: number;
}

export interface MomentsQuestion {
  readonly userId: string;
  readonly type: ActivityType;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ActivitiesStore {
  /** The last ones first. */
  list(tenantId: string, question: ActivitiesQuestion): Promise<ActivityRow[]>;
  /** By when they were done, those that were taken back as well. */
  page(tenantId: string, userId: string, stretch: Stretch): Promise<StretchPage<Counted<ActivityRow>>>;
  /** Those that measure something, done within [fromMs, toMs). */
  measured(tenantId: string, userId: string, fromMs: number, toMs: number): Promise<Pick<ActivityRow, 'activityType' | 'at'>[]>;
  one(tenantId: string, userId: string, id: string): Promise<ActivityRow | undefined>;
  /** When activities of this type were done and count, within [fromMs, toMs); the first ones first. */
  momentsDone(tenantId: string, question: MomentsQuestion): Promise<number[]>;
  /**
   * Stores an activity, unless there is one with its id; answers what is stored under the id now. Where its type has one at its
   * moment already it is put a second later. `day-full` when the day has as many as a day can have; then nothing was stored.
   */
  insert(tenantId: string, activity: LoggedActivity, isStored: boolean): Promise<ActivityRow | 'day-full'>;
  /** Its readings are in the ticks store. */
  noteStored(tenantId: string, id: string): Promise<void>;
  takeBack(
    tenantId: string,
    id: string,
    by: { readonly userId: string; readonly atMs: number; readonly reason: string | null },
  ): Promise<void>;
}

const measuredTypes: readonly ActivityType[] = ['LOGGING_WEIGHT', 'LOGGING_BLOOD_PRESSURE', 'LOGGING_GLUCOSE'];

/** Seconds of a minute: so many of a type can be logged for one time of day. */
const mostAtOneTime = 60;

const columns = `id, user_id, activity_type, status, content_type, from_date::text as from_date, to_date::text as to_date, at, time_zone,
  title, subtitle, description, frequency, day_part, time_of_day, details, parts, logged_by, logged_at, is_stored, stored_at,
  taken_back_by, taken_back_at, taken_back_reason`;

export function createActivitiesStore(database: Database): ActivitiesStore {
  return {
    list: (tenantId, question) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ActivityRow>(
          `select ${columns} from vigil.activities
           where tenant_id = $1 and user_id = $2 and is_stored and ($6 or taken_back_at is null)
             and ($3::date is null or to_date >= $3) and ($4::date is null or from_date <= $4)
             and ($5::text[] is null or activity_type = any($5))
           order by at desc, id limit $7`,
          [...[tenantId, question.userId, question.fromDate, question.toDate, question.types], ...[question.withTakenBack, question.limit]],
        ),
      ),

    page: (tenantId, userId, stretch) =>
      database.tenant(tenantId, async (sql) => {
        const asked = newestFirst(
          `select ${columns}, id::text as key from vigil.activities
           where tenant_id = $1 and at >= $2 and at < $3 and user_id = $4 and is_stored`,
          stretch,
          [userId],
        );
        return pageOf(await sql.query<Counted<ActivityRow>>(asked.statement, asked.valuesFor(tenantId)));
      }),

    measured: (tenantId, userId, fromMs, toMs) =>
      database.tenant(tenantId, (sql) =>
        sql.query<Pick<ActivityRow, 'activityType' | 'at'>>(
          `select activity_type, at from vigil.activities
           where tenant_id = $1 and user_id = $2 and at >= $3 and at < $4 and activity_type = any($5)`,
          [tenantId, userId, new Date(fromMs), new Date(toMs), measuredTypes],
        ),
      ),

    one: (tenantId, userId, id) => database.tenant(tenantId, (sql) => readOne(sql, tenantId, id, userId)),

    momentsDone: (tenantId, { userId, type, fromMs, toMs }) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<{ at: number }>(
          `select at from vigil.activities
           where tenant_id = $1 and user_id = $2 and is_stored and taken_back_at is null and status = 'DONE'
             and activity_type = $3 and at >= $4 and at < $5
           order by at`,
          [tenantId, userId, type, new Date(fromMs), new Date(toMs)],
        );
        return rows.map(({ at }) => at);
      }),

    insert: (tenantId, activity, isStored) =>
      database.tenant(tenantId, async (sql) => {
        // Of two at a time the second sees the first.
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`vigil.activities ${activity.userId}`]);
        const before = await readOne(sql, tenantId, activity.id);
        if (before) return before;
        const at = await freeMoment(sql, tenantId, activity);
        if (at === null) return 'day-full';
        await insertRow(sql, tenantId, { ...activity, at }, isStored);
        return (await readOne(sql, tenantId, activity.id)) as ActivityRow;
      }),

    noteStored: (tenantId, id) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query('update vigil.activities set is_stored = true, stored_at = clock_timestamp() where tenant_id = $1 and id = $2', [
          tenantId,
          id,
        ]);
      }),

    takeBack: (tenantId, id, { userId, atMs, reason }) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query(
          `update vigil.activities set taken_back_by = $3, taken_back_at = $4, taken_back_reason = $5
           where tenant_id = $1 and id = $2 and taken_back_at is null`,
          [tenantId, id, userId, new Date(atMs), reason],
        );
      }),
  };
}

async function readOne(sql: Sql, tenantId: string, id: string, userId: string | null = null): Promise<ActivityRow | undefined> {
  const [row] = await sql.query<ActivityRow>(
    `select ${columns} from vigil.activities where tenant_id = $1 and id = $2 and ($3::uuid is null or user_id = $3)`,
    [tenantId, id, userId],
  );
  return row;
}

/**
 * The moment of the activity or the first second after it at which the member has none of the type; null where there is none, or
 * the day is full. Readings are told apart by their moment: two weights of one minute would otherwise be one that was corrected,
 * and one that was taken back would take the other along.
 */
async function freeMoment(sql: Sql, tenantId: string, { userId, activityType, fromDate, at }: LoggedActivity): Promise<number | null> {
  const [found] = await sql.query<{ later: number | null; onDay: number }>(
    `select (
       select min(later) from generate_series(0, ${mostAtOneTime - 1}) as later
       where not exists (select from vigil.activities where tenant_id = $1 and user_id = $2 and activity_type = $3
         and at = $4::timestamptz + later * interval '1 second')
     ) as later,
     (select count(*)::int from vigil.activities where tenant_id = $1 and user_id = $2 and from_date = $5) as on_day`,
    [tenantId, userId, activityType, new Date(at), fromDate],
  );
  if (!found || found.later === null || found.onDay >= mostActivitiesADay) return null;
  return at + found.later * 1_000;
}

async function insertRow(sql: Sql, tenantId: string, activity: LoggedActivity, isStored: boolean): Promise<void> {
  const { id, userId, activityType, status, contentType, fromDate, toDate, at, timeZone } = activity;
  const { title, subtitle, description, frequency, dayPart, timeOfDay, details, parts, loggedBy, loggedAt } = activity;
  await sql.query(
    `insert into vigil.activities (tenant_id, id, user_id, activity_type, status, content_type, from_date, to_date, at, time_zone,
       title, subtitle, description, frequency, day_part, time_of_day, details, parts, logged_by, logged_at, is_stored)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      ...[tenantId, id, userId, activityType, status, contentType, fromDate, toDate, new Date(at), timeZone],
      ...[title, subtitle, description, frequency, dayPart, timeOfDay, JSON.stringify(details), JSON.stringify(parts)],
      ...[loggedBy, new Date(loggedAt), isStored],
    ],
  );
}
