import type { OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import { type Cover, type OnCall, type OnCallSpan, onCallAt, onCallBetween, type Rota } from '@vigil/domain/on-call/rota';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';

const daysShown = 7;
/** A day is at most an hour longer when clocks change. */
const longestDaySeconds = 25 * 3_600;

/** A day of the week and who is on call from when on. Days since 1970-01-01 of the zone; times in milliseconds since 1970. */
export interface DayOnCall {
  readonly day: number;
  readonly spans: readonly OnCallSpan[];
}

/** Who is on call in seven days of a zone, `weeks` from today, from now on: of what has passed nothing is said. A night stands on the day on which it begins. */
export function weekOfRole(rota: OnCallRota, zone: string, nowMs: number, weeks: number): readonly DayOnCall[] {
  const now = Math.floor(nowMs / 1000);
  const first = calendarDay(now, zone) + weeks * daysShown;
  const last = first + daysShown - 1;
  const from = Math.max(now, startOfCalendarDay(first, zone));
  // A night of the last day is told whole.
  const spans = spansOf(rota, from, startOfCalendarDay(last + 2, zone)).flatMap((span) => byDay(span, zone));
  return Array.from({ length: daysShown }, (_, index) => ({
    day: first + index,
    spans: spans.filter((span) => calendarDay(span.from, zone) === first + index).map(inMilliseconds),
  }));
}

/** Who is on call at a moment at which that changes, and until when: null where nothing says that it will. Milliseconds since 1970. */
export function onCallFrom(rota: OnCallRota, fromMs: number): OnCall {
  const { until, ...who } = onCallAt(...saidOf(rota), Math.floor(fromMs / 1000));
  return { ...who, until: until === null ? null : until * 1000 };
}

const spansOf = (rota: OnCallRota, from: number, until: number): readonly OnCallSpan[] => onCallBetween(...saidOf(rota), from, until);

/** The week of a role and its covers, in Unix seconds. */
function saidOf({ timeZone, shifts, covers }: OnCallRota): [Rota | null, readonly Cover[]] {
  const said = covers.map((cover) => ({ staffId: cover.staffId, from: cover.from / 1000, until: cover.until / 1000 }));
  return [timeZone === null ? null : { timeZone, shifts }, said];
}

/** What lasts longer than a day stands on each of its days. */
function byDay(span: OnCallSpan, zone: string): readonly OnCallSpan[] {
  if (span.until - span.from <= longestDaySeconds) return [span];
  const next = startOfCalendarDay(calendarDay(span.from, zone) + 1, zone);
  return [{ ...span, until: next }, ...byDay({ ...span, from: next }, zone)];
}

const inMilliseconds = (span: OnCallSpan): OnCallSpan => ({ ...span, from: span.from * 1000, until: span.until * 1000 });
