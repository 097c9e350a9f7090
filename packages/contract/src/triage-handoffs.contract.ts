import { interventionOutcomes } from '@vigil/domain/actions/interventions';
import { severities } from '@vigil/domain/alerts/rule';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { actionRoles } from './factuary-actions.values.ts';
import { id, pageNumber } from './shapes.ts';
import { acknowledgement, handingOver, savedHandoff } from './triage-handoffs.forms.ts';
import {
  dueKinds,
  handoffBodyBytes,
  handoffLists,
  handoffScopes,
  handoffStates,
  happenedKinds,
  sinceSources,
} from './triage-handoffs.values.ts';

/** Unix seconds. */
const time = z.number();
const person = z.object({ id, firstName: z.string(), lastName: z.string() });
export type HandoffPerson = z.output<typeof person>;

/** What is open about a member: an action with its alarm, or an alarm without an action that is open. */
const openEpisode = z
  .object({
    action_id: id.nullable(),
    alarm_id: id.nullable(),
    title: z.string(),
    severity: z.enum(severities),
    since: time,
    /** What became of the alarm; null where there is none. */
    alarm_state: z.enum(['raised', 'acknowledged', 'snoozed']).nullable(),
    /** False: the data stopped, and nobody knows whether it still holds. */
    is_judged: z.boolean(),
    /** Who acknowledged or snoozed it. */
    answered_by: person.nullable(),
    snoozed_until: time.nullable(),
    assignee: person.nullable(),
    /** Whom it waits for, where nobody has it; null where no action is open. */
    assignee_role: z.enum(actionRoles).nullable(),
  })
  .meta({ id: 'HandoffEpisode' });
export type HandoffEpisode = z.output<typeof openEpisode>;

const happened = z
  .object({
    kind: z.enum(happenedKinds),
    at: time,
    /** Of the action. */
    title: z.string().nullable(),
    /** Who did it; null where it was the server or the member. */
    by: person.nullable(),
    /** What was said with it, cut where it is long. */
    note: z.string().nullable(),
    outcome: z.enum(interventionOutcomes).nullable(),
    /** Of a call: seconds for which the two heard each other; null where they did not. */
    seconds: z.number().nullable(),
  })
  .meta({ id: 'HandoffEvent' });
export type HandoffEvent = z.output<typeof happened>;

const due = z
  .object({
    kind: z.enum(dueKinds),
    at: time,
    /** Of an action; null for an appointment: what its owner called it is the owner's. */
    title: z.string().nullable(),
    /** Who has the action, or whose appointment it is. */
    who: person.nullable(),
  })
  .meta({ id: 'HandoffDue' });
export type HandoffDue = z.output<typeof due>;

/** What Vigil knows of a member's shift: what is open, the worst first; what happened, the newest first; what is due, the next first. */
export const handoffFacts = z
  .object({
    /** The worst of what is open; null where nothing is. */
    severity: z.enum(severities).nullable(),
    open: z.array(openEpisode),
    happened: z.array(happened),
    /** More happened than is told. */
    has_more: z.boolean(),
    due: z.array(due),
    /** Readings are missing, so that nothing open does not mean that all is well. Absent where it was not told at the time. */
    is_data_missing: z.boolean().optional(),
  })
  .meta({ id: 'HandoffFacts' });
export type HandoffFacts = z.output<typeof handoffFacts>;

const texts = { summary: z.string(), to_do: z.string(), contingency: z.string() };
const user = z.object({ firstName: z.string(), lastName: z.string(), birthday: z.iso.date().nullable() });

const draftMember = z.object({ user_id: id, user, facts: handoffFacts, ...texts }).meta({ id: 'HandoffDraftMember' });
export type HandoffDraftMember = z.output<typeof draftMember>;

const receiver = z
  .object({
    ...person.shape,
    role: z.enum(actionRoles),
    /** From when on the person is on call after the caller; null for everybody else. */
    on_call_from: time.nullable(),
    /** Members of this draft whom the person may not see: they are not handed over. */
    cannot_see: z.array(id),
  })
  .meta({ id: 'HandoffReceiver' });
export type HandoffReceiver = z.output<typeof receiver>;

const draft = z
  .object({
    /** Null until it is saved first, under an id that the sender makes. */
    handoff_id: id.nullable(),
    revision: z.number().int(),
    saved_at: time.nullable(),
    since: time,
    since_from: z.enum(sinceSources),
    scope: z.enum(handoffScopes),
    /** Whether the author chose the scope. */
    is_scope_chosen: z.boolean(),
    situation: z.string(),
    members: z.array(draftMember),
    /** Members of the scope about whom there is nothing to tell. */
    quiet: z.number().int(),
    /** Those among them whose data is missing: problems could go unnoticed. */
    without_data: z.number().int(),
    /** Members with something to tell beyond those that are listed. */
    left_out: z.number().int(),
    /** Until when the caller is on call; null for whoever is not. */
    on_call_until: time.nullable(),
    receivers: z.array(receiver),
    as_of: time,
  })
  .meta({ id: 'HandoffDraft' });
export type HandoffDraft = z.output<typeof draft>;

const handoffMember = z
  .object({
    user_id: id,
    user,
    /** As it was when it was handed over; null where the author could not see the member any more. */
    facts: handoffFacts.nullable(),
    /** What is open now. */
    now: z.array(openEpisode),
    ...texts,
  })
  .meta({ id: 'HandoffMember' });
