import type { RuleSettings } from '@vigil/domain/alerts/rule';
import type { Database } from '#platform/postgres/database.ts';
import type { Writing } from './rules.store.ts';

/** What one member has otherwise of one rule. Times in milliseconds since 1970. */
export interface MemberLayerRow {
  readonly userId: string;
  readonly ruleId: string;
  readonly revision: number;
  readonly settings: Partial<RuleSettings>;
  readonly offReason: string | null;
  readonly offUntil: number | null;
  readonly saidBy: string;
  readonly saidAt: number;
}

export interface MemberLayersStore {
  /** What these members have otherwise now. */
  of(tenantId: string, userIds: readonly string[]): Promise<MemberLayerRow[]>;
  /** Adds what holds from now on. False where `revision` is no longer the newest (0: nobody has said anything). */
  add(tenantId: string, layer: Omit<MemberLayerRow, 'saidBy' | 'saidAt'>, writing: Writing): Promise<boolean>;
}

export function createMemberLayersStore(database: Database): MemberLayersStore {
  return {
    of: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<MemberLayerRow>(
          `select distinct on (user_id, rule_id) user_id, rule_id, revision, settings, off_reason, off_until, said_by, said_at
           from vigil.alert_member_layers where tenant_id = $1 and user_id = any($2::uuid[])
           order by user_id, rule_id, revision desc`,
          [tenantId, userIds],
        ),
      ),

    add: (tenantId, { userId, ruleId, revision, settings, offReason, offUntil }, { by, atMs }) =>
      database.tenant(tenantId, async (sql) => {
        const added = await sql.query(
          `insert into vigil.alert_member_layers (tenant_id, user_id, rule_id, revision, settings, off_reason, off_until, said_by, said_at)
           select $1, $2, $3, $4::int + 1, $5, $6, $7, $8, $9
           where $4 = (select coalesce(max(revision), 0) from vigil.alert_member_layers where tenant_id = $1 and user_id = $2 and rule_id = $3)
           on conflict do nothing returning revision`,
          [
            tenantId,
            userId,
            ruleId,
            revision,
            JSON.stringify(settings),
            offReason,
            offUntil === null ? null : new Date(offUntil),
            by,
            new Date(atMs),
          ],
        );
        // Whoever is watched by other rules now is looked at soon.
        if (added.length > 0)
          await sql.query('update vigil.alert_watches set next_at = now() where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        return added.length > 0;
      }),
  };
}
