import type { AlertRule } from '@vigil/domain/alerts/rule';
import { dueEvery, slotSeconds } from '@vigil/domain/alerts/rule';
import { type Histories, type HistoryReads, readHistories } from '../backtest/histories.ts';
import { reachSecondsOf } from './subjects.ts';

/** A rule about which readings are to be read for a member, and from when on it is judged. Unix seconds. */
export interface WantedHistory {
  readonly userId: string;
  readonly rule: AlertRule;
  readonly fromSeconds: number;
}

export interface SubjectsQuestion {
  readonly tenantId: string;
  readonly nowSeconds: number;
  readonly wanted: readonly WantedHistory[];
  readonly timeZoneOf: (userId: string) => string;
}

/** How far back is read together: what looks back an hour is not read for a month because of what does. Seconds. */
const stretches = [2.5 * 3_600, 6 * 3_600, 2 * 86_400, 10 * 86_400, Number.POSITIVE_INFINITY];

/**
 * What rules look at of many members, with the code of the backtest, so that both see the same: those that look back about as far
 * are read together, each metric once for all members.
 */
export async function readSubjects(ticks: HistoryReads, question: SubjectsQuestion): Promise<Histories> {
  const groups = Map.groupBy(question.wanted, ({ rule, fromSeconds }) => {
    const back = question.nowSeconds - fromSeconds + reachSecondsOf(rule);
    return `${stretches.findIndex((most) => back <= most)}`;
  });
  const read = await Promise.all(
    [...groups.values()].map(async (wanted) => {
      const rules = distinct(wanted.map(({ rule }) => rule));
      const fromSeconds = Math.min(...wanted.map((one) => one.fromSeconds - reachSecondsOf(one.rule)));
      const histories = await readHistories(ticks, {
        tenantId: question.tenantId,
        userIds: [...new Set(wanted.map(({ userId }) => userId))],
        fromSeconds,
        toSeconds: untilSeconds(question.nowSeconds, rules),
        rules,
        timeZoneOf: question.timeZoneOf,
      });
      return { wanted, histories };
    }),
  );
  const byRule = new Map(read.flatMap(({ wanted, histories }) => wanted.map((one) => [keyOf(one.rule, one.userId), histories] as const)));
  return (rule, userId) => {
    const histories = byRule.get(keyOf(rule, userId));
    if (!histories) throw new Error('A history was asked for that was not read');
    return histories(rule, userId);
  };
}

/** Past the present for as long as a reading may vouch, so that silence to come can be judged as well. */
function untilSeconds(nowSeconds: number, rules: readonly AlertRule[]): number {
  const vouches = rules.map(({ subject }) => (subject.kind === 'metric' ? dueEvery(subject.metric) : null) ?? slotSeconds);
  return (Math.floor(nowSeconds / slotSeconds) + 2) * slotSeconds + Math.max(...vouches);
}

const keys = new WeakMap<AlertRule, string>();
function keyOf(rule: AlertRule, userId: string): string {
  const known = keys.get(rule) ?? JSON.stringify(rule);
  keys.set(rule, known);
  return `${userId}/${known}`;
}

const distinct = (rules: readonly AlertRule[]) => [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
