import { isDeepStrictEqual } from 'node:util';
import type { NewActivity } from '@vigil/contract/activities.forms';
import { type DayPart, longestActivityDays } from '@vigil/contract/activities.values';
import { VigilError } from '@vigil/contract/errors';
import { defaultMealTimes, defaultMealType, mealTypeOf } from '@vigil/domain/activities/meals';
import type { TypedMetric } from '@vigil/domain/activities/measures';
import { dayPartTimes, timeOfDay24 } from '@vigil/domain/activities/time-of-day';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { allowedClockSkewSeconds, earliestTimestampSeconds } from '@vigil/domain/metrics/catalogue';
import { momentOfWallTime } from '@vigil/domain/timeframe/wall-time';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { ActivityDetails, ActivityPart, LoggedActivity } from './activities.store.ts';

/** For whom, by whom, for which days, and when it arrived. */
export interface Logging {
  readonly id: string;
  readonly userId: string;
  readonly by: string;
  /** yyyy-MM-dd; today where it is not said. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** Metrics that activities bring, by the name of their value. */
const measured: readonly TypedMetric[] = ['weight', 'systolic', 'diastolic', 'glucose'];

/** Types whose value becomes a reading, with what they measure. */
const measuredBy: Partial<Record<NewActivity['activityType'], readonly TypedMetric[]>> = {
  LOGGING_WEIGHT: ['weight'],
  LOGGING_BLOOD_PRESSURE: ['systolic', 'diastolic'],
  LOGGING_GLUCOSE: ['glucose'],
};

/** What an activity of a type measures. */
export const metricsOf = (type: LoggedActivity['activityType']): readonly TypedMetric[] => measuredBy[type] ?? [];

/** The readings of an activity: metric and value in the metric's unit. None for what measures nothing. */
export function readingsOf({ activityType, details }: Pick<LoggedActivity, 'activityType' | 'details'>) {
  return metricsOf(activityType).flatMap((metric) => {
    const value = details[metric];
    return value === undefined ? [] : [{ metric, value }];
  });
}

/** What is stored of what was sent. Throws invalid_input, naming the field, for days and times that cannot be. */
export function loggedActivity(sent: NewActivity, { id, userId, by, from, to, timeZone, nowMs }: Logging): LoggedActivity {
  const today = dateOfDay(calendarDay(nowMs / 1000, timeZone));
  const fromDate = from ?? today;
  const toDate = to ?? fromDate;
  if (toDate < fromDate) throw refused('to', 'Has to be the day `from` or a later one');
  if ((Date.parse(toDate) - Date.parse(fromDate)) / 86_400_000 > longestActivityDays)
    throw refused('to', `An activity reaches over at most ${longestActivityDays} days`);
  const isMeasured = measuredBy[sent.activityType] !== undefined;
  const timeOfDay = timeOf(sent.when?.time);
  const dayPart = sent.when?.dayPart ?? null;
  const at = momentOf(sent, { fromDate, isToday: fromDate === today, timeOfDay, dayPart, timeZone, nowMs });
  if (at > nowMs + allowedClockSkewSeconds * 1000)
    throw refused(fromDate > today ? 'from' : 'when.time', 'This is still to come; only what was done can be logged');
  if (at < earliestTimestampSeconds * 1000) throw refused('from', 'Lies before the year 2000');
  return {
    ...{ id, userId, fromDate, toDate, at, timeZone, dayPart, timeOfDay },
    activityType: sent.activityType,
    status: isMeasured ? 'DONE' : (sent.status ?? 'DONE'),
    contentType: sent.contentType ?? 'ACTIVITY',
    title: sent.title ?? null,
    subtitle: sent.subtitle ?? null,
    description: sent.description ?? null,
    frequency: sent.schedule?.frequency ?? null,
    details: detailsOf(sent),
    parts: (sent.activities ?? []).map(partOf),
    loggedBy: by,
    loggedAt: nowMs,
  };
}

const same = [
  ...(['userId', 'loggedBy', 'activityType', 'status', 'contentType', 'title', 'subtitle', 'description'] as const),
  ...(['frequency', 'dayPart', 'timeOfDay', 'details', 'parts'] as const),
];

/**
 * Whether what is stored is what was sent, so that sending it again is answered as the first time was. The moment is left out:
 * where none was said it is that of the first time.
 */
export const isSameActivity = (stored: LoggedActivity, sent: LoggedActivity): boolean =>
  same.every((key) => isDeepStrictEqual(stored[key], sent[key]));

/** Paths of the photos that an activity names. */
export const photosOf = ({ details, parts }: Pick<LoggedActivity, 'details' | 'parts'>): string[] =>
  [details.imageUrl, ...parts.map(({ imageUrl }) => imageUrl)].filter((url) => typeof url === 'string');

function momentOf(
  sent: NewActivity,
  day: { fromDate: string; isToday: boolean; timeOfDay: string | null; dayPart: DayPart | null; timeZone: string; nowMs: number },
): number {
  const { fromDate, isToday, timeOfDay, dayPart, timeZone, nowMs } = day;
  const onDay = (time: string) => momentOfWallTime(fromDate, time, timeZone) * 1000;
  if (timeOfDay !== null) return onDay(timeOfDay);
  if (dayPart !== null) return onDay(dayPartTimes[dayPart]);
  if (sent.activityType !== 'LOGGING_FOOD') return isToday ? nowMs : onDay(dayPartTimes.NOON);
  const meal = onDay(defaultMealTimes[mealTypeOf(sent.activityDetails?.mealType) ?? defaultMealType]);
  // A meal that is logged before its usual time was eaten before it.
  return isToday ? Math.min(meal, nowMs) : meal;
}

const timeOf = (text: string | null | undefined): string | null => (typeof text === 'string' ? timeOfDay24(text) : null);

function detailsOf(sent: NewActivity): ActivityDetails {
  const { activityType, activityDetails } = sent;
  const own: readonly string[] = measuredBy[activityType] ?? [];
  const given = Object.entries(activityDetails ?? {}).filter(([key, value]) => {
    if (value === null || value === undefined || key === 'mealType') return false;
    // A value of another type would be in the list and in no chart.
    return own.includes(key) || !(measured as readonly string[]).includes(key);
  });
  const mealType = activityType === 'LOGGING_FOOD' ? mealTypeOf(activityDetails?.mealType) : null;
  return { ...Object.fromEntries(given), ...(mealType && { mealType }) };
}

const partOf = ({ title, description, when, activityDetails }: NonNullable<NewActivity['activities']>[number]): ActivityPart => ({
  title: title ?? null,
  description: description ?? null,
  dayPart: when?.dayPart ?? null,
  time: timeOf(when?.time),
  imageUrl: activityDetails?.imageUrl ?? null,
});

const refused = (field: string, message: string) =>
  new VigilError('invalid_input', `${field}: ${message}. Nothing was stored.`, { fields: [{ field, message }] });
