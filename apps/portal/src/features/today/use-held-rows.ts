import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useSteadyOrder } from '#ui/use-steady-order.ts';
import { changesBetween } from './changes-between.ts';

export interface HeldRow {
  readonly row: TodayRow;
  /** It is no longer in the list: somebody handled it, or it is over. It stays, dimmed, until the new order is shown. */
  readonly isGone: boolean;
  /** It was put on top since the list was shown: a critical alert came. */
  readonly isNew: boolean;
}

/** Critical alarms of a row that ask for somebody, each time that one is raised. */
const criticalAlarms = ({ alarms }: TodayRow): string[] =>
  alarms.flatMap(({ id, state, severity, raisedAt }) => (state === 'raised' && severity === 'CRITICAL' ? [`${id} ${raisedAt}`] : []));

/** Rows in their places with the newest of each; what the list has become is counted, and shown when asked for. */
export function useHeldRows(rows: readonly TodayRow[] | undefined, question: string, late: boolean) {
  const held = useSteadyOrder(rows, ({ user_id }) => user_id, question, late, criticalAlarms);
  const newest = new Set((rows ?? []).map(({ user_id }) => user_id));
  const shown = held.rows?.map(
    (row): HeldRow => ({
      row,
      isGone: !newest.has(row.user_id),
      isNew: held.fresh.has(row.user_id) && criticalAlarms(row).length > 0,
    }),
  );
  const ids = (of: readonly TodayRow[] | undefined) => (of ?? []).map(({ user_id }) => user_id);
  return { shown, changes: held.changed ? changesBetween(ids(held.rows), ids(rows)) : 0, show: held.update };
}
