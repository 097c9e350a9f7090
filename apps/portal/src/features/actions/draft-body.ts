import {
  type ActionAssignment,
  actionAssignment,
  type ChangedAction,
  changedAction,
  type Intervention,
  intervention,
  type NewAction,
  newAction,
} from '@vigil/contract/factuary-actions.forms';
import { momentOfWallTime } from '@vigil/domain/timeframe/wall-time';
import type { ActionDraft, DraftField } from './action-drafts.ts';

/** Where in the form stands what the body calls so. */
const fieldOf = new Map<string, DraftField>([
  ['type', 'type'],
  ['outcome', 'outcome'],
  ['note', 'note'],
  ['minutes', 'minutes'],
  ['follow_up.title', 'title'],
  ['follow_up.due_date', 'date'],
  ['title', 'title'],
  ['assignee_id', 'assignee'],
  ['action_category', 'category'],
  ['priority', 'priority'],
]);

export type FormErrors = Partial<Record<DraftField, 'needed' | 'tooLong' | 'minutes' | 'date' | 'other'>>;

export type Sendable =
  | { readonly kind: 'intervene'; readonly body: Intervention }
  | { readonly kind: 'assign'; readonly actionId: string; readonly body: ActionAssignment }
  | { readonly kind: 'close'; readonly body: ChangedAction }
  | { readonly kind: 'open'; readonly body: NewAction };

interface About {
  readonly memberId: string;
  /** The member's time zone, in which a day begins. */
  readonly zone: string;
  /** The version of each action that is on screen, by id. */
  readonly versions: Readonly<Record<string, number>>;
}

/** At this time of the member's day a follow-up is due. */
const dueTime = '09:00';

/** What is sent for a draft, by the bodies of the contract; or what is wrong with it, by field. */
export function bodyOf(draft: ActionDraft, { memberId, zone, versions: shown }: About): { sendable: Sendable } | { errors: FormErrors } {
  const { id, kind, values, actionIds } = draft;
  const [actionId = ''] = actionIds;
  // Nobody ends what they have not seen: what was on screen when they began counts.
  const versions = Object.fromEntries(actionIds.flatMap((one) => seenVersion(draft, shown, one) ?? []));
  const note = values.note || null;
  const due = values.date ? momentOfWallTime(values.date, dueTime, zone) : Number.NaN;
  const followUp = values.followUp ? { title: values.title ?? '', due_date: due } : null;
  const minutes = values.minutes ? Number(values.minutes) : null;
  const [assigneeId = '', role] = (values.assignee ?? '').split(' ');
  if (kind === 'intervene') {
    const sent = {
      request_id: id,
      action_ids: actionIds,
      versions,
      type: values.type,
      outcome: values.outcome,
      note,
      minutes,
      follow_up: followUp,
    };
    return read(intervention.safeParse(sent), values, (body) => ({ kind, body }));
  }
  if (kind === 'assign')
    return read(actionAssignment.safeParse({ assignee_id: assigneeId, assignee_role: role, note, request_id: id }), values, (body) => ({
      ...{ kind, actionId, body },
    }));
  if (kind === 'close')
    return read(
      changedAction.safeParse({ action_id: actionId, version: versions[actionId], status: { status: 'CLOSED' }, note, request_id: id }),
      values,
      (body) => ({
        kind,
        body,
      }),
    );
  const opened = {
    action_id: id,
    user_id: memberId,
    action_category: values.category,
    title: values.title ?? '',
    note,
    priority: values.priority || undefined,
  };
  return read(newAction.safeParse(opened), values, (body) => ({ kind, body }));
}

const seenVersion = ({ versions = {} }: ActionDraft, shown: About['versions'], id: string): [[string, number]] | null => {
  const version = versions[id] ?? shown[id];
  return version === undefined ? null : [[id, version]];
};

type Parsed<T> = { success: true; data: T } | { success: false; error: { issues: readonly { path: PropertyKey[]; code: string }[] } };

function read<T>(parsed: Parsed<T>, values: ActionDraft['values'], of: (body: T) => Sendable) {
  if (parsed.success) return { sendable: of(parsed.data) };
  const errors: FormErrors = {};
  for (const { path, code } of parsed.error.issues) {
    const field = fieldOf.get(path.join('.'));
    if (field) errors[field] ??= wrong(field, code, values[field]);
  }
  return { errors };
}

function wrong(field: DraftField, code: string, value: string | undefined): NonNullable<FormErrors[DraftField]> {
  if (field === 'minutes' || field === 'date') return field;
  if (!value?.trim()) return 'needed';
  return code === 'too_big' ? 'tooLong' : 'other';
}
