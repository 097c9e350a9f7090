import { randomUUID } from 'node:crypto';
import type { QueryOf, ResponseOf } from '@vigil/contract';
import type { Activity, getActivityAdvice, listActivities, listReadingsByHand, postActivity } from '@vigil/contract/activities.contract';
import type { NewActivity } from '@vigil/contract/activities.forms';
import { type ActivityType, longestReadingsByHandDays } from '@vigil/contract/activities.values';
import { VigilError } from '@vigil/contract/errors';
import { type Concern, mostUrgentFirst, publishedConcerns } from '@vigil/domain/activities/concern';
import type { LoggedThing } from '@vigil/domain/facts/fact';
import { memberTimeZone, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Counted, Stretch, StretchPage } from '#platform/postgres/newest-first.ts';
import type { AlertsModule } from '#services/alerts/index.ts';
import type { TicksReads, TickWriter, TypedReading } from '#services/ticks-store/index.ts';
import { isSameActivity, loggedActivity, metricsOf, photosOf, readingsOf } from './activities.rules.ts';
import type { ActivitiesQuestion, ActivitiesStore, ActivityRow } from './activities.store.ts';
import { activityOf, takenBackReason } from './activity-view.ts';
import { alarmsOn, concernsWith, givenValues, notifiedOf } from './advice.rules.ts';
import { createReadingsFollowed, type ReadingsFollowed } from './readings-followed.ts';

export interface ActivitiesService {
  list(tenantId: string, userId: string, question: QueryOf<typeof listActivities>): Promise<Activity[]>;
  /**
   * Stores what was logged, and its values as manual readings, or answers what is stored when the same was sent before. Throws
   * invalid_input for days, times and photos that cannot be, conflict for an id under which something else is stored.
   */
  log(
    tenantId: string,
    who: { userId: string; by: string },
    days: QueryOf<typeof postActivity>,
    sent: NewActivity,
  ): Promise<ResponseOf<typeof postActivity>>;
  /** Which of these values are beyond a published danger level or an urgent limit of the member's own, the most urgent first. */
  concernsOf(tenantId: string, userId: string, values: Readonly<Record<string, unknown>>): Promise<readonly Concern[]>;
  /** What a logged value calls for, and what the alert rules did about it. Throws not_found. */
  advice(tenantId: string, userId: string, id: string): Promise<ResponseOf<typeof getActivityAdvice>>;
  /** Takes an activity back with its readings; again, it changes nothing. Throws not_found. */
  takeBack(tenantId: string, who: { userId: string; by: string }, id: string, reason: string | null): Promise<Activity>;
  /** Rows for other modules, those that count, the last ones first. */
  counted(tenantId: string, question: Omit<ActivitiesQuestion, 'withTakenBack'>): Promise<ActivityRow[]>;
  /** What was logged, by when it was done, also what was taken back. */
  logged(tenantId: string, userId: string, stretch: Stretch): Promise<StretchPage<Counted<ActivityRow>>>;
  /** What was typed in by hand, and is the reading of nothing that was logged. */
  typedElsewhere(tenantId: string, userId: string, stretch: Stretch): Promise<StretchPage<Counted<TypedReading>>>;
  /** The same on the days `from` to `to` of the member, the last ones first. */
  readingsByHand(
    tenantId: string,
    userId: string,
    days: QueryOf<typeof listReadingsByHand>,
  ): Promise<ResponseOf<typeof listReadingsByHand>>;
  /** When meals, doses or workouts were logged as done, Unix seconds within [from, to). */
  loggedAt(question: { tenantId: string; userId: string; of: LoggedThing; from: number; to: number }): Promise<number[]>;
  /** Takes back those of which a reading was; answers whether there were any. */
  readonly followReadings: ReadingsFollowed;
}

const typeOfLogged: Readonly<Record<LoggedThing, ActivityType>> = {
  meals: 'LOGGING_FOOD',
  medications: 'LOGGING_MEDICATION',
  workouts: 'MOVE',
};

