import { calendarDay, startOfCalendarDay } from '../timeframe/zone.ts';

/*
 * How far back a member's compliance is looked at (specification, business constants: "Account age defaults to 30 days when
 * unknown; seconds divided by 86400, rounded up. Activity window min(age+1, 28) days; compliance window min(age+1, 7) days").
 */

/** Age of an account of which nobody knows when it was made, in days. */
export const unknownAccountAgeDays = 30;

/** Longest window of activities, in days. It is the specification's "compliance fetch size" as well. */
export const longestActivityWindowDays = 28;

/** Longest window of compliance, in days. */
export const longestComplianceWindowDays = 7;

const daySeconds = 86_400;

/** Age of an account in days, begun ones counted whole; one that was made by a clock ahead of ours is of today. Unix seconds. */
export function accountAgeDays(createdSeconds: number | null, nowSeconds: number): number {
  if (createdSeconds === null || !Number.isFinite(createdSeconds)) return unknownAccountAgeDays;
  return Math.max(0, Math.ceil((nowSeconds - createdSeconds) / daySeconds));
}

/** Days of which activities are shown: as many as the account is old and the one under way, 28 at most. */
export const activityWindowDays = (ageDays: number): number => Math.min(ageDays + 1, longestActivityWindowDays);

/** Days over which compliance is counted: as many as the account is old and the one under way, 7 at most. */
export const complianceWindowDays = (ageDays: number): number => Math.min(ageDays + 1, longestComplianceWindowDays);

/** A calendar day of a zone. */
export interface WindowDay {
  /** yyyy-MM-dd. */
  readonly date: string;
  /** [from, to), Unix seconds. */
  readonly from: number;
  readonly to: number;
}

/** The last `count` calendar days of a zone, the one that holds `nowSeconds` as the last. */
export function windowDays(count: number, nowSeconds: number, zone: string): readonly WindowDay[] {
  const today = calendarDay(nowSeconds, zone);
  return Array.from({ length: count }, (_, index) => {
    const day = today - count + 1 + index;
    return { date: dateOfDay(day), from: startOfCalendarDay(day, zone), to: startOfCalendarDay(day + 1, zone) };
  });
}

/** A calendar day in days since 1970-01-01 as yyyy-MM-dd. */
export const dateOfDay = (day: number): string => new Date(day * daySeconds * 1000).toISOString().slice(0, 10);
