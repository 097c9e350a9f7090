import { momentOfWallTime } from '../timeframe/wall-time.ts';
import { calendarDay } from '../timeframe/zone.ts';
export const scheduleKinds = ['once', 'daily', 'weekly', 'monthly'] as const;

/** When a survey is delivered, by the member's own clock. */
export interface SurveySchedule {
  readonly kind: (typeof scheduleKinds)[number];
  /** Every so many days, weeks or months; of `once` it says nothing. */
  readonly every: number;
  /** HH:mm. */
  readonly at: string;
  /** The first day, yyyy-MM-dd. A month that has no such day is asked on its last. */
  readonly from: string;
  /** The last day, included; null for no end. */
  readonly until: string | null;
}

const dayMs = 86_400_000;
const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The nth day of delivery, from 0. */
function nthDate({ kind, every, from }: SurveySchedule, n: number): string {
  const first = Date.parse(`${from}T00:00:00Z`);
  if (kind === 'daily') return dateAt(first + n * every * dayMs);
  if (kind === 'weekly') return dateAt(first + n * every * 7 * dayMs);
  if (kind === 'once') return from;
  const [year, month, day] = from.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month - 1 + n * every + 1, 0)).getUTCDate();
  return dateAt(Date.UTC(year, month - 1 + n * every, Math.min(day, lastDay)));
}

/** A number of the delivery that is not behind the moment, found without walking through all before it. */
function numberBefore({ kind, every, from }: SurveySchedule, seconds: number, zone: string): number {
  if (kind === 'once') return 0;
  const days = calendarDay(seconds, zone) - Date.parse(`${from}T00:00:00Z`) / dayMs;
  const stepDays = kind === 'daily' ? every : kind === 'weekly' ? every * 7 : every * 31;
  return Math.max(0, Math.floor(days / stepDays) - 1);
}

/** How far the clocks of two zones can lie apart, from +14:00 to -12:00, and the hour that one of them may skip. Seconds. */
const furthestMoveSeconds = 27 * 3_600;

/**
 * Whether a delivery at `atSeconds` is the one that was made last, by the clocks of another zone: whoever moves west comes to the same
 * day and time once more. Of a daily one it is the one of the same day by the calendar where the member lives now. Unix seconds.
 */
export function isLastAgain(schedule: SurveySchedule, zone: string, lastSeconds: number, atSeconds: number): boolean {
  if (schedule.kind === 'once') return true;
  if (schedule.kind === 'daily' && schedule.every === 1) return calendarDay(lastSeconds, zone) === calendarDay(atSeconds, zone);
  return atSeconds - lastSeconds <= furthestMoveSeconds;
}

/**
 * The moments of delivery within (`afterSeconds`, `untilSeconds`], the first ones first, `most` of the last ones at most. A time that
 * the clocks skip is as much later; of one that comes twice it is the first. Unix seconds.
 */
export function deliveriesBetween(
  schedule: SurveySchedule,
  zone: string,
  { afterSeconds, untilSeconds, most }: { readonly afterSeconds: number; readonly untilSeconds: number; readonly most: number },
): readonly number[] {
  const found: number[] = [];
  for (let n = numberBefore(schedule, afterSeconds, zone); ; n++) {
    const date = nthDate(schedule, n);
    const at = momentOfWallTime(date, schedule.at, zone);
    if (at > untilSeconds || (schedule.until !== null && date > schedule.until)) break;
    if (at > afterSeconds) found.push(at);
    if (found.length > most) found.shift();
    if (schedule.kind === 'once') break;
  }
  return found;
}
