import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedLayer {
  readonly ruleId: string;
  readonly revision: number;
  readonly title: string;
  readonly settings: object;
  readonly offReason: string | null;
  readonly offUntil: string | null;
  readonly saidBy: string;
  readonly saidAt: string | null;
}

interface ExportedFiring {
  readonly id: string;
  readonly ruleId: string;
  readonly version: number;
  readonly title: string;
  readonly firedAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly actionId: string | null;
  readonly rule: object;
  readonly evidence: object;
}

const writersOnly = {
  exported: { not: 'names who of the staff wrote it; nothing of a member' },
  erased: { kept: 'who decided how members are watched stays on record' },
} as const;

/** What rules have otherwise for a person; it is part of the clinical record. */
export function alertsPersonalData(database: Database): PersonalData {
  return {
    tables: {
      alert_rule_versions: writersOnly,
      alert_cohort_layers: writersOnly,
      alert_member_layers: { exported: ['alert-rules.json'], erased: 'record' },
      alert_watches: { exported: { not: 'how far the readings were judged by rules; the readings are exported' }, erased: 'record' },
      alert_rule_states: { exported: { not: 'where a rule stands at this moment; what it fired is exported' }, erased: 'record' },
      alert_firings: { exported: ['alerts.json'], erased: 'record' },
      alert_backtests: { exported: { not: 'computed from the readings, which are exported; kept for a week' }, erased: 'contact' },
    },
    exportOf: ({ tenantId, userId }) => [
      firingsFile(database, tenantId, userId),
      jsonListFile<ExportedLayer>(
        {
          name: 'alert-rules.json',
          about: 'what the care team set for you in rules that watch your readings, and rules that were switched off, why and until when.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedLayer, 'offUntil' | 'saidAt'> & { offUntil: number | null; saidAt: number }>(
              `select l.rule_id, l.revision, v.title, l.settings, l.off_reason, l.off_until, l.said_by, l.said_at
               from vigil.alert_member_layers l
               join lateral (
                 select title from vigil.alert_rule_versions v where v.tenant_id = l.tenant_id and v.rule_id = l.rule_id order by version desc limit 1
               ) v on true
               where l.tenant_id = $1 and l.user_id = $2 and ($3::uuid is null or (l.rule_id, l.revision) > ($3, $4::int))
               order by l.rule_id, l.revision limit ${exportPageRows}`,
              [tenantId, userId, last?.ruleId ?? null, last?.revision ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, offUntil: isoTime(row.offUntil), saidAt: isoTime(row.saidAt) }));
        },
      ),
    ],
    erase: ({ tenantId, userId }, step) =>
      database.tenant(tenantId, async (sql) => {
        // A backtest that named the person says in its sums what they did: it goes as a whole, and can be run again.
        await sql.query('delete from vigil.alert_backtests where tenant_id = $1 and ($2 = any(user_ids) or asked_by = $2)', [
          tenantId,
          userId,
        ]);
        if (step !== 'record') return;
        await sql.query('delete from vigil.alert_member_layers where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.alert_firings where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.alert_rule_states where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.alert_watches where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      }),
  };
}

const firingsFile = (database: Database, tenantId: string, userId: string) =>
  jsonListFile<ExportedFiring>(
    { name: 'alerts.json', about: 'what rules found in your readings: when, by which rule, what was seen, and when it was over.' },
    async (last) => {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<Omit<ExportedFiring, 'firedAt' | 'endedAt'> & { firedAt: number; endedAt: number | null }>(
          `select f.id, f.rule_id, f.version, v.title, f.fired_at, f.ended_at, f.end_reason, f.action_id, f.rule, f.evidence
           from vigil.alert_firings f
           join vigil.alert_rule_versions v on v.tenant_id = f.tenant_id and v.rule_id = f.rule_id and v.version = f.version
           where f.tenant_id = $1 and f.user_id = $2 and ($3::uuid is null or f.id > $3)
           order by f.id limit ${exportPageRows}`,
          [tenantId, userId, last?.id ?? null],
        ),
      );
      return rows.map((row) => ({ ...row, firedAt: isoTime(row.firedAt), endedAt: isoTime(row.endedAt) }));
    },
  );