export type HandoffMember = z.output<typeof handoffMember>;

const listed = z.object({
  handoff_id: id,
  state: z.enum(handoffStates),
  by: person,
  to: person,
  since: time,
  handed_over_at: time,
  acknowledged_at: time.nullable(),
  withdrawn_at: time.nullable(),
  /** Members of it whom the caller may see, and the worst that was open about them. */
  members: z.number().int(),
  severity: z.enum(severities).nullable(),
});
const listedHandoff = listed.meta({ id: 'ListedHandoff' });
export type ListedHandoff = z.output<typeof listedHandoff>;

const handoff = listed
  .omit({ members: true, severity: true })
  .extend({
    /** Null for whoever may not see everybody whom it may tell of. */
    situation: z.string().nullable(),
    members: z.array(handoffMember),
    /** It tells of members whom the caller may not see. */
    is_partial: z.boolean(),
    read_back: z.string().nullable(),
    may_acknowledge: z.boolean(),
    may_withdraw: z.boolean(),
    as_of: time,
  })
  .meta({ id: 'Handoff' });
export type Handoff = z.output<typeof handoff>;

const base = '/triage/api/v1/handoffs';
const one = z.object({ handoffId: id });
const saved = z.object({ handoff_id: id, revision: z.number().int(), saved_at: time });

export const getDraft = endpoint({
  id: 'triageHandoffs.getDraft',
  service: 'triage',
  method: 'GET',
  path: `${base}/draft`,
  summary:
    'The caller’s draft of a handoff: what is open, what happened since the caller took over and what is due, member by member, with what was written so far, and to whom it can go',
  access: access.handOver(),
  query: z.object({
    /** Instead of what is saved: from when on, and of whom. */
    since: z.coerce.number().min(0).max(99_999_999_999).optional(),
    scope: z.enum(handoffScopes).optional(),
  }),
  figures: { counts: ['quiet', 'without_data', 'left_out'], membersSeenBy: 'clinical staff' },
  response: draft,
});

export const getWaiting = endpoint({
  id: 'triageHandoffs.getWaiting',
  service: 'triage',
  method: 'GET',
  path: `${base}/waiting`,
  summary: 'Handoffs that wait for the caller’s acknowledgement, and until when the caller is on call',
  access: access.handOver(),
  figures: { counts: ['received.members'], membersSeenBy: 'clinical staff' },
  response: z.object({ received: z.array(listedHandoff), on_call_until: time.nullable(), has_draft: z.boolean() }),
});

export const listHandoffs = endpoint({
  id: 'triageHandoffs.list',
  service: 'triage',
  method: 'GET',
  path: base,
  summary:
    'Handoffs, the newest first: the caller’s own, those that the caller received, or those of the team about members whom the caller may see',
  access: access.handOver(),
  query: z.object({ list: z.enum(handoffLists).default('recent'), page: pageNumber }),
  figures: { counts: ['content.members'], membersSeenBy: 'clinical staff' },
  response: z.object({ content: z.array(listedHandoff), page: z.number().int(), has_more: z.boolean() }),
});

export const getHandoff = endpoint({
  id: 'triageHandoffs.get',
  service: 'triage',
  method: 'GET',
  path: `${base}/{handoffId}`,
  summary: 'A handoff as it was handed over, of the members whom the caller may see, with what is open about them now',
  access: access.handOver(),
  params: one,
  response: handoff,
  errors: ['not_found'],
});

export const putDraft = endpoint({
  id: 'triageHandoffs.putDraft',
  service: 'triage',
  method: 'PUT',
  path: `${base}/{handoffId}`,
  summary:
    'Save the caller’s draft, of some members at a time, against the revision that was read. 409 where it was saved elsewhere meanwhile, or has been handed over',
  access: access.writeAboutMemberInBody({ at: ['members.user_id'], orNobody: true }),
  params: one,
  body: savedHandoff,
  bodyLimitBytes: handoffBodyBytes,
  response: saved,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const postHandOver = endpoint({
  id: 'triageHandoffs.handOver',
  service: 'triage',
  method: 'POST',
  path: `${base}/{handoffId}/hand-over`,
  summary:
    'Hand a draft over to a colleague, with the facts as they are now; it never changes after that. Sent again it is handed over once',
  access: access.handOver(),
  params: one,
  body: handingOver,
  response: handoff,
  errors: ['not_found', 'conflict'],
});

export const postAcknowledge = endpoint({
  id: 'triageHandoffs.acknowledge',
  service: 'triage',
  method: 'POST',
  path: `${base}/{handoffId}/acknowledge`,
  summary: 'Take over, with what was understood in one’s own words: by whom it was handed to. Sent again it is stored once',
  access: access.handOver(),
  params: one,
  body: acknowledgement,
  response: handoff,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const postWithdraw = endpoint({
  id: 'triageHandoffs.withdraw',
  service: 'triage',
  method: 'POST',
  path: `${base}/{handoffId}/withdraw`,
  summary:
    'Withdraw a handoff that nobody has acknowledged: its texts are the author’s draft again, unless another was begun. A draft is discarded',
  access: access.handOver(),
  params: one,
  response: z.object({ handoff_id: id, state: z.enum(handoffStates) }),
  errors: ['not_found', 'conflict'],
});
