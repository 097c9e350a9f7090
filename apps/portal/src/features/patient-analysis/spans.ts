import { TZDate } from '@date-fns/tz';
import { parseTimeframe, timeframeAt } from '@vigil/domain/timeframe/timeframe';
import { calendarDay, nextStep, startOfCalendarDay, startOfStep } from '@vigil/domain/timeframe/zone';
import type { TimeSpan } from '#charts/series.ts';
import type { AnalysisView, Evidence } from './view.ts';

/** A live day ends at the next quarter of an hour, so that the calls of a minute ago are those of now. Seconds. */
const liveEndSeconds = 900;
const daySeconds = 86_400;

/**
 * The span of a view at a moment: the live day is the last 24 hours, every other one whole calendar days of the zone, the last
 * one included.
 */
export function spanOf({ days, end }: Pick<AnalysisView, 'days' | 'end'>, now: number, zone: string): TimeSpan {
  if (end === null && days === 1) {
    const to = Math.ceil((now + 1) / liveEndSeconds) * liveEndSeconds;
    return { from: to - daySeconds, to };
  }
  const lastDay = calendarDay(end === null ? now : noonOf(end, zone), zone);
  return { from: startOfCalendarDay(lastDay - days + 1, zone), to: startOfCalendarDay(lastDay + 1, zone) };
}

/** The same number of days directly before a span, so that whole days lie over whole days. */
export function spanBefore(span: TimeSpan, days: number, zone: string): TimeSpan {
  if (span.to - span.from === daySeconds && days === 1) return { from: span.from - daySeconds, to: span.from };
  return { from: startOfCalendarDay(calendarDay(span.from, zone) - days, zone), to: span.from };
}

/** The end of the view so many days on; null once that is the present. */
export function steppedEnd({ end }: Pick<AnalysisView, 'end'>, by: number, now: number, zone: string): string | null {
  const today = calendarDay(now, zone);
  const day = (end === null ? today : calendarDay(noonOf(end, zone), zone)) + by;
  return day >= today ? null : dayText(startOfCalendarDay(day, zone), zone);
}

/** A view of evidence about a moment ends with the day of that moment. */
export function endingWithItsEvidence(view: AnalysisView, zone: string): AnalysisView {
  const at = view.evidence?.at;
  return at == null ? view : { ...view, end: dayText(at, zone) };
}

/** The calendar day of a moment, yyyy-MM-dd. */
export function dayText(seconds: number, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(seconds * 1000);
}

function noonOf(day: string, zone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new TZDate(year, month - 1, date, 12, zone).getTime() / 1000;
}

/** The timeframe and the baseline of evidence, and all that is drawn of both. */
export interface EvidenceSpans {
  readonly timeframe: TimeSpan;
  readonly baseline: TimeSpan;
}

/**
 * The two stretches that evidence compares at a moment. A baseline without a shift of its own ends where the timeframe begins,
 * so that a change is not measured against itself; one with a shift ends so long before the moment, as it says.
 */
export function evidenceSpans({ timeframe, baseline }: Pick<Evidence, 'timeframe' | 'baseline'>, at: number): EvidenceSpans {
  const looked = parseTimeframe(timeframe);
  const compared = parseTimeframe(baseline);
  if (looked === null || compared === null) throw new Error('a view holds timeframes that were read');
  const { fromSeconds, toSeconds } = timeframeAt(looked, at);
  const ends = compared.shiftSeconds === 0 ? fromSeconds : timeframeAt(compared, at).toSeconds;
  return { timeframe: { from: fromSeconds, to: toSeconds }, baseline: { from: ends - compared.lengthSeconds, to: ends } };
}

/** When evidence is looked at: the moment it names, else now, rounded up to the hour that is under way, or the end of the chosen day. */
export function evidenceMoment({ end, evidence }: Pick<AnalysisView, 'end' | 'evidence'>, now: number, zone: string): number {
  if (evidence?.at != null) return evidence.at;
  return end === null ? nextStep(startOfStep(now, 'HOURLY', zone), 'HOURLY', zone) : spanOf({ days: 1, end }, now, zone).to;
}
