import { isWithinEnds } from '../facts/measure-filter.ts';
import { measureOf } from '../facts/measures.ts';
import { type Condition, type ConditionGroup, type Conditions, conditionsOf, everyCondition, filterOf } from './conditions.ts';

/**
 * Whether a member meets a condition. Unknown is an answer of its own: it never counts as a match, and never as a mismatch
 * either (Kleene's three-valued logic).
 */
export type Answer = 'yes' | 'no' | 'unknown';

/** A member's value of a measure in its metric scale; undefined: not known, or too old to say anything about now. */
export type KnownValue = number | string | undefined;

/** Whether a value meets a condition that has no faults. */
export function answerOf(condition: Condition, value: KnownValue): Answer {
  if (value === undefined || (measureOf(condition.fact)?.type === 'value' && value === 'unknown')) return 'unknown';
  const filter = filterOf(condition);
  if ('words' in filter) return filter.words.includes(String(value)) ? 'yes' : 'no';
  if (typeof value !== 'number') return 'unknown';
  return isWithinEnds(value, filter) ? 'yes' : 'no';
}

/** One is enough; where none is met, one that nobody knows of leaves it open. */
export function anyOf(answers: readonly Answer[]): Answer {
  return answers.includes('yes') ? 'yes' : answers.includes('unknown') ? 'unknown' : 'no';
}

/** All are needed; one that is not met decides, whatever is not known. Of none, everybody meets all. */
export function allOf(answers: readonly Answer[]): Answer {
  return answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes';
}

/** The answer of each group, from those of every condition in order. */
export function answersOfGroups(groups: Conditions, answers: readonly Answer[]): Answer[] {
  let from = 0;
  return groups.map((group) => {
    const own = answers.slice(from, from + conditionsOf(group).length);
    from += own.length;
    return anyOf(own);
  });
}

/** Whether a member belongs to a cohort of these conditions: `yes` is in, all else is out. */
export function belongs(groups: Conditions, knownValue: (fact: string) => KnownValue): Answer {
  return allOf(
    answersOfGroups(
      groups,
      everyCondition(groups).map((one) => answerOf(one, knownValue(one.fact))),
    ),
  );
}

/** So many members have these answers to every condition, in order. */
export interface AnsweredAlike {
  readonly answers: readonly Answer[];
  readonly members: number;
}

/** What a condition, or a group of them, does to a population. */
export interface ConditionTally {
  /** Members who meet it, whatever else is asked. */
  readonly matches: number;
  /** Members of whom nobody knows whether they do. */
  readonly unknown: number;
}

/** The same of a group, with what it leaves of those that the groups before it left. */
export interface GroupTally extends ConditionTally {
  readonly leaves: number;
  /** Each of its conditions by itself, where one is enough. */
  readonly any: readonly ConditionTally[] | null;
}

export interface CohortTally {
  /** Everybody who was asked about. */
  readonly population: number;
  /** Members of the cohort. */
  readonly count: number;
  /** Members whom nothing rules out, and of whom something is not known. They are not in `count`. */
  readonly unknown: number;
  readonly groups: readonly GroupTally[];
}

/** Who belongs, and what each condition leaves. */
export function tally(groups: Conditions, population: readonly AnsweredAlike[]): CohortTally {
  const judged = population.map(({ answers, members }) => {
    const ofGroups = answersOfGroups(groups, answers);
    const open = ofGroups.findIndex((answer) => answer !== 'yes');
    return { answers, members, ofGroups, meetsFirst: open < 0 ? groups.length : open };
  });
  const count = (isCounted: (one: (typeof judged)[number]) => boolean) =>
    judged.reduce((sum, one) => (isCounted(one) ? sum + one.members : sum), 0);
  let from = 0;
  const tallies = groups.map((group, at): GroupTally => {
    const first = from;
    from += conditionsOf(group).length;
    return {
      matches: count(({ ofGroups }) => ofGroups[at] === 'yes'),
      unknown: count(({ ofGroups }) => ofGroups[at] === 'unknown'),
      leaves: count(({ meetsFirst }) => meetsFirst > at),
      any: talliesWithin(group, first, count),
    };
  });
  return {
    population: count(() => true),
    count: count(({ meetsFirst }) => meetsFirst === groups.length),
    unknown: count(({ ofGroups }) => allOf(ofGroups) === 'unknown'),
    groups: tallies,
  };
}

function talliesWithin(
  group: ConditionGroup,
  first: number,
  count: (isCounted: (one: AnsweredAlike) => boolean) => number,
): readonly ConditionTally[] | null {
  if (!('any' in group)) return null;
  return group.any.map((_, place) => ({
    matches: count(({ answers }) => answers[first + place] === 'yes'),
    unknown: count(({ answers }) => answers[first + place] === 'unknown'),
  }));
}
