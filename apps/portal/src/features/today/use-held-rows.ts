import { useSteadyOrder } from '#ui/use-steady-order.ts';
import { changesBetween } from './changes-between.ts';

export interface HeldRow<Row> {
  readonly row: Row;
  /** It is no longer in the list: somebody handled it, or it is over. It stays, dimmed, until the new order is shown. */
  readonly isGone: boolean;
}

/** Rows in their places with the newest of each; what the list has become is counted, and shown when asked for. */
export function useHeldRows<Row extends { readonly user_id: string }>(rows: readonly Row[] | undefined, question: string, late: boolean) {
  const held = useSteadyOrder(rows, ({ user_id }) => user_id, question, late);
  const newest = new Set((rows ?? []).map(({ user_id }) => user_id));
  const shown = held.rows?.map((row): HeldRow<Row> => ({ row, isGone: !newest.has(row.user_id) }));
  const ids = (of: readonly Row[] | undefined) => (of ?? []).map(({ user_id }) => user_id);
  return { shown, changes: held.changed ? changesBetween(ids(held.rows), ids(rows)) : 0, show: held.update };
}
