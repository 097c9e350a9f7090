import { VigilError } from '@vigil/contract/errors';
import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import type { StoredAlarm } from './alarms.store.ts';

/** Somebody of the care team who answers alarms. */
export interface Responder {
  readonly id: string;
  readonly roles: readonly Role[];
}

/** Within a transaction: those of these alarms that somebody may answer, since every action of theirs that is open is theirs to handle. */
export async function answerableBy(
  { handledBy }: Pick<Actions, 'handledBy'>,
  sql: Sql,
  tenantId: string,
  who: Responder,
  alarms: readonly StoredAlarm[],
): Promise<ReadonlySet<string>> {
  const openActions = ({ parts }: StoredAlarm) => parts.filter(({ ended }) => !ended).map(({ actionId }) => actionId);
  const handled = await handledBy(sql, tenantId, who, [...new Set(alarms.flatMap(openActions))]);
  return new Set(alarms.filter((alarm) => openActions(alarm).every((id) => handled.has(id))).map(({ id }) => id));
}

export const notAllowed = () =>
  new VigilError(
    'forbidden',
    'Your role doesn’t handle this kind of alert, so it can’t be acknowledged or snoozed by you. Nothing was changed. Message the nurse or physician on call.',
  );
