import type { Action } from '@vigil/contract/factuary-actions.contract';
import { useSteadyOrder } from '#ui/use-steady-order.ts';

export interface HeldAction {
  readonly action: Action;
  /** It is in the list no more: somebody ended it or took it. */
  readonly isGone: boolean;
}

/**
 * Actions in their places with the newest of each, so that no row comes under the pointer that means another: what the list has
 * become is shown when asked for. What one has ended oneself (`own`) leaves at once.
 */
export function useHeldActions(content: readonly Action[] | undefined, question: string, late: boolean, own: ReadonlySet<string>) {
  const { rows, changed, update } = useSteadyOrder(content, ({ action_id: id }) => id, question, late);
  const newest = (content ?? []).map(({ action_id: id }) => id);
  const held = (rows ?? [])
    .map((action): HeldAction => ({ action, isGone: !newest.includes(action.action_id) }))
    .filter(({ action, isGone }) => !(isGone && own.has(action.action_id)));
  const isOther = held.length !== newest.length || held.some(({ action }, index) => action.action_id !== newest[index]);
  return { rows: held, changed: changed && isOther, update };
}
