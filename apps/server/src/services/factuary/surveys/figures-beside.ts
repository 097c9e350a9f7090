import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { People } from '#people/index.ts';
import type { Facts } from '#services/events-processor/index.ts';
import type { FiguresOver } from './baseline/baseline.service.ts';

/**
 * Sleep and steps beside a score, out of the facts of days: their mean over the days on which they are known. The days are whole ones
 * of the member's calendar, up to the one on which the stretch ends: a part of a day would count as a day of few steps.
 */
export function figuresFrom(facts: Pick<Facts, 'overTime'>, people: Pick<People, 'timeZoneOf'>): FiguresOver {
  return async ({ tenantId, userId }, from, to) => {
    const timeZone = await people.timeZoneOf(tenantId, userId);
    const wholeDay = (at: number) => startOfCalendarDay(calendarDay(at, timeZone), timeZone);
    const about = { tenantId, userId, timeZone, from: wholeDay(from), to: wholeDay(to), granularity: 'DAILY' } as const;
    const days = await facts.overTime({ ...about, facts: ['sleep_efficiency_mean', 'steps_sum'] });
    const mean = (fact: string) => {
      const known = days.flatMap(({ data }) => data[fact] ?? []);
      return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
    };
    return { sleep_score: mean('sleep_efficiency_mean'), steps: mean('steps_sum') };
  };
}
