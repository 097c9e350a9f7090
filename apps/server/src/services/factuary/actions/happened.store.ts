import type { ActionEventKind } from '@vigil/contract/factuary-actions.values';
import type { InterventionOutcome } from '@vigil/domain/actions/interventions';
import type { Database } from '#platform/postgres/database.ts';
import { stands } from './events.store.ts';

/** What became of an action of a member. Time in milliseconds since 1970. */
export interface HappenedRow {
  readonly userId: string;
  readonly actionId: string;
  readonly kind: ActionEventKind;
  readonly at: number;
  readonly title: string;
  /** Null where it was the server. */
  readonly byId: string | null;
  readonly note: string | null;
  readonly outcome: InterventionOutcome | null;
}

export interface HappenedStore {
  /**
   * What became of actions of all members, or of these, from `fromMs` (inclusive) on, newest first and at most
   * `limit`; without what was undone, without actions about missing data, and without changes that leave an action with whom it was.
   */
  happened(
    tenantId: string,
    scope: 'tenant' | readonly string[],
    since: { readonly fromMs: number; readonly limit: number },
  ): Promise<HappenedRow[]>;
}

export function createHappenedStore(database: Pick<Database, 'tenant'>): HappenedStore {
  return {
    happened: (tenantId, scope, { fromMs, limit }) =>
      database.tenant(tenantId, (sql) =>
        sql.query<HappenedRow>(
          `select e.user_id, e.action_id, e.kind, e.at, e.title, e.by_id, e.note, e.outcome
           from vigil.action_events e join vigil.actions a on a.tenant_id = e.tenant_id and a.id = e.action_id
           where e.tenant_id = $1 and e.at >= $2 and ($3::uuid[] is null or e.user_id = any($3))
             and e.kind not in ('JOINED', 'CHANGED') and a.category <> 'DATA_GAP' and ${stands}
           order by e.at desc, e.action_id, e.sequence desc limit $4`,
          [tenantId, new Date(fromMs), scope === 'tenant' ? null : [...scope], limit],
        ),
      ),
  };
}
