import { calendarDaysBetween } from '@vigil/domain/timeframe/zone';

const weekdayFrom = 1;
const dateFrom = 7;

export interface Clock {
  readonly zone: string;
  /** The time of the day. Milliseconds since 1970. */
  readonly time: (ms: number) => string;
  /** The time, with the day where that is not today, and the date where it is not of these days. */
  readonly moment: (ms: number) => string;
  /** A day as a column has it; days since 1970-01-01. */
  readonly day: (day: number) => string;
}

/** Times as people read them by the clock of a zone; `nowMs` says which day is today. */
export function clockOf(zone: string, nowMs: number): Clock {
  const say = (ms: number, options: Intl.DateTimeFormatOptions) => new Date(ms).toLocaleString(undefined, { ...options, timeZone: zone });
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  return {
    zone,
    time: (ms) => say(ms, time),
    moment(ms) {
      const away = calendarDaysBetween(ms / 1000, nowMs / 1000, zone);
      if (away >= dateFrom || away < 0) return say(ms, { ...time, month: 'short', day: 'numeric' });
      return say(ms, away >= weekdayFrom ? { ...time, weekday: 'short' } : time);
    },
    day: (day) =>
      new Date(day * 86_400_000).toLocaleDateString(undefined, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }),
  };
}
