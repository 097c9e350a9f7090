import { undoWithinSeconds } from '@vigil/contract/alerts-alarms.values';
import { VigilError } from '@vigil/contract/errors';
import type { ActionEventKind } from '@vigil/contract/factuary-actions.values';
import type { People } from '#people/index.ts';

/**
 * Why something is not undone. `acted`: something became of the action, or somebody has answered its alarm, since; `byId` null: the server.
 * `opened`: a new action about the same has opened since. `busy`: others change it at this very moment.
 */
export type UndoRefusal =
  | { readonly because: 'acted'; readonly kind: ActionEventKind | 'ANSWERED'; readonly byId: string | null }
  | { readonly because: 'late' | 'opened' | 'busy' };

/** Thrown within the transaction, which stores nothing then. */
export class NotUndone extends Error {
  readonly refusal: UndoRefusal;
  constructor(refusal: UndoRefusal) {
    super(`Not undone: ${refusal.because}`);
    this.refusal = refusal;
  }
}

const acts: Partial<Record<ActionEventKind | 'ANSWERED', string>> = {
  ...{ ASSIGNED: 'reassigned this action', ESCALATED: 'escalated this action', DEESCALATED: 'de-escalated this action' },
  ...{ REASSIGNED: 'reassigned this action', CHANGED: 'changed this action', ATTEMPTED: 'logged a call attempt on this action' },
  ...{ INTERVENED: 'logged an intervention on this action', CONFIRMED: 'logged an intervention on this action' },
  ...{ CLOSED: 'closed this action', UNDONE: 'undone a change to this action', ANSWERED: 'answered the alert of this action' },
};
const byServer: Partial<Record<ActionEventKind | 'ANSWERED', string>> = {
  ...{ JOINED: 'Another alert has joined this action since.', EXPIRED: 'This action has expired since.' },
};

/** As it is told to whoever wanted to undo it: who has done what. */
export async function toldNotUndone(
  people: Pick<People, 'care'>,
  tenantId: string,
  doerId: string,
  refusal: UndoRefusal,
): Promise<VigilError> {
  const conflict = (message: string) => new VigilError('conflict', message);
  switch (refusal.because) {
    case 'late':
      return conflict(
        `More than ${undoWithinSeconds} seconds have passed, so this can’t be undone. Add a new action if there is still something to do.`,
      );
    case 'opened':
      return conflict('A new action about the same problem has opened since, so this can’t be undone. Work on the new action.');
    case 'busy':
      return conflict('Someone else is changing this action right now. Nothing was undone; try again.');
  }
  const { kind, byId } = refusal;
  if (byId === null) return conflict(`${byServer[kind] ?? 'This action has changed since.'} It wasn’t undone; see how it stands now.`);
  const [person] = byId === doerId ? [] : await people.care.named(tenantId, [byId]);
  const who = byId === doerId ? 'You have' : person ? `${person.givenName} ${person.familyName} has` : 'Someone else has';
  return conflict(`${who} ${acts[kind] ?? 'changed this action'} since. It wasn’t undone; see how it stands now.`);
}
