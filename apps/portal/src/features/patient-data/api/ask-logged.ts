import { activities } from '@vigil/contract';
import { activitiesOfAnswer } from '@vigil/contract/activities.values';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { TimeSpan } from '#charts/series.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';

/** As many as one answer holds, thirteen a day of a year; the last ones come first. */
const most = activitiesOfAnswer.most;

/** Meals, medications and workouts that were logged on the days of a span. Whoever asks shows the failure. */
export const loggedQuery = (userId: string, span: TimeSpan, zone: string) =>
  endpointQuery(
    activities.listActivities,
    {
      params: { userId },
      query: {
        ...{ from: dayOf(span.from, zone), to: dayOf(span.to - 1, zone), size: most },
        activityTypes: 'LOGGING_FOOD,LOGGING_MEDICATION,MOVE',
      },
    },
    { quiet: true },
  );

/** The member's day of a moment, MM-dd-yyyy as activities take their days. */
function dayOf(seconds: number, zone: string): string {
  const date = dateOfDay(calendarDay(seconds, zone));
  return `${date.slice(5)}-${date.slice(0, 4)}`;
}
