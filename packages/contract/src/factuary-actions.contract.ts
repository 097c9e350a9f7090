import { careTeamRoles } from '@vigil/domain/roles';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { actionAssignment, actionUndo, changedAction, intervention, newAction } from './factuary-actions.forms.ts';
import {
  actionCategoryIds,
  actionEventKinds,
  actionRoles,
  actionStatuses,
  actionsOfPage,
  askedStatuses,
  assignmentOps,
  interventionOutcomes,
  interventionTypes,
  priorities,
  withdrawnFollowUps,
} from './factuary-actions.values.ts';
import { commaList, id, pageNumber } from './shapes.ts';

/** Unix seconds, to the millisecond. */
const time = z.number();
const category = z.enum(actionCategoryIds);
const priority = z.enum(priorities);
const role = z.enum(actionRoles);

/** What a rule saw when it fired. Frozen: ticks that come later change nothing in it. */
export const alert = z
  .object({
    severity: priority,
    triggered_at: time,
    /** What the rule went by: the latest value, the mean or the sum. Also of a rule about the distance from a baseline, which stands in the evidence. */
    triggered_values: z.array(z.object({ metric: z.string(), value: z.number(), unit: z.string().nullable() })),
    /** Timeframe strings, as 24h and 7d: what was averaged, and what that stands against. */
    timeframe: z.string(),
    baseline: z.string(),
    /** As the evidence of events-processor tells it: the mean of the timeframe and that of the baseline; null where there is none. Of a rule about a sum, the sum and what the baseline has in as much time. */
    evidence: z.array(
      z.object({
        metric: z.string(),
        order: z.enum(['primary', 'secondary']),
        timeframe_average: z.number().nullable(),
        timeframe_baseline: z.number().nullable(),
      }),
    ),
    /** Which rule fired, and in which version. */
    rule: z.object({ id, version: z.number().int(), name: z.string() }).nullable(),
  })
  .meta({ id: 'Alert' });
export type Alert = z.output<typeof alert>;

/** Who did or has something, as they are named now. */
const actor = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum([...careTeamRoles, 'observer', 'tenant_admin', 'patient']),
});

export const action = z
  .object({
    action_id: id,
    /** From 1, one more with every change. */
    version: z.number().int(),
    user_id: id,
    /** The member's name. */
    user: z.object({ firstName: z.string(), lastName: z.string() }),
    action_category: category,
    class: z.enum(['STANDARD', 'PRIORITY']),
    title: z.string(),
    status: z.object({
      status: z.enum(actionStatuses),
      /** What it was before it was first moved; null where it never was. */
      status_original: z.enum(actionStatuses).nullable(),
      /** The action that this one follows. */
      parent_id: id.nullable(),
    }),
    priority,
    assignee_id: id.nullable(),
    assignee: actor.nullable(),
    /** Whom it waits for, where nobody has it. */
    assignee_role: role,
    /** What the last assignment was. */
    op: z.enum(assignmentOps).nullable(),
    time_created: time,
    /** Since when it has its status. */
    status_date: time,
    /** Seconds from its creation to its status. */
    delta_time: z.number(),
    due_date: time.nullable(),
    /** When it ends by itself, unless somebody ends it before. */
    expires_at: time,
    alert: alert.nullable(),
    /** Whether the caller may work on it and end it. */
    may_handle: z.boolean(),
  })
  .meta({ id: 'Action' });
export type Action = z.output<typeof action>;

/** One thing that became of an action. */
export const actionEvent = z
  .object({
    id,
    kind: z.enum(actionEventKinds),
    at: time,
    /** Seconds from the creation of the action. */
    delta_time: z.number(),
    /** Who did it; null where it was the server. */
    by: actor.nullable(),
    status: z.enum(actionStatuses),
    title: z.string(),
    priority,
    assignee: actor.nullable(),
    assignee_role: role,
    due_date: time.nullable(),
    note: z.string().nullable(),
    intervention: z
      .object({ type: z.enum(interventionTypes), outcome: z.enum(interventionOutcomes), minutes: z.number().nullable() })
      .nullable(),
    /** Whoever did it has undone it: it counts in no figure. */
    undone: z.boolean(),
  })
  .meta({ id: 'ActionEvent' });
export type ActionEvent = z.output<typeof actionEvent>;

/** An action with what became of it, oldest first, and what follows it. */
export const actionWithHistory = action
  .extend({ history: z.array(actionEvent), follow_ups: z.array(action) })
  .meta({ id: 'ActionWithHistory' });
export type ActionWithHistory = z.output<typeof actionWithHistory>;

const actions = '/factuary/api/v2/users/actions';
/** `COMPLETED|CLOSED` as the specification writes it, `COMPLETED,CLOSED`, or the parameter repeated. */
const statuses = z
  .union([z.string(), z.array(z.string())])
  .meta({
    description: `One or more of ${askedStatuses.join(', ')}, separated by | or commas; COMPLETED stands for INTERVENED and CONFIRMED`,
  })
  .transform((given) =>
    [given]
      .flat()
      .flatMap((text) => text.replaceAll('|', ',').split(','))
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.enum(askedStatuses)).min(1).max(20));
const yesOrNo = z.enum(['true', 'false']).default('false');

