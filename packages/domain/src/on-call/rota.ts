import { zoneOffsetAt } from '../timeframe/offsets.ts';
import { calendarDay, momentOfDay, secondsOfDay } from '../timeframe/zone.ts';

/** A shift of every week. */
export interface Shift {
  /** 1 is Monday, 7 Sunday: the day on which it begins. */
  readonly weekday: number;
  /** By the clock on the wall, HH:mm. A shift that ends no later than it begins ends on the next day. */
  readonly from: string;
  readonly to: string;
  readonly staffId: string;
}

/** Who is on call for a role, week by week, in a zone of its own. */
export interface Rota {
  /** IANA name. */
  readonly timeZone: string;
  readonly shifts: readonly Shift[];
}

/** Somebody who is on call instead of whoever the rota names. Unix seconds, the end exclusive. */
export interface Cover {
  readonly staffId: string;
  readonly from: number;
  readonly until: number;
}

export interface OnCall {
  readonly userIds: readonly string[];
  /** When that may change, in Unix seconds; null where nothing says that it will. */
  readonly until: number | null;
  readonly source: 'cover' | 'shift' | 'nobody';
}

/**
 * Who is on call at a moment: whom the cover names that was said last, else everybody whose shift it is. Covers come in the order in
 * which they were said. When the clocks change, a shift begins and ends as the clock on the wall shows it: a night may be an hour
 * shorter or longer, and shifts that follow each other leave no gap.
 */
export function onCallAt(rota: Rota | null, covers: readonly Cover[], nowSeconds: number): OnCall {
  const holding = covers.findLastIndex(({ from, until }) => from <= nowSeconds && nowSeconds < until);
  const cover = covers[holding];
  if (cover) {
    const replacedAt = covers.slice(holding + 1).flatMap(({ from }) => (from > nowSeconds ? from : []));
    return { userIds: [cover.staffId], until: Math.min(cover.until, ...replacedAt), source: 'cover' };
  }
  const nextCover = covers.flatMap(({ from }) => (from > nowSeconds ? from : []));
  const shifts = rota ? shiftsAround(rota, nowSeconds) : [];
  const present = shifts.filter(({ from, until }) => from <= nowSeconds && nowSeconds < until);
  const changes = [...nextCover, ...shifts.flatMap(({ from, until }) => [from, until]).filter((moment) => moment > nowSeconds)];
  return {
    userIds: [...new Set(present.map(({ staffId }) => staffId))],
    until: changes.length > 0 ? Math.min(...changes) : null,
    source: present.length > 0 ? 'shift' : 'nobody',
  };
}

/** Who is on call in a stretch of time. Unix seconds, the end exclusive. */
export interface OnCallSpan extends Pick<OnCall, 'userIds' | 'source'> {
  readonly from: number;
  readonly until: number;
}

/**
 * Who is on call from one moment to another, one stretch after the other and without a gap: times with nobody are stretches too.
 * Shifts that follow each other stay apart, whoever has them.
 */
export function onCallBetween(rota: Rota | null, covers: readonly Cover[], from: number, until: number): readonly OnCallSpan[] {
  const spans: OnCallSpan[] = [];
  for (let moment = from; moment < until; moment = spans.at(-1)?.until ?? until) {
    const { userIds, source, until: changes } = onCallAt(rota, covers, moment);
    const before = spans.at(-1);
    const goesOn = before && source !== 'shift' && before.source === source && before.userIds.join() === userIds.join();
    if (goesOn) spans.pop();
    spans.push({ userIds, source, from: goesOn ? before.from : moment, until: Math.min(changes ?? until, until) });
  }
  return spans;
}

/** Shifts that can be going on at a moment, and those of the week after it. */
function shiftsAround({ timeZone, shifts }: Rota, nowSeconds: number): Cover[] {
  const today = calendarDay(nowSeconds, timeZone);
  return Array.from({ length: 9 }, (_, index) => today - 1 + index).flatMap((day) =>
    shifts
      .filter(({ weekday }) => weekday === weekdayOf(day))
      .map(({ from, to, staffId }) => ({
        ...{ staffId, from: momentOfShift(day, from, timeZone) },
        until: momentOfShift(day + (minutesOf(to) <= minutesOf(from) ? 1 : 0), to, timeZone),
      })),
  );
}

/**
 * When the clock on the wall comes to a time of a day. Of a time that it skips that is when it has skipped it, so that shifts stay in
 * order: what was to begin at a quarter to three does not begin after what begins at three.
 */
function momentOfShift(day: number, time: string, timeZone: string): number {
  const moment = momentOfDay(day, minutesOf(time), timeZone);
  const isSkipped = secondsOfDay(moment, timeZone) !== minutesOf(time) * 60;
  return isSkipped ? zoneOffsetAt(timeZone, moment).fromSeconds : moment;
}

/** Days since 1970-01-01, which was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
