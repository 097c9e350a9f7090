import type { Sql } from '#platform/postgres/database.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import { overAndClosing } from './firings.store.ts';

/** Why an action closed by itself, as its history says it. */
export const hasCleared = 'The condition of the rule has cleared.';
export const runsNoMore = 'The rule was retired or switched off.';

/**
 * Within the transaction in which alerts of actions ended: closes those actions that close by themselves once nothing of them stands. After everything
 * that was told with it: another alert may have joined. Before the alarms hear of anything: an action is locked before its alarm, and all actions before
 * any alarm. `ended`: why, by action.
 */
export async function closeWhatIsOver(
  sql: Sql,
  tenantId: string,
  { closeAll }: Pick<Actions, 'closeAll'>,
  ended: ReadonlyMap<string, string>,
): Promise<void> {
  const over = await overAndClosing(sql, tenantId, [...ended.keys()]);
  if (over.length > 0) await closeAll(sql, tenantId, new Map(over.map((actionId) => [actionId, ended.get(actionId) ?? hasCleared])));
}
