import * as z from 'zod/mini';
import {
  actionCategoryIds,
  actionRoles,
  assignmentOps,
  categoryOf,
  interventionOutcomes,
  interventionTypes,
  longestActionNote,
  longestActionTitle,
  longestInterventionMinutes,
  mostActionsAtOnce,
  priorities,
} from './factuary-actions.values.ts';
import { typed, typedLine } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());
const note = z.optional(z.nullable(typed(1, longestActionNote)));
/** Unix seconds. */
const seconds = z.number().check(z.minimum(0), z.maximum(99_999_999_999));

const byHand = actionCategoryIds.filter((one) => categoryOf(one).byHand) as [(typeof actionCategoryIds)[number]];

/** An action that a person opens. Sent again with the same `action_id` it is opened once. */
export const newAction = z
  .object({
    action_id: id,
    /** The member. */
    user_id: id,
    action_category: z.enum(byHand),
    title: typedLine(1, longestActionTitle),
    priority: z.optional(z.enum(priorities)),
    /** Who gets it; without anybody it waits for whoever of the role takes it. */
    assignee_id: z.optional(z.nullable(id)),
    assignee_role: z.optional(z.enum(actionRoles)),
    status: z.optional(z.object({ parent_id: z.optional(z.nullable(id)) })),
    /** When it is to be done. */
    due_date: z.optional(z.nullable(seconds)),
    note,
  })
  .check((context) => {
    const { action_category: category, status, due_date: due } = context.value;
    const hasParent = typeof status?.parent_id === 'string';
    const wrong = (path: string[], message: string) => context.issues.push({ code: 'custom', input: context.value, path, message });
    if (categoryOf(category).hasParent !== hasParent)
      wrong(
        ['status', 'parent_id'],
        hasParent ? 'Only a follow-up follows another action' : 'A follow-up names the action that it follows',
      );
    if (categoryOf(category).hasParent && typeof due !== 'number') wrong(['due_date'], 'A follow-up has a date');
  });
export type NewAction = z.output<typeof newAction>;

/** A change of a live action, of the version that was read. What is left out stays as it is. */
export const changedAction = z
  .object({
    action_id: id,
    version: z.int().check(z.minimum(1)),
    title: z.optional(typedLine(1, longestActionTitle)),
    priority: z.optional(z.enum(priorities)),
    due_date: z.optional(z.nullable(seconds)),
    /** CLOSED ends it without an intervention, and says why. */
    status: z.optional(z.object({ status: z.enum(['CLOSED']) })),
    note,
    /** Made by whoever sends it, so that sending it again changes nothing further, and that closing can be undone. */
    request_id: z.optional(id),
  })
  .check((context) => {
    const { status, note: why } = context.value;
    if (status && !why)
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: ['note'],
        message: 'Say why it is closed without an intervention',
      });
  });
export type ChangedAction = z.output<typeof changedAction>;

/** Who gets an action. The server says what the move is; an `op` that is sent has to be that. */
export const actionAssignment = z.object({
  op: z.optional(z.enum(assignmentOps)),
  assignee_id: id,
  /** As what; without it the one of their roles that may handle it. */
  assignee_role: z.optional(z.enum(actionRoles)),
  note,
  /** Made by whoever sends it, so that sending it again moves nothing further. */
  request_id: z.optional(id),
});
export type ActionAssignment = z.output<typeof actionAssignment>;

const followUp = z.object({
  title: typedLine(1, longestActionTitle),
  due_date: seconds,
  priority: z.optional(z.enum(priorities)),
  assignee_id: z.optional(z.nullable(id)),
  assignee_role: z.optional(z.enum(actionRoles)),
});

/** What somebody did about one action or several. Sent again with the same `request_id` it is stored once. */
export const intervention = z.object({
  request_id: id,
  action_ids: z.array(id).check(z.minLength(1), z.maxLength(mostActionsAtOnce)),
  /**
   * The version of each action that its sender saw, by id: an alert that has joined an action since is a conflict, and nothing is stored for that one.
   * Where it is left out, it is stored whatever the action has become.
   */
  versions: z.optional(z.record(id, z.int().check(z.minimum(1)))),
  type: z.enum(interventionTypes),
  outcome: z.enum(interventionOutcomes),
  note,
  /** How long it took, for each action. */
  minutes: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(longestInterventionMinutes)))),
  /** What is still to be done, opened for each action as its follow-up. */
  follow_up: z.optional(z.nullable(followUp)),
});
export type Intervention = z.output<typeof intervention>;

/** `request_id`: of what is undone. Sent again it is undone once. */
export const actionUndo = z.strictObject({ request_id: id });
export type ActionUndo = z.output<typeof actionUndo>;
