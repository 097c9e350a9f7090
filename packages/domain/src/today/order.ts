import { type AlertSeverity, severities } from '../alerts/rule.ts';

/** What a row of Today is placed by. Times in Unix seconds. */
export interface TodayKeys {
  readonly userId: string;
  /** The worst of what is open; null where nothing is, as in the list of gaps. */
  readonly severity: AlertSeverity | null;
  /**
   * How far up the chain the loudest unanswered alarm has climbed, from 0; null where none waits for an answer: somebody has
   * acknowledged or snoozed each, or there is none.
   */
  readonly level: number | null;
  /** Something of it had to be done by now. */
  readonly isOverdue: boolean;
  /** Lower bound of NEWS2; null where nothing is known, or the score is not for the member. */
  readonly news2Low: number | null;
  /** How far the worst lies from the member's baseline, in percent of it, whichever way; null where nobody knows. */
  readonly changePercent: number | null;
  /** Since when the oldest of the worst waits. */
  readonly since: number;
}

/** What rows are compared by, the first that differs decides. The screen states it in this order. */
export const todayOrder = ['severity', 'escalation', 'overdue', 'news2', 'change', 'age'] as const;
export type TodayOrder = (typeof todayOrder)[number];

type Rank = (keys: TodayKeys) => number;

/** Each as a number, higher first. Unknown stands behind every known value, and never for normal. */
const ranks: Readonly<Record<TodayOrder, Rank>> = {
  severity: ({ severity }) => (severity === null ? -1 : severities.indexOf(severity)),
  escalation: ({ level }) => level ?? -1,
  overdue: ({ isOverdue }) => Number(isOverdue),
  news2: ({ news2Low }) => news2Low ?? -1,
  change: ({ changePercent }) => (changePercent === null ? -1 : Math.abs(changePercent)),
  age: ({ since }) => -since,
};

/** Who is looked at before whom (issue "Care work", Today): severity, escalation, overdue, NEWS2, change, age; ties by member id. */
export function compareToday(a: TodayKeys, b: TodayKeys): number {
  for (const by of todayOrder) {
    const difference = ranks[by](b) - ranks[by](a);
    if (difference !== 0) return difference;
  }
  return a.userId < b.userId ? -1 : Number(a.userId > b.userId);
}
