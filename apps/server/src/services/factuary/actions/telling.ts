import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import { publish, withdraw } from '#services/notification/index.ts';
import type { NewEvent } from './events.store.ts';

/** As much of an event as says whom it concerns. */
export type ToldEvent = Pick<NewEvent, 'actionId' | 'userId' | 'kind' | 'byId' | 'title' | 'priority' | 'assigneeId' | 'assigneeRole'>;

/** What stands in the bell of who has the action now. It may name what was seen: role streams do not show it. */
const wordsOf = new Map<ToldEvent['kind'], (title: string) => string>([
  ['OPENED', (title) => `New: ${title}`],
  ['ASSIGNED', (title) => `Given to you: ${title}`],
  ['ESCALATED', (title) => `Escalated to you: ${title}`],
  ['DEESCALATED', (title) => `De-escalated to you: ${title}`],
  ['REASSIGNED', (title) => `Reassigned to you: ${title}`],
  ['UNDONE', (title) => `Back in your list: ${title}`],
  ['EXPIRED', (title) => `Expired while critical: ${title}`],
]);
const endings: readonly ToldEvent['kind'][] = ['INTERVENED', 'CONFIRMED', 'CLOSED', 'EXPIRED'];

/**
 * Tells of an event, within its transaction, whoever has the action now, or else everybody of the role that it waits for; a push
 * reaches those of them who may see the member. What somebody gives to themselves they know. That an action
 * is new, or has expired while it was critical, its alarm tells where a rule opened it (`hasAlert`), and nobody a second time; what
 * has ended otherwise leaves every bell. What is undone comes back to whoever had it; where nobody had, its alarm tells.
 */
export async function tell(sql: Sql, tenantId: string, event: ToldEvent, { hasAlert }: { readonly hasAlert: boolean }): Promise<void> {
  const { actionId, assigneeId, assigneeRole, byId, kind, priority, title, userId: patientId } = event;
  const words = wordsOf.get(kind);
  const silent =
    (kind === 'OPENED' && hasAlert) ||
    (kind === 'UNDONE' && hasAlert && assigneeId === null) ||
    (kind === 'EXPIRED' && (hasAlert || priority !== 'CRITICAL')) ||
    (assigneeId !== null && assigneeId === byId);
  if (words && !silent) {
    const to = assigneeId === null ? { roles: [assigneeRole] satisfies readonly Role[] } : { userIds: [assigneeId] };
    await publish(sql, { tenantId, to, contentType: 'ACTION', patientId, description: words(title), aboutId: actionId });
  } else if (words || endings.includes(kind)) await withdraw(sql, tenantId, [actionId]);
}
