import * as z from 'zod';
import {
  catalogueStatuses,
  insightStatuses,
  memberProgramStatuses,
  moduleStatuses,
  pledgeStatuses,
  programTypes,
  stepTypes,
} from './factuary-programs.values.ts';
import { id } from './shapes.ts';

/** Unix seconds. */
const moment = z.number();
const optionalMoment = moment.nullable();

/** Done and in all; of nothing the progress is unknown. `completed` is null where the call names no member. */
const counts = z.object({ completed: z.number().int().nullable(), total: z.number().int(), progress: z.number().nullable() });

export const programAggregations = counts
  .extend({ modules: counts, insights: counts, pledges: counts, surveys: counts })
  .meta({ id: 'ProgramAggregations' });
export type ProgramAggregations = z.output<typeof programAggregations>;

/** What is only known of a member's own step is null in the catalogue. */
export const programStep = z
  .object({
    /** Within the program and within its module, from 0. */
    order: z.number().int(),
    index: z.number().int(),
    type: z.enum(stepTypes),
    time_delivered: optionalMoment,
    user_survey_id: id.nullable(),
    survey: z.object({ id }).nullable(),
    /** Null to the member until it is delivered. */
    title: z.string().nullable(),
    text: z.string().nullable(),
    /** Of the program, from 0. */
    day: z.number().int(),
    expires_after_days: z.number().int().nullable(),
    times: z.number().int().nullable(),
    /** The member's pledge, insight or survey that came of it. */
    item_id: id.nullable(),
    status: z.string().nullable(),
  })
  .meta({ id: 'ProgramStep' });
export type ProgramStep = z.output<typeof programStep>;

export const programModule = z
  .object({
    index: z.number().int(),
    programId: id,
    id,
    name: z.string(),
    status: z.enum([...moduleStatuses, ...catalogueStatuses]).nullable(),
    steps: z.array(programStep),
  })
  .meta({ id: 'ProgramModule' });
export type ProgramModule = z.output<typeof programModule>;

export const program = z
  .object({
    id,
    tenant_id: id,
    name: z.string(),
    title: z.string(),
    description: z.string(),
    type: z.enum(programTypes),
    status: z.enum([...memberProgramStatuses, ...catalogueStatuses]),
    version: z.number().int(),
    modules: z.array(programModule),
    aggregations: programAggregations,
    /** Null where the call names no member. */
    isAssigned: z.boolean().nullable(),
    started_at: optionalMoment,
    ended_at: optionalMoment,
    program_completed: optionalMoment,
    program_canceled: optionalMoment,
  })
  .meta({ id: 'Program' });
export type Program = z.output<typeof program>;

/** A program as its authors have it. */
export const authoredProgram = z
  .object({
    id,
    revision: z.number().int(),
    outdated_at: optionalMoment,
    live: program.nullable(),
    draft: program.nullable(),
    saved_by: z.object({ id, firstName: z.string(), lastName: z.string() }),
    saved_at: moment,
    /** Members who have it now. */
    members: z.number().int(),
  })
  .meta({ id: 'AuthoredProgram' });
export type AuthoredProgram = z.output<typeof authoredProgram>;

const contentItem = z.object({
  id,
  program_id: id,
  program_title: z.string(),
  title: z.string(),
  text: z.string(),
  time_created: moment,
  /** When it is or was to be delivered. */
  time_due: moment,
  time_delivered: optionalMoment,
  time_expires: optionalMoment,
});

export const userPledge = contentItem
  .extend({
    content_type: z.literal('pledge'),
    status: z.enum(pledgeStatuses),
    time_opted: optionalMoment,
    time_achieved: optionalMoment,
    /** Days on which it is to be kept, and on which it was. */
    times: z.number().int(),
    times_kept: z.number().int(),
    /** What was said of today, by the member's calendar; null before anything was. */
    today: z.boolean().nullable(),
  })
  .meta({ id: 'UserPledge' });
export type UserPledge = z.output<typeof userPledge>;

export const userInsight = contentItem
  .extend({
    content_type: z.literal('insight'),
    status: z.enum(insightStatuses),
    time_read: optionalMoment,
    time_rated: optionalMoment,
    rating: z.number().int().nullable(),
  })
  .meta({ id: 'UserInsight' });
export type UserInsight = z.output<typeof userInsight>;

export const contentPage = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    page: z.number().int(),
    per_page: z.number().int(),
    total: z.number().int(),
    nextPage: z.number().int().nullable(),
  });
