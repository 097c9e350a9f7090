import type { Cohort, CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import { type CohortType, cohortStatuses, cohortTypes } from '@vigil/contract/factuary-cohorts.values';
import { type Condition, type ConditionGroup, conditionsOf, filterOf as filterOfCondition } from '@vigil/domain/cohorts/conditions';
import type { MeasureFilter } from '@vigil/domain/facts/measure-filter';
import { measureOf } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { filterOf, nothingTyped, type TypedFilter, typedOf } from '#lib/typed-filter.ts';
import { unitsForm } from '#lib/units.ts';

/** A condition as it stands in its fields: what was typed, in the units of the draft. */
export interface TypedCondition {
  readonly key: string;
  readonly fact: string;
  readonly low: string;
  readonly high: string;
  readonly words: readonly string[];
}

/** Conditions of which one is enough; mostly it is one. */
export interface TypedGroup {
  readonly key: string;
  readonly any: readonly TypedCondition[];
}

/** A cohort that is being written. */
export interface CohortDraft {
  /** The cohort's. */
  readonly id: string;
  /** Of the cohort that was read; null: there is none yet. */
  readonly version: number | null;
  readonly title: string;
  readonly description: string;
  readonly type: CohortType;
  readonly groups: readonly TypedGroup[];
  readonly displayFacts: readonly string[];
  readonly userStatus: readonly (typeof cohortStatuses)[number][];
  readonly units: Units;
}

const text = z.string();
const kept = z.object({
  ...{ id: text, version: z.nullable(z.number()), title: text, description: text, type: z.enum(cohortTypes) },
  groups: z.array(z.object({ key: text, any: z.array(z.object({ key: text, fact: text, low: text, high: text, words: z.array(text) })) })),
  ...{ displayFacts: z.array(text), userStatus: z.array(z.enum(cohortStatuses)), units: unitsForm },
});

/** By the id of the cohort, or `new`. */
export const cohortDrafts = createDrafts<CohortDraft>('cohorts', (found) => kept.safeParse(found).data ?? null);
/** Under which a cohort is written that is not stored yet. */
export const newCohort = 'new';

const key = () => crypto.randomUUID();

export const emptyDraft = (type: CohortType, units: Units): CohortDraft => ({
  ...{ id: key(), version: null, title: '', description: '', type, groups: [], displayFacts: [], userStatus: [...cohortStatuses], units },
});

export function draftOf({ cohort, meta }: Pick<CohortWithMeta, 'cohort' | 'meta'>, units: Units): CohortDraft {
  return {
    ...{ id: cohort.id, version: meta.version, title: cohort.title, description: cohort.description, type: cohort.type, units },
    groups: cohort.json_conditions.map((group) => ({
      key: key(),
      any: conditionsOf(group).map((condition) => ({ key: key(), fact: condition.fact, ...typedEnds(condition, units) })),
    })),
    displayFacts: cohort.display_facts.map(({ name }) => name),
    userStatus: cohort.filters.userStatus ?? [...cohortStatuses],
  };
}

function typedEnds(condition: Condition, units: Units) {
  const { low, high, words } = measureOf(condition.fact) ? typedOf(filterOfCondition(condition), units) : nothingTyped;
  return { low, high, words };
}

/** The same in other units. What cannot be read stays as it was typed. */
export function inUnits(draft: CohortDraft, units: Units): CohortDraft {
  if (draft.units === units) return draft;
  const turned = (one: TypedCondition): TypedCondition => {
    const read = readCondition(one, draft.units);
    return read === null || read === 'wrong' ? one : { ...one, ...typedEnds(read, units) };
  };
  return { ...draft, units, groups: draft.groups.map((group) => ({ ...group, any: group.any.map(turned) })) };
}

/** The condition that was typed: null where nothing is asked yet, `wrong` where it cannot be. */
export function readCondition({ fact, low, high, words }: TypedCondition, units: Units): Condition | null | 'wrong' {
  const measure = measureOf(fact);
  if (!measure) return 'wrong';
  const typed: TypedFilter = { low, high, words, orMissing: false };
  const filter = filterOf(measure, typed, units);
  return filter === null || filter === 'wrong' ? filter : conditionOfFilter(filter);
}

function conditionOfFilter(filter: MeasureFilter): Condition {
  if ('words' in filter) return { fact: filter.measure.id, one_of: [...filter.words] };
  const { low, high, measure } = filter;
  return { fact: measure.id, ...(low !== undefined && { gte: low }), ...(high !== undefined && { lte: high }) };
}

type SentConditions = Cohort['json_conditions'];

/** What the groups ask for, as it is sent: with `open`, conditions that ask for nothing yet are kept, as in a draft. */
export function conditionsSent({ groups, units }: CohortDraft, { open = false } = {}): SentConditions {
  const sent = groups.flatMap(({ any }): ConditionGroup[] => {
    const read = any.flatMap((one): Condition[] => {
      const condition = readCondition(one, units);
      if (condition !== null && condition !== 'wrong') return [condition];
      return open ? [{ fact: one.fact }] : [];
    });
    return read.length > 1 ? [{ any: read }] : read;
  });
  return sent as SentConditions;
}

/** Of each group that is sent, its key: so that answers in the order of what was sent find their group again. */
export function groupsSent({ groups, units }: CohortDraft): readonly string[] {
  const asks = (one: TypedCondition) => {
    const read = readCondition(one, units);
    return read !== null && read !== 'wrong';
  };
  return groups.filter(({ any }) => any.some(asks)).map(({ key }) => key);
}

export function cohortSent(draft: CohortDraft, isDraft: boolean) {
  const { id, version, title, description, type, displayFacts, userStatus } = draft;
  const narrowed = userStatus.length > 0 && userStatus.length < cohortStatuses.length;
  return {
    ...{ id, title, description, type, isDraft },
    ...(version !== null && { version }),
    json_conditions: conditionsSent(draft, { open: isDraft }),
    display_facts: displayFacts.map((name) => ({ name })),
    filters: narrowed ? { userStatus: [...userStatus] } : {},
  };
}

/** Whether anything was typed that cannot be. */
export const hasWrong = ({ groups, units }: CohortDraft) =>
  groups.some(({ any }) => any.some((one) => readCondition(one, units) === 'wrong'));
/** Whether a condition asks for nothing yet. */
export const hasOpen = ({ groups, units }: CohortDraft) => groups.some(({ any }) => any.some((one) => readCondition(one, units) === null));

export const newCondition = (fact: string): TypedCondition => ({ key: key(), fact, low: '', high: '', words: [] });
export const newGroup = (fact: string): TypedGroup => ({ key: key(), any: [newCondition(fact)] });
