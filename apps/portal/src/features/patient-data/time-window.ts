import { TZDate } from '@date-fns/tz';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import type { TimeSpan } from '#charts/series.ts';
import { granularityOf, type PatientView } from './view.ts';

/** The stretch of time that a view shows, and how it relates to the present. */
export interface TimeWindow {
  readonly span: TimeSpan;
  /** Ends with the present and moves with it. */
  readonly live: boolean;
  /** Its last calendar day, yyyy-MM-dd in the zone. */
  readonly lastDay: string;
}

/** The live day ends on the next quarter of an hour, so that it is asked for anew four times an hour and not every second. */
const liveEndSeconds = 900;

/** The calendar day of a moment in a zone, yyyy-MM-dd. */
export function dayAt(seconds: number, zone: string): string {
  return format(new TZDate(seconds * 1000, zone), 'yyyy-MM-dd');
}

/**
 * The window of a view at a moment. The live day is the last 24 hours; every other window is whole calendar days of the
 * zone, the last one included (23 or 25 hours long when the clock changes), up to the end of today when live. One that is
 * read in weeks or months holds them whole, so that its bars, its figures and its heading are of the same days.
 */
export function windowOf(view: Pick<PatientView, 'range' | 'end' | 'detail'>, nowSeconds: number, zone: string): TimeWindow {
  const today = dayAt(nowSeconds, zone);
  const live = view.end === null || view.end >= today;
  const lastDay = live ? today : (view.end ?? today);
  if (live && view.range.days === 1) {
    const to = Math.ceil((nowSeconds + 1) / liveEndSeconds) * liveEndSeconds;
    return { span: { from: to - 86_400, to }, live, lastDay };
  }
  const granularity = granularityOf(view);
  const step = granularity === 'HOURLY' ? 'DAILY' : granularity;
  const endOfToday = nextStep(startOfDayIn(today, zone), 'DAILY', zone);
  const from = startOfStep(startOfDayIn(shiftDay(lastDay, 1 - view.range.days), zone), step, zone);
  const to = Math.min(nextStep(startOfStep(startOfDayIn(lastDay, zone), step, zone), step, zone), endOfToday);
  return { span: { from, to }, live, lastDay };
}

/** The `end` of the view one step back (-1) or forward (1); null once the step reaches the present. */
export function steppedEnd(
  view: Pick<PatientView, 'range' | 'end' | 'detail'>,
  direction: -1 | 1,
  nowSeconds: number,
  zone: string,
): string | null {
  const { lastDay } = windowOf(view, nowSeconds, zone);
  const moved = shiftDay(lastDay, direction * view.range.stepDays);
  return moved >= dayAt(nowSeconds, zone) ? null : moved;
}

/** The zoom within a window; null when it covers all of it or lies outside. */
export function clippedZoom(zoom: TimeSpan | null, span: TimeSpan): TimeSpan | null {
  if (zoom === null) return null;
  const clipped = { from: Math.max(zoom.from, span.from), to: Math.min(zoom.to, span.to) };
  const covers = clipped.from === span.from && clipped.to === span.to;
  return covers || clipped.from >= clipped.to ? null : clipped;
}

function startOfDayIn(day: string, zone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return startOfStep(new TZDate(year, month - 1, date, 12, zone).getTime() / 1000, 'DAILY', zone);
}

function shiftDay(day: string, days: number): string {
  return format(addDays(new Date(`${day}T12:00:00`), days), 'yyyy-MM-dd');
}
