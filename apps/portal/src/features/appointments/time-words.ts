import { calendarDay } from '@vigil/domain/timeframe/zone';
import { ownZone } from '#lib/wall-time.ts';

const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** A day with the time, in the language on screen, by the clock of this computer. Milliseconds since 1970. */
export const whenText = (ms: number, language: string): string => new Date(ms).toLocaleString(language, { ...day, ...clock });

/** The same in few letters. */
export const shortWhenText = (ms: number, language: string): string =>
  new Date(ms).toLocaleString(language, { weekday: 'short', day: 'numeric', month: 'short', ...clock });

/** The day alone. */
export const dayText = (ms: number, language: string): string => new Date(ms).toLocaleDateString(language, day);

/** The time alone. */
export const timeText = (ms: number, language: string): string => new Date(ms).toLocaleTimeString(language, clock);

/** Whether two moments are on one day in a zone. */
export const isSameDay = (ms: number, otherMs: number, zone: string): boolean =>
  calendarDay(ms / 1000, zone) === calendarDay(otherMs / 1000, zone);

/** The time by the clock of another zone, with the weekday where it is another one there. */
export function timeElsewhere(ms: number, zone: string, language: string): string {
  const [there, here] = [zone, ownZone()].map((one) => calendarDay(ms / 1000, one));
  return new Date(ms).toLocaleString(language, { ...(there !== here && { weekday: day.weekday }), ...clock, timeZone: zone });
}
