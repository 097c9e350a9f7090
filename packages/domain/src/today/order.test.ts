import { expect, it } from 'vitest';
import { compareToday, type TodayKeys, todayOrder } from './order.ts';

const now = 1_800_000_000;
const row = (userId: string, over: Partial<TodayKeys> = {}): TodayKeys => ({
  ...{ userId, severity: 'MEDIUM', level: null, isOverdue: false, news2Low: null, changePercent: null, since: now },
  ...over,
});

it.each<[why: string, first: Partial<TodayKeys>, second: Partial<TodayKeys>]>([
  ['CRITICAL before HIGH, whatever else', { severity: 'CRITICAL' }, { severity: 'HIGH', level: 4, isOverdue: true, news2Low: 12 }],
  ['HIGH before MEDIUM', { severity: 'HIGH' }, { severity: 'MEDIUM' }],
  ['LOW before nothing open', { severity: 'LOW' }, { severity: null, isOverdue: true }],
  ['the higher level', { level: 2 }, { level: 1, isOverdue: true }],
  ['unanswered at the first level before answered', { level: 0 }, { level: null, isOverdue: true }],
  ['overdue', { isOverdue: true }, { news2Low: 9 }],
  ['the higher lower bound', { news2Low: 5 }, { news2Low: 4, changePercent: 90 }],
  ['a known bound of 0 before an unknown one', { news2Low: 0 }, { news2Low: null, changePercent: 90 }],
  ['the greater change', { changePercent: 30 }, { changePercent: 20, since: now - 9 }],
  ['a fall counts as a rise', { changePercent: -30 }, { changePercent: 20 }],
  ['no change before an unknown one', { changePercent: 0 }, { changePercent: null, since: now - 9 }],
  ['who waits longer', { since: now - 60 }, { since: now }],
  ['ties by id', { userId: 'a' }, { userId: 'c' }],
])('%s', (_why, first, second) => {
  const [a, b] = [row('b', first), row('b', second)];
  expect(Math.sign(compareToday(a, b))).toBe(-1);
  expect(Math.sign(compareToday(b, a))).toBe(1);
});

it('is an order: the same however the rows came, and a row is equal to itself alone', () => {
  const levels = [null, 0, 4];
  const rows = (['CRITICAL', 'LOW', null] as const).flatMap((severity) =>
    levels.flatMap((level) =>
      [true, false].flatMap((isOverdue) =>
        [null, 0, 7].map((news2Low) => row(`${severity}${level}${isOverdue}${news2Low}`, { severity, level, isOverdue, news2Low })),
      ),
    ),
  );
  const sorted = rows.toSorted(compareToday);
  expect(rows.toReversed().toSorted(compareToday)).toEqual(sorted);
  expect(sorted.every((one, index) => index === 0 || compareToday(sorted[index - 1] as TodayKeys, one) < 0)).toBe(true);
  expect(compareToday(sorted[0] as TodayKeys, sorted[0] as TodayKeys)).toBe(0);
});

it('is stated as the issue has it', () => {
  expect(todayOrder).toEqual(['severity', 'escalation', 'overdue', 'news2', 'change', 'age']);
});
