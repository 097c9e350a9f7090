import type { Write } from '../messages.ts';

/** Seconds as hours and minutes, to the nearest minute. */
export function writeDuration(seconds: number, write: Write): string {
  const minutes = Math.round(seconds / 60);
  return write('stat.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
