import * as z from 'zod';
import { access } from './access.ts';
import { endResults } from './calls.values.ts';
import { endpoint } from './endpoint.ts';
import { actionCategoryIds, actionEventKinds, actionStatuses } from './factuary-actions.values.ts';
import { carePerson, milliseconds, teamType, users } from './registry-care-person.ts';
import { assignmentTypes, timelineKinds } from './registry-relations.values.ts';
import { id } from './shapes.ts';

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
    /** What became of an action; why it was opened stands in the action. */
    action: z
      .object({ action_id: id, category: z.enum(actionCategoryIds), event: z.enum(actionEventKinds), status: z.enum(actionStatuses) })
      .nullable(),
    /** A call that is over: with whom stands in `clinician`, who made it in `executedBy`; how long the two heard each other in milliseconds. */
    call: z.object({ isVideoCall: z.boolean(), endResult: z.enum(endResults), duration: z.number().int().nullable() }).nullable(),
    /** Who did it, with the roles held then; null where it was no person of the tenant. */
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
    'What happened around a member’s care, newest first: assignments, care teams, tasks, actions, calls. Unix milliseconds, the end exclusive; the last 90 days where nothing is asked, 400 days at most',
  access: access.staffReadMember('patientId'),
  params: z.object({ patientId: id }),
  query: z.object({
    startDate: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
    endDate: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
  }),
  response: z.object({ content: z.array(timelineEntry), startDate: milliseconds, endDate: milliseconds, complete: z.boolean() }),
});
