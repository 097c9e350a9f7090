import { activityStatuses, activityTypes } from '@vigil/domain/activities/activity-types';
import { chainSteps } from '@vigil/domain/alerts/chain';
import { stepTypes } from '@vigil/domain/programs/life-cycles';
import * as z from 'zod';
import {
  actionCategoryIds,
  actionEventKinds,
  actionStatuses,
  interventionOutcomes,
  interventionTypes,
  priorities,
} from './factuary-actions.values.ts';
import { surveyOrigins } from './factuary-surveys.values.ts';
import { carePerson, milliseconds } from './registry-care-person.ts';
import { alertEvents, timelineProgramEvents, timelineSurveyEvents } from './registry-timeline.values.ts';
import { id } from './shapes.ts';

/** The beginning of a text, as much as one line shows. */
const excerpt = z.string();

/** In the unit that the metric is kept in. */
const measuredValue = z.object({ metric: z.string(), value: z.number(), unit: z.string().nullable() });

/** What became of an action. Of one that a rule opened, `values` are what it saw then. */
export const timelineAction = z.object({
  action_id: id,
  category: z.enum(actionCategoryIds),
  event: z.enum(actionEventKinds),
  status: z.enum(actionStatuses),
  /** As it was called then. */
  title: z.string(),
  priority: z.enum(priorities),
  values: z.array(measuredValue),
  /** When a rule saw them; null of an action that none opened. */
  triggeredAt: milliseconds.nullable(),
  note: excerpt.nullable(),
  intervention: z
    .object({ type: z.enum(interventionTypes), outcome: z.enum(interventionOutcomes), minutes: z.number().nullable() })
    .nullable(),
  /** Whoever did it has undone it. */
  undone: z.boolean(),
});

/** What became of the alert that stands behind an action. Whom it told next stands in `step` and `told`. */
export const timelineAlert = z.object({
  event: z.enum(alertEvents),
  /** Null where the alert goes on by another action. */
  action_id: id.nullable(),
  title: z.string().nullable(),
  severity: z.enum(priorities),
  step: z.enum(chainSteps).nullable(),
  told: z.array(carePerson),
  undone: z.boolean(),
});

/** A version of a note, by its first line. */
export const timelineNote = z.object({
  note_id: id,
  text: excerpt,
  isAmendment: z.boolean(),
  /** Why it was amended. */
  reason: excerpt.nullable(),
  /** A later version has taken its place. */
  isReplaced: z.boolean(),
});

/** What was written in the member's conversation on one day of the member's, without what it says. */
export const timelineMessages = z.object({
  conversation_id: id,
  /** yyyy-MM-dd in the member's zone. */
  day: z.string(),
  count: z.number().int(),
  /** Of them by the member. */
  byMember: z.number().int(),
  withdrawn: z.number().int(),
  firstAt: milliseconds,
  /** Who of the staff wrote. */
  people: z.array(carePerson),
});

export const timelineSurvey = z.object({
  user_survey_id: id,
  name: z.string(),
  event: z.enum(timelineSurveyEvents),
  origin: z.enum(surveyOrigins),
  /** Null where it has none, or is not known. */
  score: z.object({ score: z.number(), band: z.string().nullable() }).nullable(),
  /** Answers after which somebody of the care team has to look at once. */
  flagged: z.array(z.object({ question: excerpt, answer: excerpt })),
});

/** What a person measured or did and typed in. */
export const timelineReading = z.object({
  /** Null of readings that were sent as typed in by hand, and not logged here. */
  activity_id: id.nullable(),
  activityType: z.enum(activityTypes).nullable(),
  status: z.enum(activityStatuses),
  title: z.string().nullable(),
  description: excerpt.nullable(),
  values: z.array(measuredValue),
  /** When it was typed in, or received. */
  loggedAt: milliseconds,
  takenBack: z.object({ at: milliseconds, by: carePerson.nullable(), reason: z.string().nullable() }).nullable(),
});

export const timelineProgram = z.object({
  program_id: id,
  member_program_id: id,
  name: z.string(),
  event: z.enum(timelineProgramEvents),
  step: z.object({ type: z.enum(stepTypes), title: z.string() }).nullable(),
});
