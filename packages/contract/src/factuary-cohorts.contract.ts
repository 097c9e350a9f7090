import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { memberRow } from './events-processor.contract.ts';
import { cohortConditions, cohortFilters, cohortPreview, sentCohort } from './factuary-cohorts.forms.ts';
import { cohortTypes, customCohortRoles } from './factuary-cohorts.values.ts';
import { id, pageNumber, pageSize, seconds } from './shapes.ts';

export const displayFact = z.object({ base: z.string(), name: z.string(), display_name: z.string() });

/** A cohort: what it asks of a member, and what it shows of each. */
export const cohort = z
  .object({
    id,
    tenant_id: id,
    title: z.string(),
    description: z.string(),
    /** All of these; of those in `any` one is enough. */
    json_conditions: cohortConditions,
    display_facts: z.array(displayFact),
    status: z.literal('live'),
    type: z.enum(cohortTypes),
    filters: cohortFilters,
    isDraft: z.boolean(),
  })
  .meta({ id: 'Cohort' });
export type Cohort = z.output<typeof cohort>;

/** What is known about a cohort. Times in seconds. Who belongs is worked out again every few minutes: `count` is as of `as_of`. */
const cohortMeta = z.object({
  /**
   * Of the members whom the caller may see. Null: not worked out yet, a draft, or not told to administrators who are not of the clinical
   * staff.
   */
  count: z.number().int().nullable(),
  /**
   * Members whom nothing rules out, and of whom something is not known. They are not in `count`. Null as there, and for whoever sees only
   * the members assigned to them: a preview tells of these.
   */
  unknown: z.number().int().nullable(),
  as_of: z.number().nullable(),
  /** Null, with all that follows: the Total Population, which nobody made. */
  version: z.number().int().nullable(),
  created_by: z.object({ id, name: z.string() }).nullable(),
  created_at: z.number().nullable(),
  changed_by: z.object({ id, name: z.string() }).nullable(),
  changed_at: z.number().nullable(),
  /** Whether the caller may change and delete it. */
  can_change: z.boolean(),
});

export const cohortWithMeta = z.object({ cohort, meta: cohortMeta }).meta({ id: 'CohortWithMeta' });
export type CohortWithMeta = z.output<typeof cohortWithMeta>;

const one = z.object({ id });
const writers = () => access.tenant(...customCohortRoles, 'tenant_admin');

export const listCohorts = endpoint({
  id: 'factuaryCohorts.listCohorts',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v2/cohorts',
  summary: 'The Total Population, the tenant’s shared cohorts and one’s own, each group by title, drafts among them',
  access: access.staff(),
  figures: { counts: ['meta.count', 'meta.unknown'], membersSeenBy: 'clinical staff' },
  response: z.array(cohortWithMeta),
});

export const getCohort = endpoint({
  id: 'factuaryCohorts.getCohort',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v2/cohorts/{id}',
  summary: 'One cohort, and where it is used',
  access: access.staff(),
  params: one,
  figures: { counts: ['meta.count', 'meta.unknown'], membersSeenBy: 'clinical staff' },
  response: cohortWithMeta.extend({ meta: cohortMeta.extend({ used_in: z.array(z.string()) }) }),
  errors: ['not_found'],
});

export const postCohort = endpoint({
  id: 'factuaryCohorts.postCohort',
  service: 'factuary',
  method: 'POST',
  path: '/factuary/api/v2/cohorts',
  summary:
    'Make a cohort, or change the one of its id, if it is still the version that was read. The care team makes its own, administrators and providers those that are shared. Sent again it is made or changed once',
  access: writers(),
  body: sentCohort,
  figures: { counts: ['meta.count', 'meta.unknown'], membersSeenBy: 'clinical staff' },
  response: cohortWithMeta,
  errors: ['not_found', 'conflict'],
});

export const deleteCohort = endpoint({
  id: 'factuaryCohorts.deleteCohort',
  service: 'factuary',
  method: 'DELETE',
  path: '/factuary/api/v2/cohorts/{id}',
  summary: 'Delete a cohort. One in use is not: the answer says where. Who belonged to it, and when, stays in the record',
  access: writers(),
  params: one,
  response: z.object({ id, title: z.string() }),
  errors: ['not_found', 'conflict'],
});

const conditionTally = z.object({
  /** Members who meet it, whatever else is asked. */
  matches: z.number().int(),
  /** Members of whom it is not known: the value is missing, or too old to say anything about now. */
  unknown: z.number().int(),
});

export const postPreview = endpoint({
  id: 'factuaryCohorts.postPreview',
  service: 'factuary',
  method: 'POST',
  storesNothing: 'Conditions are tried, and not kept.',
  path: '/factuary/api/v2/cohorts/preview',
  summary:
    'Who would belong now, of those whom the caller may see: how many, the first of them, what each condition leaves, and of how many it is not known',
  access: access.clinicalStaffListMembers(),
  whileOnHold: true,
  body: cohortPreview,
  figures: {
    counts: [
      'meta.population',
      'meta.count',
      'meta.unknown',
      'meta.conditions.matches',
      'meta.conditions.unknown',
      'meta.conditions.leaves',
      'meta.conditions.any.matches',
      'meta.conditions.any.unknown',
    ],
    membersSeenBy: 'clinical staff',
  },
  response: z.object({
    cohort: z.object({ tenant_id: id, type: z.enum(cohortTypes), json_conditions: cohortConditions, filters: cohortFilters }),
    meta: z.object({
      /** Everybody who was asked about. */
      population: z.number().int(),
      count: z.number().int(),
      /** Members whom nothing rules out, and of whom something is not known. They are not in `count`. */
      unknown: z.number().int(),
      /** In the order of `json_conditions`. */
      conditions: z.array(
        conditionTally.extend({
          /** Of those that the conditions before it left. */
          leaves: z.number().int(),
          /** Each condition of a group by itself; null where it is no group. */
          any: z.array(conditionTally).nullable(),
        }),
      ),
      /** The first members by name, with the facts asked about and those to be shown. */
      rows: z.array(memberRow),
      as_of: z.number(),
    }),
  }),
  errors: ['not_found'],
});

export const listCohortMembers = endpoint({
  id: 'factuaryCohorts.listCohortMembers',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v2/cohorts/{id}/members',
  summary:
    'Who belongs to a cohort, or with `at` (seconds) who belonged then, as far as the caller may see them: since when, and until when. Who joined last comes first',
  access: access.clinicalStaffListMembers(),
  params: one,
  query: z.object({ at: seconds.optional(), page: pageNumber, size: pageSize }),
  figures: { counts: ['totalElements'], membersSeenBy: 'clinical staff' },
  response: z.object({
    content: z.array(
      z.object({
        user_id: id,
        firstName: z.string(),
        lastName: z.string(),
        /** Seconds. */
        joined_at: z.number(),
        /** Null: still there. */
        left_at: z.number().nullable(),
      }),
    ),
    /** Up to when it is known who belongs. Seconds; null: not worked out yet. */
    as_of: z.number().nullable(),
    totalElements: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
  errors: ['not_found', 'conflict'],
});
