import type { ChangedRota } from '@vigil/contract/alerts-on-call.forms';
import { mostShifts } from '@vigil/contract/alerts-on-call.values';
import { type OnCallSpan, onCallBetween } from '@vigil/domain/on-call/rota';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';

type Shift = ChangedRota['shifts'][number];

/** Shifts that differ in nothing but the day, as they are written: 1 is Monday. */
export interface RotaLine {
  readonly id: string;
  readonly weekdays: readonly number[];
  /** HH:mm, by the clock on the wall; empty where nothing was said. */
  readonly from: string;
  readonly to: string;
  readonly staffId: string;
}

export type LineField = 'weekdays' | 'from' | 'to' | 'staffId';
export type LineFault = 'days' | 'time' | 'person' | 'most';
/** What is wrong, by the line's id and field. */
export type LineFaults = ReadonlyMap<string, LineFault>;
export const faultKey = (lineId: string, field: LineField): string => `${lineId} ${field}`;

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Shifts as lines, in the order in which they were stored. */
export function linesOf(shifts: readonly Shift[]): readonly RotaLine[] {
  const lines = new Map<string, RotaLine>();
  for (const { weekday, from, to, staffId } of shifts) {
    const id = `${from} ${to} ${staffId}`;
    const before = lines.get(id)?.weekdays ?? [];
    lines.set(id, { id, weekdays: [...new Set([...before, weekday])].sort(), from, to, staffId });
  }
  return [...lines.values()];
}

/** The shifts of lines, line by line. */
export const shiftsOf = (lines: readonly RotaLine[]): readonly Shift[] =>
  lines.flatMap(({ weekdays: days, from, to, staffId }) => days.toSorted().map((weekday) => ({ weekday, from, to, staffId })));

export function faultsOf(lines: readonly RotaLine[]): LineFaults {
  const faults = new Map<string, LineFault>();
  for (const { id, weekdays: days, from, to, staffId } of lines) {
    if (days.length === 0) faults.set(faultKey(id, 'weekdays'), 'days');
    if (from === '') faults.set(faultKey(id, 'from'), 'time');
    if (to === '') faults.set(faultKey(id, 'to'), 'time');
    if (staffId === '') faults.set(faultKey(id, 'staffId'), 'person');
  }
  const last = lines.at(-1);
  if (last && shiftsOf(lines).length > mostShifts) faults.set(faultKey(last.id, 'weekdays'), 'most');
  return faults;
}

/** The line and the field of the server's `shifts.3.staffId`. */
export function keyOfField(lines: readonly RotaLine[], field: string): string | null {
  const [, at, name] = /^shifts\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const owners = lines.flatMap(({ id, weekdays: days }) => days.map(() => id));
  const owner = owners[Number(at)];
  if (owner === undefined) return null;
  return faultKey(owner, name === 'from' || name === 'to' || name === 'staffId' ? name : 'weekdays');
}

/** Whether two weeks say the same. */
export function isSameWeek(one: WeekAsWritten, other: WeekAsWritten): boolean {
  const text = ({ timeZone, lines }: WeekAsWritten) =>
    JSON.stringify([
      timeZone,
      ...shiftsOf(lines)
        .map(({ weekday, from, to, staffId }) => `${weekday} ${from} ${to} ${staffId}`)
        .sort(),
    ]);
  return text(one) === text(other);
}
export interface WeekAsWritten {
  readonly timeZone: string;
  readonly lines: readonly RotaLine[];
}

/**
 * The times of a usual week with nobody on call: from the Monday to come in the rota's zone, in milliseconds since 1970. One that goes
 * on over the end of the week is one: it ends in the week after.
 */
export function gapsOf({ timeZone, lines }: WeekAsWritten, nowMs: number): readonly OnCallSpan[] {
  const today = calendarDay(Math.floor(nowMs / 1000), timeZone);
  // 1970-01-05 was a Monday.
  const monday = today + 7 - ((((today - 4) % 7) + 7) % 7);
  const rota = { timeZone, shifts: shiftsOf(lines) };
  const [start, end, weekAfter] = [0, 7, 14].map((days) => startOfCalendarDay(monday + days, timeZone)) as [number, number, number];
  const gaps = onCallBetween(rota, [], start, weekAfter).filter(({ source, from }) => source === 'nobody' && from < end);
  const over = gaps.find(({ until }) => until > end);
  const whole = over?.from === start;
  return gaps
    .filter((one) => one === over || !over || one.from > start)
    .map(({ from, until, ...span }) => ({ ...span, from: from * 1000, until: (whole ? end : until) * 1000 }));
}
