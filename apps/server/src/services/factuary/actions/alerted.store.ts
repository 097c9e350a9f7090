import type { ActionEventKind, InterventionOutcome } from '@vigil/contract/factuary-actions.values';
import type { Database } from '#platform/postgres/database.ts';
import { stands } from './events.store.ts';

/** An action that an alert opened, and how it ended. Times in milliseconds. */
export interface AlertedRow {
  readonly actionId: string;
  readonly userId: string;
  readonly ruleId: string;
  /** As the rule was called then. */
  readonly ruleName: string;
  readonly openedAt: number;
  readonly holder: string | null;
  /** Null, with what follows: it has not ended. */
  readonly endKind: ActionEventKind | null;
  readonly outcome: InterventionOutcome | null;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
}

export interface AlertedQuestion {
  /** Null: of the whole tenant. */
  readonly userIds: readonly string[] | null;
  /** Null: of every rule. */
  readonly ruleId: string | null;
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly most: number;
}

export interface AlertedStore {
  /** Actions that rules opened in a stretch of time, with how each ended, the newest first. */
  alerted(tenantId: string, question: AlertedQuestion): Promise<AlertedRow[]>;
  /** In how many hours of the clock each person did something about actions of these members; null: of everybody. */
  hoursOfWork(
    tenantId: string,
    userIds: readonly string[] | null,
    fromMs: number,
    toMs: number,
  ): Promise<{ readonly userId: string; readonly hours: number }[]>;
}

const endings: readonly ActionEventKind[] = ['INTERVENED', 'CONFIRMED', 'CLOSED', 'EXPIRED'];

export function createAlertedStore(database: Database): AlertedStore {
  return {
    alerted: (tenantId, { userIds, ruleId, fromMs, toMs, most }) =>
      database.tenant(tenantId, (sql) =>
        sql.query<AlertedRow>(
          `select a.id as action_id, a.user_id, a.alert -> 'rule' ->> 'id' as rule_id, a.alert -> 'rule' ->> 'name' as rule_name,
             a.created_at as opened_at, a.assignee_id as holder,
             ending.kind as end_kind, ending.outcome, ending.at as ended_at, ending.by_id as ended_by
           from vigil.actions a
           left join lateral (
             select e.kind, e.outcome, e.at, e.by_id from vigil.action_events e
             where e.tenant_id = a.tenant_id and e.action_id = a.id and e.kind = any($7) order by e.sequence desc limit 1
           ) ending on not a.is_live
           where a.tenant_id = $1 and a.alert -> 'rule' ->> 'id' is not null and a.created_at >= $2 and a.created_at < $3
             and ($4::uuid[] is null or a.user_id = any($4)) and ($5::text is null or a.alert -> 'rule' ->> 'id' = $5)
           order by a.created_at desc, a.id limit $6`,
          [tenantId, new Date(fromMs), new Date(toMs), userIds, ruleId, most, endings],
        ),
      ),

    hoursOfWork: (tenantId, userIds, fromMs, toMs) =>
      database.tenant(tenantId, (sql) =>
        sql.query<{ userId: string; hours: number }>(
          `select e.by_id as user_id, count(distinct date_trunc('hour', e.at))::int as hours
           from vigil.action_events e where e.tenant_id = $1 and e.at >= $2 and e.at < $3 and e.by_id is not null and ${stands} and ($4::uuid[] is null or e.user_id = any($4))
           group by e.by_id order by e.by_id`,
          [tenantId, new Date(fromMs), new Date(toMs), userIds],
        ),
      ),
  };
}