export interface ActivitiesServiceDeps {
  readonly store: ActivitiesStore;
  readonly people: Pick<People, 'namesOf' | 'timeZoneOf'>;
  readonly ticks: Pick<TickWriter, 'append' | 'takeBack' | 'takenBackAmong'>;
  readonly readings: Pick<TicksReads, 'readingsByHand'>;
  /** Of these paths, those that are no photo of a meal of the member's. */
  readonly unknownPhotos: (tenantId: string, userId: string, urls: readonly string[]) => Promise<readonly string[]>;
  readonly typed: AlertsModule['typed'];
  readonly clock: Clock;
}

export function createActivitiesService(deps: ActivitiesServiceDeps): ActivitiesService {
  const { store, people, ticks, clock } = deps;
  const followReadings = createReadingsFollowed(deps);

  /** What is stored once every row of it that lost a reading is taken back. Each round takes back at least one. */
  async function listed(tenantId: string, question: ActivitiesQuestion): Promise<ActivityRow[]> {
    for (;;) {
      const rows = await store.list(tenantId, question);
      if (!(await followReadings(tenantId, question.userId, rows))) return rows;
    }
  }

  async function typedElsewhere(tenantId: string, userId: string, stretch: Stretch): Promise<StretchPage<Counted<TypedReading>>> {
    const { fromMs, toMs } = stretch;
    const rows = await store.measured(tenantId, userId, fromMs, toMs);
    const without = rows.flatMap(({ activityType, at }) => metricsOf(activityType).map((metric) => ({ metric, timestampMs: at })));
    return deps.readings.readingsByHand({ ...stretch, tenantId, userId, without });
  }

  async function shown(tenantId: string, rows: readonly ActivityRow[]): Promise<Activity[]> {
    const ids = rows.flatMap(({ loggedBy, takenBackBy }) => (takenBackBy === null ? [loggedBy] : [loggedBy, takenBackBy]));
    const names = await people.namesOf(tenantId, [...new Set(ids)]);
    return rows.map((row) => activityOf(row, names));
  }
  const shownOne = async (tenantId: string, row: ActivityRow) => (await shown(tenantId, [row]))[0] as Activity;

  /** Its values as manual readings: never a device's, so that they make no band day. Again, it changes nothing. */
  async function storeReadings(tenantId: string, row: ActivityRow): Promise<void> {
    await ticks.append({
      ...{ tenantId, userId: row.userId, source: 'manual', deviceId: null, receivedAtMs: clock.now() },
      series: readingsOf(row).map(({ metric, value }) => ({
        metric,
        timestampsMs: Float64Array.of(row.at),
        values: Float64Array.of(value),
      })),
    });
    await store.noteStored(tenantId, row.id);
  }

  async function concernsOf(tenantId: string, userId: string, given: Readonly<Record<string, unknown>>): Promise<readonly Concern[]> {
    const values = givenValues(given);
    if (Object.keys(values).length === 0) return [];
    return mostUrgentFirst([...publishedConcerns(values), ...(await deps.typed.crossed(tenantId, userId, values))]);
  }
  const valuesOf = (row: ActivityRow) => Object.fromEntries(readingsOf(row).map(({ metric, value }) => [metric, value]));

  return {
    concernsOf,

    async advice(tenantId, userId, id) {
      const row = await store.one(tenantId, userId, id);
      if (!row?.isStored || row.takenBackAt !== null) throw new VigilError('not_found', 'There is no such activity.');
      const values = valuesOf(row);
      const storedAt = row.storedAt ?? row.loggedAt;
      const [known, told] = await Promise.all([
        concernsOf(tenantId, userId, values),
        deps.typed.toldAbout(tenantId, { userId, values, at: row.at, storedAt }),
      ]);
      const names = await people.namesOf(tenantId, [...new Set(told.alarms.flatMap(({ rings }) => rings.flatMap((one) => one.told)))]);
      const concerns = concernsWith(known, values, told);
      const about = { ...told, alarms: alarmsOn(told.alarms, concerns) };
      return { concerns: [...concerns], notified: notifiedOf(about, storedAt, (one) => names(one).roles) };
    },

    async list(tenantId, userId, { from = null, to = null, activityTypes = null, size, takenBack }) {
      const question = { userId, fromDate: from, toDate: to, types: activityTypes, withTakenBack: takenBack === 'true', limit: size };
      return shown(tenantId, await listed(tenantId, question));
    },

    async log(tenantId, { userId, by }, { from, to, tz }, sent) {
      const timeZone = tz ?? (await people.timeZoneOf(tenantId, userId));
      const logging = { id: sent.id ?? randomUUID(), userId, by, from, to, timeZone, nowMs: clock.now() };
      const activity = loggedActivity(sent, logging);
      const [unknown] = await deps.unknownPhotos(tenantId, userId, photosOf(activity));
      if (unknown !== undefined) throw noSuchPhoto();
      const row = await store.insert(tenantId, activity, readingsOf(activity).length === 0);
      if (row === 'day-full') throw dayFull();
      if (!isSameActivity(row, activity)) throw usedBefore();
      if (!row.isStored) await storeReadings(tenantId, row);
      return { ...(await shownOne(tenantId, row)), concerns: [...(await concernsOf(tenantId, userId, valuesOf(row)))] };
    },

    async takeBack(tenantId, { userId, by }, id, reason) {
      const row = await store.one(tenantId, userId, id);
      if (!row?.isStored) throw new VigilError('not_found', 'There is no such activity. Nothing was changed.');
      if (row.takenBackAt === null) {
        const readings = readingsOf(row).map(({ metric }) => ({ metric, timestampMs: row.at, source: 'manual' as const }));
        // The readings first: what is cut short after this is taken back by the next try, which takes them back again.
        if (readings.length > 0) await ticks.takeBack({ tenantId, userId, readings, by, reason: reason ?? takenBackReason(by, userId) });
        await store.takeBack(tenantId, id, { userId: by, atMs: clock.now(), reason });
      }
      return shownOne(tenantId, (await store.one(tenantId, userId, id)) as ActivityRow);
    },

    followReadings,
    typedElsewhere,

    async logged(tenantId, userId, stretch) {
      for (;;) {
        const page = await store.page(tenantId, userId, stretch);
        if (!(await followReadings(tenantId, userId, page.rows))) return page;
      }
    },

    async readingsByHand(tenantId, userId, { from, to, size }) {
      if (to < from || Date.parse(to) - Date.parse(from) >= longestReadingsByHandDays * 86_400_000) throw tooManyDays();
      const zone = memberTimeZone(await people.timeZoneOf(tenantId, userId));
      const startOf = (date: string, later = 0) => startOfCalendarDay(Date.parse(date) / 86_400_000 + later, zone) * 1000;
      const stretch = { fromMs: startOf(from), toMs: startOf(to, 1), behind: null, limit: size + 1 };
      const { rows } = await typedElsewhere(tenantId, userId, stretch);
      return {
        content: rows
          .slice(0, size)
          .map(({ at, receivedAtMs: receivedAt, values }) => ({ timestamp: at / 1000, receivedAt, values: [...values] })),
        complete: rows.length <= size,
      };
    },

    counted: (tenantId, question) => listed(tenantId, { ...question, withTakenBack: false }),

    async loggedAt({ tenantId, userId, of, from, to }) {
      const moments = await store.momentsDone(tenantId, { userId, type: typeOfLogged[of], fromMs: from * 1000, toMs: to * 1000 });
      return moments.map((at) => at / 1000);
    },
  };
}

const tooManyDays = () =>
  new VigilError('invalid_input', `to: has to be the day of from or a later one, ${longestReadingsByHandDays} days at most.`, {
    fields: [{ field: 'to', message: `From the day of from on, ${longestReadingsByHandDays} days at most` }],
  });
const noSuchPhoto = () =>
  new VigilError('invalid_input', 'There is no such photo of this member’s. Nothing was stored; upload it first.', {
    fields: [{ field: 'activityDetails.imageUrl', message: 'No photo of a meal of this member’s' }],
  });
const dayFull = () =>
  new VigilError('conflict', 'This day has as many entries as a day can have. Nothing was stored; remove what was logged by mistake.');
const usedBefore = () =>
  new VigilError('conflict', 'An activity was stored before under this id, with something else in it. It stays as it is; send a new id.');
