import { filterRange, type MeasureFilter } from '../facts/measure-filter.ts';
import { type Measure, measureOf } from '../facts/measures.ts';

/**
 * What a cohort asks of one fact of a member (specification, data model): a range of a measure, inclusive, in its metric scale, or
 * one of some words. In a draft the ends and the words may still be missing.
 */
export interface Condition {
  readonly fact: string;
  readonly gte?: number | undefined;
  readonly lte?: number | undefined;
  readonly one_of?: readonly string[] | undefined;
}

/** One condition, or several of which one is enough. Groups do not nest. */
export type ConditionGroup = Condition | { readonly any: readonly Condition[] };

/** All of these have to hold. */
export type Conditions = readonly ConditionGroup[];

/** What is wrong with which part of some conditions; `path` as in `1.any.0.gte`. */
export interface ConditionFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Conditions in all, those within groups counted one by one. */
export const mostConditions = 20;

/** The word of an account, or of a band, that says that it is not known. It never matches, so nothing can ask for it. */
const unknownWord = 'unknown';

/** The words that a condition on this measure may name. */
export function wordsOfCondition(measure: Measure): readonly string[] {
  return measure.type === 'value' ? measure.values.filter((word) => word !== unknownWord) : [];
}

/** The conditions of a group: one, or those of which one is enough. */
export function conditionsOf(group: ConditionGroup): readonly Condition[] {
  return 'any' in group ? group.any : [group];
}

/** Every condition by itself, in order. */
export function everyCondition(groups: Conditions): readonly Condition[] {
  return groups.flatMap(conditionsOf);
}

/** Whether a condition asks for something already: in a draft it may not. */
export function isComplete({ gte, lte, one_of: words }: Condition): boolean {
  return gte !== undefined || lte !== undefined || (words !== undefined && words.length > 0);
}

/** The conditions of a draft that ask for something; what is not filled in yet narrows nothing. */
export function completeConditions(groups: Conditions): Conditions {
  return groups.flatMap((group): ConditionGroup[] => {
    if (!('any' in group)) return isComplete(group) ? [group] : [];
    const any = group.any.filter(isComplete);
    return any.length === 0 ? [] : [{ any }];
  });
}

/** A condition as the filter of a list. Throws for one that has faults. */
export function filterOf(condition: Condition): MeasureFilter {
  const measure = measureOf(condition.fact);
  if (!measure) throw new RangeError('A condition names a measure that there is not');
  if (measure.type === 'value') return { measure, words: condition.one_of ?? [], orMissing: false };
  const { gte, lte } = condition;
  return { measure, orMissing: false, ...(gte !== undefined && { low: gte }), ...(lte !== undefined && { high: lte }) };
}

/** The measures that conditions ask about, each once, in order. */
export function factsAsked(groups: Conditions): string[] {
  return [...new Set(everyCondition(groups).map(({ fact }) => fact))];
}

/** What can never be asked, part by part; of a draft only what is wrong whatever is added. Nothing where nothing is wrong. */
export function faultsOf(groups: Conditions, { isDraft = false }: { readonly isDraft?: boolean } = {}): ConditionFault[] {
  const faults: ConditionFault[] = groups.flatMap((group, at) => {
    if (!('any' in group)) return faultsOfOne(group, [at], isDraft);
    if (group.any.length === 0 && !isDraft) return [{ path: [at, 'any'], message: 'Name at least one condition, or leave the group out' }];
    return group.any.flatMap((one, place) => faultsOfOne(one, [at, 'any', place], isDraft));
  });
  if (everyCondition(groups).length > mostConditions)
    faults.push({ path: [], message: `A cohort has at most ${mostConditions} conditions` });
  return faults.length > 0 ? faults : contradictions(groups);
}

type Path = ConditionFault['path'];

function faultsOfOne(condition: Condition, path: Path, isDraft: boolean): ConditionFault[] {
  const measure = measureOf(condition.fact);
  if (!measure) return [{ path: [...path, 'fact'], message: 'There is no such fact' }];
  const faults = measure.type === 'measure' ? ofRange(condition, path) : ofWords(condition, wordsOfCondition(measure), path);
  if (faults.length > 0 || isDraft || isComplete(condition)) return faults;
  return measure.type === 'measure'
    ? [{ path: [...path, 'gte'], message: 'Say from where or up to where: gte, lte, or both' }]
    : [{ path: [...path, 'one_of'], message: 'Name at least one value' }];
}

/** Numbers as people send them, and as units turn them: as good as equal. */
const roundingDust = 1e-9;

function ofRange(condition: Condition, path: Path): ConditionFault[] {
  const measure = measureOf(condition.fact);
  if (measure?.type !== 'measure') return [];
  if (condition.one_of !== undefined) return [{ path: [...path, 'one_of'], message: 'Is a number: ask with gte and lte' }];
  const [lowest, highest] = filterRange(measure);
  const [low, high] = measure.scales.metric.range;
  const faults = (['gte', 'lte'] as const).flatMap((name) => {
    const end = condition[name];
    const isWithin = end === undefined || (end >= lowest - roundingDust && end <= highest + roundingDust);
    return isWithin ? [] : [{ path: [...path, name], message: `Must be from ${low} to ${high}` }];
  });
  if (faults.length > 0 || condition.gte === undefined || condition.lte === undefined || condition.gte <= condition.lte) return faults;
  return [{ path: [...path, 'lte'], message: 'Must not be below gte' }];
}

function ofWords({ gte, lte, one_of: words }: Condition, known: readonly string[], path: Path): ConditionFault[] {
  const number = gte !== undefined ? 'gte' : lte !== undefined ? 'lte' : null;
  if (number) return [{ path: [...path, number], message: 'Is a word: ask with one_of' }];
  if (words === undefined) return [];
  const wrong = words.findIndex((word) => !known.includes(word));
  if (wrong >= 0) return [{ path: [...path, 'one_of', wrong], message: `Must be one of: ${known.join(', ')}` }];
  return new Set(words).size === words.length ? [] : [{ path: [...path, 'one_of'], message: 'Names a value twice' }];
}

/** Two conditions that both have to hold and that no value meets. */
function contradictions(groups: Conditions): ConditionFault[] {
  const seen = new Map<string, { low: number; high: number; words: readonly string[] | null }>();
  return groups.flatMap((group, at): ConditionFault[] => {
    if ('any' in group || !isComplete(group)) return [];
    const { fact, gte = Number.NEGATIVE_INFINITY, lte = Number.POSITIVE_INFINITY, one_of: words = null } = group;
    const before = seen.get(fact);
    const now = {
      low: Math.max(gte, before?.low ?? gte),
      high: Math.min(lte, before?.high ?? lte),
      words: words && (before?.words ? words.filter((word) => before.words?.includes(word)) : words),
    };
    seen.set(fact, now);
    if (now.low <= now.high && now.words?.length !== 0) return [];
    return [{ path: [at], message: 'Together with an earlier condition on the same fact no member can meet this' }];
  });
}
