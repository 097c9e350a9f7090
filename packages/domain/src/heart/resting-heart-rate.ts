import { zoneOffsetAt } from '../timeframe/offsets.ts';

/** Heart rate of an hour: how many readings, and their sum. `start` in Unix seconds. */
export interface HeartRateHour {
  readonly start: number;
  readonly n: number;
  readonly total: number;
}

/** An hour with fewer readings says little about itself: ten are one every six minutes. */
const leastReadings = 10;
/** A day of which less is known may have had its rest when nobody measured. */
const leastHours = 12;

/** How a derived resting heart rate was come by, as answers name it. */
export const restingHeartRateMethod = 'lowest hourly mean of heart_rate in the day';

/**
 * The resting heart rate of each calendar day of the zone, for bands that send none: the lowest mean of an hour, in beats per
 * minute. Makers who send one take the lowest average of a stretch of the day as well (Garmin: the lowest 30-minute average in
 * 24 hours); an hour is steadier against artefacts, and up to a few beats higher. Only of days of which at least twelve hours
 * are known by ten readings or more. It is derived, and not to be taken for a reading. `at` is the start of the hour.
 */
export function restingHeartRates(hours: readonly HeartRateHour[], zone: string): { at: number; value: number }[] {
  const known = hours.filter(({ n }) => n >= leastReadings);
  const days = Map.groupBy(known, ({ start }) => Math.floor((start + zoneOffsetAt(zone, start).offsetSeconds) / 86_400));
  return [...days.values()]
    .filter((day) => day.length >= leastHours)
    .map((day) =>
      day.map(({ start, n, total }) => ({ at: start, value: total / n })).reduce((low, one) => (one.value < low.value ? one : low)),
    );
}
