import * as z from 'zod';
import { access } from './access.ts';
import { endResults } from './calls.values.ts';
import { endpoint } from './endpoint.ts';
import { carePerson, milliseconds, teamType, users } from './registry-care-person.ts';
import { assignmentTypes } from './registry-relations.values.ts';
import { mostTimelineEntries, timelineFilters, timelineKinds } from './registry-timeline.values.ts';
import {
  timelineAction,
  timelineAlert,
  timelineMessages,
  timelineNote,
  timelineProgram,
  timelineReading,
  timelineSurvey,
} from './registry-timeline-parts.ts';
import { commaList, id } from './shapes.ts';

/** One thing that happened. What its kind tells stands in the part of that name; all other parts are null. */
export const timelineEntry = z
  .object({
    id: z.string(),
    kind: z.enum(timelineKinds),
    at: milliseconds,
    /** Whom the change was about; null where it was the member. */
    clinician: carePerson.nullable(),
    teamType: teamType.nullable(),
    assignmentType: z.enum(assignmentTypes).nullable(),
    careTeam: z.object({ id, name: z.string() }).nullable(),
    task: z.object({ type: z.string(), seconds: z.number().nullable() }).nullable(),
    action: timelineAction.nullable(),
    alert: timelineAlert.nullable(),
    /** A call that is over: with whom stands in `clinician`, who made it in `executedBy`; how long the two heard each other in milliseconds. */
    call: z.object({ isVideoCall: z.boolean(), endResult: z.enum(endResults), duration: z.number().int().nullable() }).nullable(),
    note: timelineNote.nullable(),
    messages: timelineMessages.nullable(),
    survey: timelineSurvey.nullable(),
    reading: timelineReading.nullable(),
    program: timelineProgram.nullable(),
    /** Who did it, with the roles held then; null where it was no person of the tenant, or several. */
    executedBy: carePerson.nullable(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.output<typeof timelineEntry>;

export const getTimeline = endpoint({
  id: 'registry.getTimeline',
  service: 'registry',
  method: 'GET',
  path: `${users}/{patientId}/timeline`,
  summary:
    'What happened around a member, newest first: assignments, care teams, tasks; for clinical staff also actions and their alerts, notes, surveys, readings by hand and programs; for the care team also calls, and on which days messages were written. Unix milliseconds, the end exclusive; the last 90 days where nothing is asked, 400 days at most. `next` of an answer is `before` of the one behind it',
  access: access.staffReadMember('patientId'),
  params: z.object({ patientId: id }),
  query: z.object({
    startDate: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
    endDate: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
    /** Only these; what the caller may not read is in no answer. */
    kinds: commaList(z.enum(timelineFilters)).optional(),
    size: z.coerce.number().int().min(1).max(mostTimelineEntries).default(mostTimelineEntries),
    /** With the same startDate, endDate and kinds as the answer that said it. */
    before: z.string().min(1).max(200).optional(),
  }),
  response: z.object({
    content: z.array(timelineEntry),
    startDate: milliseconds,
    endDate: milliseconds,
    complete: z.boolean(),
    next: z.string().nullable(),
    /** How many of each kind there are in the whole stretch, of every kind that the caller may read; null of an answer to `before`. */
    counts: z.array(z.object({ kind: z.enum(timelineFilters), count: z.number().int() })).nullable(),
  }),
});
