import { type Conditions, everyCondition, faultsOf, isComplete, mostConditions } from '@vigil/domain/cohorts/conditions';
import { measureOf } from '@vigil/domain/facts/measures';
import * as z from 'zod/mini';
import { cohortStatuses, cohortTypes, longestCohortDescription, longestCohortTitle, mostDisplayFacts } from './factuary-cohorts.values.ts';
import { typed, typedLine } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());

const longestName = 60;

/** One fact, and what it has to be: from `gte` to `lte`, inclusive and in the metric scale, or `one_of` some words. */
export const cohortCondition = z.strictObject({
  fact: z.string().check(z.maxLength(longestName)),
  gte: z.optional(z.number()),
  lte: z.optional(z.number()),
  one_of: z.optional(z.array(z.string().check(z.maxLength(longestName))).check(z.maxLength(mostConditions))),
});

/** All of these; of those in `any` one is enough. Groups do not nest. */
export const cohortConditions = z
  .array(z.union([cohortCondition, z.strictObject({ any: z.array(cohortCondition).check(z.maxLength(mostConditions)) })]))
  .check(z.maxLength(mostConditions));

/** Which account statuses count; absent: all of them. */
export const cohortFilters = z.strictObject({
  userStatus: z.optional(z.array(z.enum(cohortStatuses)).check(z.minLength(1), z.maxLength(cohortStatuses.length))),
});
export type CohortFilters = z.output<typeof cohortFilters>;

/** Pushes what is wrong with conditions, by its place below `json_conditions`. */
function checkConditions(payload: z.core.ParsePayload<{ json_conditions: Conditions; isDraft?: boolean | undefined }>) {
  const { json_conditions: groups, isDraft = false } = payload.value;
  for (const { path, message } of faultsOf(groups, { isDraft }))
    payload.issues.push({ code: 'custom', input: groups, path: ['json_conditions', ...path], message });
}

const displayFact = z.object({
  /** Not kept, like the other: the catalogue knows what a fact is made from, and names it. */
  base: z.optional(z.string().check(z.maxLength(200))),
  name: z.string().check(z.refine((name) => measureOf(name) !== null, 'There is no such fact')),
  display_name: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
});

/**
 * A cohort as it is to be. The sender makes its `id`, or leaves it out for a new one; under the id of a cohort that there is, it
 * changes that one, and says with `version` which one was read. A draft may lack a title, and ends and words of its conditions.
 */
export const sentCohort = z
  .object({
    id: z.optional(id),
    /** Of the cohort that was read. */
    version: z.optional(z.int().check(z.minimum(1))),
    /** The tenant of the request, whether it is said or not. */
    tenant_id: z.optional(id),
    title: typedLine(0, longestCohortTitle),
    description: z._default(typed(0, longestCohortDescription), ''),
    type: z.enum(cohortTypes),
    json_conditions: cohortConditions,
    display_facts: z._default(
      z.array(displayFact).check(
        z.maxLength(mostDisplayFacts),
        z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Names a fact twice'),
      ),
      [],
    ),
    filters: z._default(cohortFilters, {}),
    isDraft: z._default(z.boolean(), false),
  })
  .check(checkConditions, (payload) => {
    const { title, isDraft, json_conditions: groups, filters } = payload.value;
    if (isDraft) return;
    if (title === '') payload.issues.push({ code: 'custom', input: title, path: ['title'], message: 'Give the cohort a title' });
    if (!everyCondition(groups).some(isComplete) && filters.userStatus === undefined)
      payload.issues.push({
        code: 'custom',
        input: groups,
        path: ['json_conditions'],
        message: 'Without a condition it is everybody: add one, or use the Total Population',
      });
  });
export type SentCohort = z.output<typeof sentCohort>;

/** Conditions to be tried. */
export const cohortPreview = z
  .object({
    tenant_id: z.optional(id),
    type: z._default(z.enum(cohortTypes), 'custom'),
    json_conditions: cohortConditions,
    filters: z._default(cohortFilters, {}),
    /** Facts of the rows, besides those that the conditions ask about. */
    display_facts: z._default(z.array(displayFact).check(z.maxLength(mostDisplayFacts)), []),
  })
  .check(checkConditions);
export type CohortPreview = z.output<typeof cohortPreview>;