export const listActions = endpoint({
  id: 'factuaryActions.listActions',
  service: 'factuary',
  method: 'GET',
  path: actions,
  summary:
    'Actions of one member or of all whom the caller may see: the live ones first, the worst and then the newest of them on top. Those past their time to live only with skip_ttl=true, or where status asks for EXPIRED',
  access: access.clinicalStaffListMembers(),
  query: z.object({
    user_id: id.optional(),
    /** Counted from 0. */
    page: pageNumber,
    per_page: z.coerce.number().int().min(1).max(actionsOfPage.most).default(actionsOfPage.usual),
    /** With true only of members whose account status is ACTIVE. */
    only_active_users: yesOrNo,
    status: statuses.optional(),
    category: commaList(category).optional(),
    priority: commaList(priority).optional(),
    skip_ttl: yesOrNo,
    /** Of one clinician; without it of all. */
    assignee_id: id.optional(),
    /** With true only what the caller has, and what waits for a role of the caller's. */
    mine: yesOrNo,
  }),
  figures: { counts: ['totalElements'], membersSeenBy: 'clinical staff' },
  response: z.object({ content: z.array(action), totalElements: z.number().int(), page: z.number().int(), per_page: z.number().int() }),
  errors: ['not_found', 'no_access_to_user'],
});

export const countActions = endpoint({
  id: 'factuaryActions.countActions',
  service: 'factuary',
  method: 'GET',
  path: `${actions}/count`,
  summary:
    'How many actions each assignee has, by assignee_id: all whose assignee they are or were at the end, or those of a status, of the members whom the caller may see. Numbers only',
  access: access.staff(),
  query: z.object({ status: statuses.optional() }),
  // Administrators read the same actions, each with whom it is about, in the report by clinician.
  figures: { counts: ['{key}'], membersSeenBy: 'staff' },
  response: z.record(id, z.number().int()),
});

export const getAction = endpoint({
  id: 'factuaryActions.getAction',
  service: 'factuary',
  method: 'GET',
  path: `${actions}/{actionId}`,
  summary: 'One action with its evidence, everything that became of it, and what follows it',
  access: access.careWork({ param: 'actionId', owner: 'action' }),
  params: z.object({ actionId: id }),
  response: actionWithHistory,
});

export const postAction = endpoint({
  id: 'factuaryActions.postAction',
  service: 'factuary',
  method: 'POST',
  path: actions,
  summary: 'Open an action for a member. Sent again with the same action_id it is opened once',
  access: access.writeAboutMemberInBody({ at: ['user_id'] }),
  body: newAction,
  response: action,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const putAction = endpoint({
  id: 'factuaryActions.putAction',
  service: 'factuary',
  method: 'PUT',
  path: actions,
  summary:
    'Change a live action, or close it without an intervention. The body names the version that was read; 409 where that is not the last',
  access: access.writeAboutMemberInBody({ at: ['action_id'], owner: 'action' }),
  body: changedAction,
  response: action,
  errors: ['not_found', 'no_access_to_user', 'conflict', 'forbidden'],
});

export const assignAction = endpoint({
  id: 'factuaryActions.assignAction',
  service: 'factuary',
  method: 'POST',
  path: '/factuary/api/v2/clinicians/actions/{actionId}/assign',
  summary: 'Give an action to somebody. What the move is follows from the two roles; another op is refused',
  access: access.careWork({ param: 'actionId', owner: 'action', write: true }),
  params: z.object({ actionId: id }),
  body: actionAssignment,
  response: action,
  errors: ['not_found', 'conflict'],
});

export const intervene = endpoint({
  id: 'factuaryActions.intervene',
  service: 'factuary',
  method: 'POST',
  path: '/factuary/api/v2/clinicians/actions/intervenes',
  summary:
    'What was done about one action or several: each id with what became of it. Where versions names the one that was seen, an alert that has joined an action since is a conflict. Sent again with the same request_id it is stored once',
  access: access.writeAboutMemberInBody({ found: 'Each action is looked up and answered for alone.', orNobody: true, eachAlone: true }),
  body: intervention,
  response: z.object({
    results: z.array(
      z.object({
        action_id: id,
        action: action.nullable(),
        follow_up_id: id.nullable(),
        /** Why nothing was stored for it. */
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
        /** Alerts that have joined it since the version that was sent, and the version that it has now; null where that is not why. */
        joined: z.object({ version: z.number().int(), titles: z.array(z.string()) }).nullable(),
      }),
    ),
  }),
  errors: ['invalid_input'],
});

export const undoActions = endpoint({
  id: 'factuaryActions.undo',
  service: 'factuary',
  method: 'POST',
  path: '/factuary/api/v2/clinicians/actions/undo',
  summary:
    'Undo interventions, an assignment or closing, by the request that did it: within a minute, by whoever did it, as long as nobody has acted on the action or its alert since. Each action is as it was before, with what became of it; 409 where none could be undone, and why',
  access: access.writeAboutMemberInBody({
    found: 'Each action of the request is looked up and answered for alone.',
    orNobody: true,
    eachAlone: true,
  }),
  body: actionUndo,
  response: z.object({
    /** One for each action that the request had changed. */
    results: z.array(
      z.object({
        action_id: id,
        action: action.nullable(),
        /** What became of the follow-up that an intervention opened; null where it opened none. */
        follow_up: z.enum(withdrawnFollowUps).nullable(),
        /** Why it was not undone. */
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
  errors: ['not_found', 'forbidden', 'conflict'],
});

export const listCategories = endpoint({
  id: 'factuaryActions.listCategories',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v2/action/spec/category/panel',
  summary:
    'The categories of actions: who handles each, what it ends as, how long it lives (seconds, by priority), and whether one can be opened by hand',
  access: access.staff(),
  response: z.array(
    z.object({
      action_category: category,
      roles: z.array(role),
      completed_as: z.enum(actionStatuses),
      usual_priority: priority,
      time_to_live: z.record(priority, z.number().int()),
      by_hand: z.boolean(),
      has_parent: z.boolean(),
    }),
  ),
});
