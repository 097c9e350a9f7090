import { useQueries } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import { calendarDay, memberTimeZone, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { useMemo } from 'react';
import type { TimeSpan } from '#charts/series.ts';
import { accountQuery } from '#lib/member.ts';
import { useNow } from '#lib/now.ts';
import { activitiesQuery, complianceQuery, factsQuery } from './api/ask-summary.ts';

/** Days that activities are counted over, at most (specification: activity window min(age + 1, 28)); medications too. */
export const activityDays = 28;

const parts = ['account', 'facts', 'compliance', 'activities'] as const;

/** A part of the page that failed, and why. */
export interface FailedPart {
  readonly part: (typeof parts)[number];
  readonly error: Error;
}

/**
 * The four calls that the page is nothing without: it fails when any of them does, with all that failed (specification, error
 * catalogue). Null while one of them is under way.
 */
export function useSummary(memberId: string) {
  const now = useNow() / 1000;
  /** For what is asked and drawn. Ages are told by `now`: a reading of this minute is no clock ahead. */
  const minute = Math.floor(now / 60) * 60;
  const account = accountQuery(memberId);
  const results = useQueries({
    queries: [account, factsQuery(memberId), complianceQuery(memberId), activitiesQuery(memberId, ...daysLogged(minute))],
  });
  const [who, facts, compliance, activities] = results;
  const failed = results.flatMap(({ error, data }, index): FailedPart[] =>
    error && data === undefined ? [{ part: parts[index] ?? 'account', error }] : [],
  );
  const refused = failed.some(({ error }) => error instanceof ApiError && error.code === 'no_access_to_user');
  const ready =
    who.data && facts.data && compliance.data && activities.data
      ? { account: who.data, facts: facts.data, compliance: compliance.data, activities: activities.data }
      : null;
  const retry = () => results.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch());
  return { now, minute, failed, refused, ready, retry };
}

export type Summary = NonNullable<ReturnType<typeof useSummary>['ready']>;

/** Asked in the zone that is right for most, where a day more or less at the far end shows nothing: the first and the last day that what was logged is asked for, at a moment in Unix seconds. */
export const daysLogged = (now: number): [from: string, to: string] => [dayBefore(now, activityDays), dayBefore(now, -1)];

/** MM-dd-yyyy, as activities take their days. */
function dayBefore(nowSeconds: number, days: number): string {
  const [year, month, day] = new Date((nowSeconds - days * 86_400) * 1000).toISOString().slice(0, 10).split('-');
  return `${month}-${day}-${year}`;
}

/** The stretches that the charts show, each up to the end of today but for the last 24 hours. */
export interface SummarySpans {
  readonly day: TimeSpan;
  readonly month: TimeSpan;
  readonly quarter: TimeSpan;
}

/** A month is 30 days; three months are thirteen whole weeks, so that each bar is of a week. */
const monthDays = 30;
export const quarterDays = 91;
const quarterHour = 900;

export function useSpans(timezone: string, now: number): SummarySpans {
  const zone = memberTimeZone(timezone);
  const today = calendarDay(now, zone);
  const dayEnds = Math.ceil((now + 1) / quarterHour) * quarterHour;
  return useMemo(() => {
    const to = startOfCalendarDay(today + 1, zone);
    return {
      day: { from: dayEnds - 86_400, to: dayEnds },
      month: { from: startOfCalendarDay(today + 1 - monthDays, zone), to },
      quarter: { from: startOfCalendarDay(today + 1 - quarterDays, zone), to },
    };
  }, [zone, today, dayEnds]);
}
