import type { WallClock } from '../../wall-clock.ts';
import { objectOf } from '../json-values.ts';
import { momentOf } from '../moments.ts';

/** When a measurement was made; start and end are the same for a moment, and as they are written for an interval. Milliseconds since 1970. */
export type TimeFrame =
  | { readonly ok: true; readonly startMs: number; readonly endMs: number; readonly isInterval: boolean }
  | { readonly ok: false; readonly reason: string };

const unreadable = (reason: string): TimeFrame => ({ ok: false, reason });
const minuteMs = 60_000;

/** Units of durations (schema duration-unit-value) of a fixed length, in milliseconds; months and years have none. */
const durationUnits: ReadonlyMap<string, number> = new Map([
  ['ps', 1e-9],
  ['ns', 1e-6],
  ['us', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['sec', 1000],
  ['min', minuteMs],
  ['h', 60 * minuteMs],
  ['d', 24 * 60 * minuteMs],
  ['wk', 7 * 24 * 60 * minuteMs],
]);

/** Reads effective_time_frame (schema time-frame): a moment, or an interval by two of its start, its end and its duration. */
export function readTimeFrame(value: unknown, clock: WallClock): TimeFrame {
  if (value === undefined) return unreadable('The data point does not say when');
  const { date_time: dateTime, time_interval: timeInterval } = objectOf(value);
  if ((dateTime === undefined) === (timeInterval === undefined))
    return unreadable('The time frame has to be either a date_time or a time_interval');
  if (timeInterval !== undefined) return readInterval(timeInterval, clock);
  const moment = momentOf(dateTime, clock);
  return moment === null
    ? unreadable('The date_time is no date and time of RFC 3339')
    : { ok: true, startMs: moment, endMs: moment, isInterval: false };
}

function readInterval(value: unknown, clock: WallClock): TimeFrame {
  const { start_date_time: start, end_date_time: end, duration, part_of_day: partOfDay } = objectOf(value);
  if (partOfDay !== undefined) return unreadable('The time interval names a part of a day, which is no moment');
  const given = [start, end, duration].filter((one) => one !== undefined).length;
  if (given !== 2) return unreadable('The time interval has to have two of start_date_time, end_date_time and duration');
  const lengthMs = duration === undefined ? 0 : durationMs(duration);
  if (lengthMs === null) return unreadable('The duration of the time interval is no number of a unit of fixed length');
  const startMs = start === undefined ? null : momentOf(start, clock);
  const endMs = end === undefined ? null : momentOf(end, clock);
  if ((start !== undefined && startMs === null) || (end !== undefined && endMs === null))
    return unreadable('The time interval has a date and time that is none of RFC 3339');
  const from = startMs ?? (endMs as number) - lengthMs;
  const to = endMs ?? from + lengthMs;
  return { ok: true, startMs: from, endMs: to, isInterval: true };
}

function durationMs(duration: unknown): number | null {
  const { value, unit } = objectOf(duration);
  const unitMs = typeof unit === 'string' ? durationUnits.get(unit) : undefined;
  return typeof value === 'number' && value >= 0 && unitMs !== undefined ? value * unitMs : null;
}
