import { VigilError } from '@vigil/contract/errors';
import type { ActionEventKind } from '@vigil/contract/factuary-actions.values';
import type { Role } from '@vigil/domain/roles';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type ActionRow, readActions } from './actions.store.ts';
import { type ActionsEnded, endOf } from './endings.ts';
import {
  type ActionEventRow,
  type ActionState,
  appendEvent,
  databaseNow,
  doneByRequest,
  type EventWords,
  eventsFrom,
  holdLive,
  type NewEvent,
} from './events.store.ts';
import { tell } from './telling.ts';

/** Who does something, in which tenant. */
export interface Doer {
  readonly tenantId: string;
  readonly id: string;
  readonly roles: readonly Role[];
  /** Of a past that is brought in, as the demonstration's; without it now, by the database's clock. Milliseconds since 1970. */
  readonly atMs?: number;
}

/** What becomes of an action: the event's kind, and what it changes of the state. Nothing: it is as wanted already. */
export interface Decision {
  readonly kind: ActionEventKind;
  readonly to: Partial<ActionState>;
  readonly words?: Partial<EventWords>;
  /** What follows within the same transaction; that an action has ended, others are told of. */
  readonly follow?: (sql: Sql) => Promise<void>;
}

export interface Change {
  readonly actionId: string;
  /** The version that was read, where somebody edits; a later one is a conflict. */
  readonly version?: number;
  /** The version that was seen, where somebody ends it: an alert that has joined since is a conflict. */
  readonly seen?: number | undefined;
  readonly requestId?: string | undefined;
  /** Which kinds of events the request may have written, when it was sent before. */
  readonly kinds: readonly ActionEventKind[];
  /** Whether what the request did then is what it asks for now. */
  readonly isSame?: (done: ActionEventRow, sql: Sql) => boolean | Promise<boolean>;
  /** By what the action is now, and the database's clock in milliseconds. Throws what is to be told. */
  readonly decide: (action: ActionRow, nowMs: number) => Decision | null;
}

/** Tries until nobody else was faster. */
const mostTries = 5;

/**
 * One change of one action as one event, decided by what the action is at that moment. Throws not_found where there is none, and
 * conflict where it has ended, or has been changed since `version`. Sent again with the same `requestId` it changes nothing.
 */
export async function changeAction(
  { database, ended }: { readonly database: Database; readonly ended: ActionsEnded },
  by: Doer,
  change: Change,
): Promise<void> {
  for (let tried = 1; tried <= mostTries; tried += 1)
    if (await database.tenant(by.tenantId, (sql) => attempt(sql, by, change, ended))) return;
  throw changedMeanwhile();
}

/** A change that was stored. */
interface Followed {
  readonly action: ActionRow;
  readonly event: NewEvent;
  readonly decided: Decision;
  readonly ended: ActionsEnded;
}

async function attempt(sql: Sql, by: Doer, change: Change, ended: ActionsEnded): Promise<boolean> {
  const { tenantId, id: byId, roles: byRoles } = by;
  const atMs = by.atMs ?? null;
  const { actionId, requestId, version, seen, kinds, isSame, decide } = change;
  await holdLive(sql, actionId);
  const before = requestId === undefined ? undefined : await doneByRequest(sql, tenantId, actionId, requestId);
  if (before) {
    if (before.byId !== byId || !kinds.includes(before.kind) || (await isSame?.(before, sql)) === false) throw otherRequest();
    return true;
  }
  const [action] = await readActions(sql, tenantId, [actionId]);
  if (!action) throw noSuchAction();
  const nowMs = atMs ?? (await databaseNow(sql));
  requireLive(action, nowMs);
  if (version !== undefined && version !== action.version) throw editedMeanwhile(version, action.version);
  if (seen !== undefined) await requireNothingJoined(sql, tenantId, action, seen);
  const decided = decide(action, nowMs);
  if (!decided) return true;
  const { status, title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt, userId } = action;
  const event: NewEvent = {
    ...{ status, title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt },
    ...decided.to,
    ...{ actionId, userId, byId, byRoles, atMs, sequence: action.version + 1, kind: decided.kind },
    requestId: requestId ?? null,
    words: decided.words ?? {},
  };
  const stored = await appendEvent(sql, tenantId, event);
  if (stored) await follow(sql, by, { action, event, decided, ended });
  else if (version !== undefined) throw editedMeanwhile(version, version + 1);
  return stored;
}

/** What is stored with the change, or not at all: who is told, what it leads to, and that the action has ended. */
async function follow(sql: Sql, { tenantId, atMs }: Doer, { action, event, decided, ended }: Followed): Promise<void> {
  const tellOfIt = async () => {
    if (atMs === undefined) await tell(sql, tenantId, event, { hasAlert: action.alert !== null });
    await decided.follow?.(sql);
  };
  const end = endOf(decided.kind);
  if (end) await ended(sql, tenantId, [event.actionId], end, tellOfIt);
  else await tellOfIt();
}

/** What is due has ended, also in the seconds until its event is written. */
function requireLive(action: ActionRow, nowMs: number): void {
  if (action.isLive && action.expiresAt > nowMs) return;
  throw new VigilError(
    'conflict',
    action.isLive || action.status === 'EXPIRED'
      ? 'The time of this action is over: it has expired. Nothing was stored. Open a new one if there is still something to do.'
      : 'Somebody has ended this action meanwhile. Nothing was stored; its history says who, when and how.',
  );
}

/** An alert that has joined an action since somebody saw it, in which version that is now, and what is so called. */
export class JoinedSince extends VigilError {
  readonly version: number;
  readonly titles: readonly string[];
  constructor(version: number, titles: readonly string[]) {
    const named = titles.map((title) => `“${title}”`).join(', ');
    super('conflict', `${named} joined this action after you opened it. Nothing was saved. Review the action and save again.`, {
      fields: [{ field: 'version', message: `Is ${version} now` }],
    });
    this.version = version;
    this.titles = titles;
  }
}

/** Whoever ends an action ends every alert that it stands for: nobody ends one that they have not seen. */
async function requireNothingJoined(sql: Sql, tenantId: string, { id, version }: ActionRow, seen: number): Promise<void> {
  if (seen >= version) return;
  const since = await eventsFrom(sql, tenantId, id, seen + 1);
  const titles = since.flatMap(({ kind, note, title }) => (kind === 'JOINED' ? [note ?? title] : []));
  if (titles.length > 0) throw new JoinedSince(version, [...new Set(titles)]);
}

const noSuchAction = () => new VigilError('not_found', 'There is no such action.');
const otherRequest = () =>
  new VigilError('conflict', 'Something else was done to this action under this request_id before. Nothing was stored; send a new one.');
const changedMeanwhile = () =>
  new VigilError('conflict', 'Others are changing this action at this very moment. Nothing was stored; please try again.');
const editedMeanwhile = (read: number, now: number) =>
  new VigilError(
    'conflict',
    `Somebody has changed this action since you read it: you have version ${read}, and it is at ${now}. Nothing was stored; read it again and decide anew.`,
    { fields: [{ field: 'version', message: `Is ${now} now` }] },
  );
