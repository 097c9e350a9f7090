import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { isTicksOutage } from '#platform/ticks/failures.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';

/** Whose course of which metric, and over how long a rule looked at it (a timeframe string). */
export interface CourseAsked {
  readonly userId: string;
  readonly metric: MetricId;
  readonly timeframe: string | null;
  readonly timeZone: string;
}

export interface Course {
  readonly values: readonly (number | null)[];
  readonly stepSeconds: number;
}

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
const hours = 24;
/** Of what is known once a night, or was looked at over days. */
const days = 14;

/** Who needs somebody is known without any course: while the ticks store is away, each that was asked for is `unavailable`. */
export async function readCoursesIfPossible(
  ...question: Parameters<typeof readCourses>
): Promise<ReadonlyMap<string, Course | 'unavailable'>> {
  try {
    return await readCourses(...question);
  } catch (error) {
    if (!isTicksOutage(error)) throw error;
    const [, , asked] = question;
    return new Map(asked.map(({ userId }) => [userId, 'unavailable']));
  }
}

/** Last hours of each member's metric, or last days where an hour says too little: one question of each kind for all of them. */
async function readCourses(
  ticks: Pick<TicksReads, 'recentDays' | 'recentHours'>,
  tenantId: string,
  asked: readonly CourseAsked[],
  nowSeconds: number,
): Promise<ReadonlyMap<string, Course>> {
  const daily = asked.filter(isDaily);
  const hourly = asked.filter((one) => !isDaily(one));
  const firstHour = (Math.floor(nowSeconds / hourSeconds) - hours + 1) * hourSeconds;
  const who = (some: readonly CourseAsked[]) => ({
    userIds: some.map(({ userId }) => userId),
    metrics: [...new Set(some.map(({ metric }) => metric))],
  });
  const [ofDays, ofHours] = await Promise.all([
    daily.length === 0 ? null : ticks.recentDays({ tenantId, ...who(daily), fromDay: Math.floor(nowSeconds / daySeconds) - days - 1 }),
    hourly.length === 0 ? null : ticks.recentHours({ tenantId, ...who(hourly), fromSeconds: firstHour }),
  ]);
  return new Map(
    asked.map((one) => {
      const found = isDaily(one)
        ? steps(
            (ofDays?.get(one.userId)?.get(one.metric) ?? []).map(({ day, mean }) => [day, mean]),
            calendarDay(nowSeconds, one.timeZone) - days + 1,
            days,
            1,
          )
        : steps(
            (ofHours?.get(one.userId)?.get(one.metric) ?? []).map(({ hour, mean }) => [hour, mean]),
            firstHour,
            hours,
            hourSeconds,
          );
      return [one.userId, { values: found, stepSeconds: isDaily(one) ? daySeconds : hourSeconds }];
    }),
  );
}

function isDaily({ metric, timeframe }: CourseAsked): boolean {
  const length = (timeframe && parseTimeframe(timeframe)?.lengthSeconds) || 0;
  return length > daySeconds || catalogue[metric].staleAfterSeconds > daySeconds;
}

function steps(known: readonly (readonly [at: number, mean: number])[], first: number, count: number, step: number): (number | null)[] {
  const means = new Map(known);
  return Array.from({ length: count }, (_, index) => means.get(first + index * step) ?? null);
}
