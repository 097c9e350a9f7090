import { movingAverageHours } from '@vigil/domain/timeframe/granularity';
import type { HourFigures } from '#services/ticks-store/index.ts';

/** A step (Unix seconds, end exclusive) and the value of the moving average in it. */
export interface AveragePoint {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

const windowSeconds = movingAverageHours * 3_600;

/**
 * The moving average over 12 hours: at each hour that has data, the mean of all values of that hour and the eleven hours
 * before it (every value weighs the same, so an hour with few values counts little). A step longer than an hour has the mean of its
 * hours' averages. `hours` in order of time, reaching 12 hours further back than `firstHour`, the start
 * of the first hour to be answered for (Unix seconds).
 */
export function movingAverages(hours: readonly HourFigures[], firstHour: number): AveragePoint[] {
  const steps = new Map<number, { readonly end: number; readonly values: number[] }>();
  let oldest = 0;
  hours.forEach((hour, index) => {
    while ((hours[oldest]?.hour ?? hour.hour) <= hour.hour - windowSeconds) oldest++;
    if (hour.hour < firstHour) return;
    // Added up anew each hour: a sum that is carried along would drift.
    let [n, total] = [0, 0];
    for (let at = oldest; at <= index; at++) {
      n += hours[at]?.n ?? 0;
      total += hours[at]?.total ?? 0;
    }
    const step = steps.get(hour.start);
    if (step) step.values.push(total / n);
    else steps.set(hour.start, { end: hour.end, values: [total / n] });
  });
  return [...steps].map(([start, { end, values }]) => ({
    start,
    end,
    value: values.reduce((sum, value) => sum + value, 0) / values.length,
  }));
}
