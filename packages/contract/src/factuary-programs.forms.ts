import * as z from 'zod/mini';
import {
  lastProgramDay,
  longestExpiryDays,
  longestPledgeNote,
  longestProgramDescription,
  longestProgramName,
  longestStepText,
  mostMembersAtOnce,
  mostModules,
  mostPledgeTimes,
  mostProgramChanges,
  mostStepsInModule,
  programOps,
  programTypes,
  ratings,
  stepTypes,
} from './factuary-programs.values.ts';
import { typed, typedLine } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());

/** One thing that a member is brought, on a day of the program counted from 0. */
export const newStep = z
  .object({
    type: z.enum(stepTypes),
    title: typedLine(1, longestProgramName),
    /** As text of notes: `**bold**`, lines that begin with `•`, https addresses; nothing else is read into it. */
    text: z._default(typed(0, longestStepText), ''),
    day: z.int().check(z.minimum(0), z.maximum(lastProgramDay)),
    /** Days from its delivery; without it 14 for insights and pledges, and never for surveys. */
    expires_after_days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(longestExpiryDays)))),
    /** Of a pledge: on how many days it is to be kept; without it once. */
    times: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(mostPledgeTimes)))),
    survey_id: z.optional(z.nullable(id)),
  })
  .check(
    z.refine(({ type, survey_id }) => (type === 'survey') === (survey_id !== undefined && survey_id !== null), {
      path: ['survey_id'],
      error: 'A survey is named by its id, and nothing else has one',
    }),
    z.refine(({ type, text }) => type !== 'insight' || text !== '', { path: ['text'], error: 'An insight has a text' }),
    z.refine(({ type, times }) => type === 'pledge' || times === undefined || times === null, {
      path: ['times'],
      error: 'Only a pledge is kept so many times',
    }),
  );
export type NewStep = z.output<typeof newStep>;

const programParts = {
  /** For the care team. */
  name: typedLine(1, longestProgramName),
  /** For members. */
  title: typedLine(1, longestProgramName),
  description: z._default(typed(0, longestProgramDescription), ''),
  modules: z
    .array(z.object({ name: typedLine(1, longestProgramName), steps: z.array(newStep).check(z.maxLength(mostStepsInModule)) }))
    .check(z.maxLength(mostModules)),
};

/** A program that nobody has seen yet. The sender makes its `id`, and sends the same again when no answer came. */
export const newProgram = z.object({ id, type: z._default(z.enum(programTypes), 'regular'), ...programParts });
export type NewProgram = z.output<typeof newProgram>;

/** The draft of a program as it is to be: `revision` is the one that was read. */
export const programDraft = z.object({ id, revision: z.int().check(z.minimum(1)), ...programParts });
export type ProgramDraft = z.output<typeof programDraft>;

/**
 * `publish` makes the draft what is assigned from now on, and without one brings an outdated program back; `outdate` ends that it is
 * assigned; `discard` throws the draft away and leaves what is published.
 */
export const publication = z.object({ op: z.enum(['publish', 'outdate', 'discard']), revision: z.int().check(z.minimum(1)) });
export type Publication = z.output<typeof publication>;

/** Changes of one member's programs, each answered for itself. */
export const programChanges = z
  .array(
    z.object({
      op: z.enum(programOps),
      program_id: id,
      /** Of a restart: made by the sender, so that sending it again begins nothing anew. */
      id: z.optional(id),
    }),
  )
  .check(z.minLength(1), z.maxLength(mostProgramChanges));
export type ProgramChange = z.output<typeof programChanges>[number];

const op = z.enum(['assign', 'cancel']);

/** The same change for many members, each answered for itself: for these, or for those who are in a cohort when it is sent. */
export const programForMembers = z.union(
  [
    z.strictObject({ op, user_ids: z.array(id).check(z.minLength(1), z.maxLength(mostMembersAtOnce)) }),
    z.strictObject({ op, cohort_id: id }),
  ],
  { error: 'Either members or a cohort are named, and not both' },
);

/** What a member does with an insight. */
export const insightDoing = z.object({ status: z.enum(['read', 'rated']), rating: z.optional(z.literal(ratings)) }).check(
  z.refine(({ status, rating }) => (status === 'rated') === (rating !== undefined), {
    path: ['rating'],
    error: 'A rating from 1 to 5 comes with "rated", and with nothing else',
  }),
);
export type InsightDoing = z.output<typeof insightDoing>;

/** What a member does with a pledge, beside reporting on it. */
export const pledgeDoing = z.object({ status: z.enum(['opted', 'achieved']) });
export type PledgeDoing = z.output<typeof pledgeDoing>;

/** Whether a pledge was kept today, by the member's calendar. The sender makes its `id`. */
export const pledgeReport = z.object({ id, did: z.boolean(), note: z.optional(typed(1, longestPledgeNote)) });
export type PledgeReport = z.output<typeof pledgeReport>;
