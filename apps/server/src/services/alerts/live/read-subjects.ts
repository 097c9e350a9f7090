import type { AlertRule } from '@vigil/domain/alerts/rule';
import { slotSeconds } from '@vigil/domain/alerts/rule';
import { type Histories, type HistoryReads, readHistories } from '../backtest/histories.ts';
import { keyOf } from '../backtest/readings.ts';
import { goesOnSeconds, looksBackSeconds, vouchesSeconds } from '../reach.ts';

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
  /** Of somebody nothing has arrived: what silence to come will change is looked for. */
  readonly isSilent: boolean;
}

/** How far back is read together: what looks back an hour is not read for a month because of what does. Seconds. */
const stretches = [2.5 * 3_600, 6 * 3_600, 2 * 86_400, 10 * 86_400, Number.POSITIVE_INFINITY];

/**
 * What rules look at of many members, with the code of the backtest, so that both see the same: those that look back about as far
 * are read together, each metric once for all members; and of one member no reading twice, because one rule about it looks back
 * farther than another.
 */
export async function readSubjects(ticks: HistoryReads, question: SubjectsQuestion): Promise<Histories> {
  const stretchOf = farthestStretches(question);
  const groups = Map.groupBy(question.wanted, ({ rule, userId }) => stretchOf(rule, userId));
  const read = await Promise.all(
    [...groups].map(async ([stretch, wanted]) => {
      const rules = [...new Set(wanted.map(({ rule }) => rule))];
      const fromSeconds = Math.min(...wanted.map((one) => one.fromSeconds - looksBackSeconds(one.rule)));
      const histories = await readHistories(ticks, {
        tenantId: question.tenantId,
        userIds: [...new Set(wanted.map(({ userId }) => userId))],
        fromSeconds,
        toSeconds: untilSeconds(question, rules),
        rules,
        timeZoneOf: question.timeZoneOf,
      });
      return [stretch, histories] as const;
    }),
  );
  const histories = new Map(read);
  return (rule, userId) => {
    const found = histories.get(stretchOf(rule, userId));
    if (!found) throw new Error('A history was asked for that was not read');
    return found(rule, userId);
  };
}

/** In which stretch a member's readings lie that a rule looks at: the longest that any of the member's rules about the same asks for; −1: not asked for. */
function farthestStretches({ wanted, nowSeconds }: SubjectsQuestion): (rule: AlertRule, userId: string) => number {
  const read = (rule: AlertRule, userId: string) => `${userId}/${keyOf(rule)}`;
  const farthest = new Map<string, number>();
  for (const { rule, userId, fromSeconds } of wanted) {
    const back = nowSeconds - fromSeconds + looksBackSeconds(rule);
    const stretch = stretches.findIndex((most) => back <= most);
    farthest.set(read(rule, userId), Math.max(stretch, farthest.get(read(rule, userId)) ?? -1));
  }
  return (rule, userId) => farthest.get(read(rule, userId)) ?? -1;
}

/** Past the present for as long as a reading may vouch, so that silence to come can be judged as well. */
const untilSeconds = ({ nowSeconds, isSilent }: SubjectsQuestion, rules: readonly AlertRule[]): number =>
  (Math.floor(nowSeconds / slotSeconds) + 2) * slotSeconds + Math.max(...rules.map(isSilent ? goesOnSeconds : vouchesSeconds));
