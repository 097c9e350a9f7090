import { calendarDay, momentOfDay, secondsOfDay } from '../timeframe/zone.ts';

/** Content is delivered at 09:00 by the clock on the member's wall (product decisions). Minutes since midnight. */
export const deliveryMinute = 9 * 60;

/** Insights and pledges expire 14 days after their delivery unless their step says otherwise (specification 1§4; product decisions). */
export const defaultExpiryDays = 14;

/** The moment at which content of a calendar day (days since 1970-01-01) is delivered in a zone. Unix seconds. */
export function deliveryMoment(day: number, zone: string): number {
  return momentOfDay(day, deliveryMinute, zone);
}

/**
 * The calendar day, in days since 1970-01-01, on which a program begins that is assigned at a moment: that day while it is not past
 * 09:00 in the zone, else the next one, so that nothing is ever due before it was assigned. Unix seconds in.
 */
export function firstDeliveryDay(seconds: number, zone: string): number {
  const today = calendarDay(seconds, zone);
  return deliveryMoment(today, zone) >= seconds ? today : today + 1;
}

/**
 * When something delivered at a moment expires: after so many calendar days of the zone, at the same time by the clock on the wall,
 * whether the clocks were changed in between or not. Null where it never does. Unix seconds in, whole ones out.
 */
export function expiryMoment(deliveredSeconds: number, days: number | null, zone: string): number | null {
  if (days === null) return null;
  const ofDay = secondsOfDay(deliveredSeconds, zone);
  const minute = Math.floor(ofDay / 60);
  return momentOfDay(calendarDay(deliveredSeconds, zone) + days, minute, zone) + (ofDay - minute * 60);
}
