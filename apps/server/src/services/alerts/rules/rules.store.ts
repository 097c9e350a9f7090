import type { AlertRule, RuleSettings, VersionState } from '@vigil/domain/alerts/rule';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { CohortPlaces, Cohorts } from '#services/factuary/cohorts/index.ts';

/** One version of a rule. Times in milliseconds since 1970. */
export interface RuleVersionRow {
  readonly ruleId: string;
  readonly defaultId: string | null;
  /** Of the whole rule. */
  readonly revision: number;
  readonly version: number;
  readonly state: VersionState;
  readonly title: string;
  readonly definition: AlertRule;
  readonly writtenBy: string;
  readonly writtenAt: number;
  readonly stateSince: number;
  /** Of which change of the tenant's rules it came into its state. */
  readonly generation: number;
}

export interface CohortLayerRow {
  readonly ruleId: string;
  readonly cohortId: string;
  readonly place: number;
  readonly settings: Partial<RuleSettings>;
  readonly saidBy: string;
  readonly saidAt: number;
}

export interface StandingLayer {
  readonly of: 'cohorts' | 'members';
  readonly settings: Partial<RuleSettings>;
  readonly count: number;
}

/** Who writes, and when (milliseconds). */
export interface Writing {
  readonly by: string;
  readonly atMs: number;
}

export interface WrittenVersion {
  readonly title: string;
  readonly definition: AlertRule;
}

export interface RulesStore {
  /** The rules of which a cohort has something otherwise, in words. */
  readonly rulesWithCohort: CohortPlaces;
  /** Every version of every rule, or of one, the newest first. */
  versions(tenantId: string, ruleId?: string): Promise<RuleVersionRow[]>;
  /** What cohorts have otherwise now, of every rule or of one; those without any settings are absent. */
  cohortLayers(tenantId: string, ruleId?: string): Promise<CohortLayerRow[]>;
  countRules(tenantId: string): Promise<number>;
  /** Makes a rule with a draft; nothing where there is one with that id. */
  insert(
    tenantId: string,
    rule: WrittenVersion & { readonly id: string; readonly defaultId: string | null },
    writing: Writing,
  ): Promise<void>;
  /**
   * Changes a rule within one transaction, with its versions locked: `work` is given them and its statements. False, and nothing is
   * changed, where the revision is no longer the one that was read. Null where there is no such rule.
   */
  change(
    tenantId: string,
    ruleId: string,
    revision: number,
    work: (versions: readonly RuleVersionRow[], changes: RuleChanges) => Promise<void>,
  ): Promise<boolean | null>;
}

export interface RuleChanges {
  rewriteDraft(version: number, written: WrittenVersion, writing: Writing): Promise<void>;
  addDraft(version: number, written: WrittenVersion, writing: Writing): Promise<void>;
  setState(version: number, state: VersionState, atMs: number): Promise<void>;
  /** What cohorts and members have otherwise of this rule now: each thing that is said, and by how many. */
  standingLayers(): Promise<StandingLayer[]>;
  addCohortLayer(layer: Omit<CohortLayerRow, 'ruleId' | 'saidBy' | 'saidAt'>, writing: Writing): Promise<boolean>;
}

const versionsOf = `
  select v.rule_id, r.default_id, r.revision, v.version, v.state, v.title, v.definition, v.written_by, v.written_at, v.state_since,
    v.generation
  from vigil.alert_rule_versions v join vigil.alert_rules r on r.tenant_id = v.tenant_id and r.id = v.rule_id
  where v.tenant_id = $1 and ($2::uuid is null or v.rule_id = $2)
  order by v.rule_id, v.version desc`;

/** `hold` keeps a cohort from being deleted until the transaction ends, and says whether there is one. */
export function createRulesStore(database: Database, hold: Cohorts['hold']): RulesStore {
  return {
    rulesWithCohort: async (sql, tenantId, cohortId) => {
      const rows = await sql.query<{ title: string }>(
        `select (select v.title from vigil.alert_rule_versions v where v.tenant_id = $1 and v.rule_id = newest.rule_id order by v.version desc limit 1) as title
         from (
           select distinct on (rule_id) rule_id, settings from vigil.alert_cohort_layers
           where tenant_id = $1 and cohort_id = $2 order by rule_id, revision desc
         ) newest where settings <> '{}' order by title`,
        [tenantId, cohortId],
      );
      return rows.map(({ title }) => `Rule “${title}”`);
    },

    versions: (tenantId, ruleId) => database.tenant(tenantId, (sql) => sql.query<RuleVersionRow>(versionsOf, [tenantId, ruleId ?? null])),

    cohortLayers: (tenantId, ruleId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<CohortLayerRow>(
          `select * from (
             select distinct on (rule_id, cohort_id) rule_id, cohort_id, place, settings, said_by, said_at
             from vigil.alert_cohort_layers where tenant_id = $1 and ($2::uuid is null or rule_id = $2)
             order by rule_id, cohort_id, revision desc
           ) newest where settings <> '{}' order by place, cohort_id`,
          [tenantId, ruleId ?? null],
        ),
      ),

    async countRules(tenantId) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<{ n: number }>('select count(*)::int as n from vigil.alert_rules where tenant_id = $1', [tenantId]),
      );
      return row?.n ?? 0;
    },

    insert: (tenantId, { id, defaultId, ...written }, writing) =>
      database.tenant(tenantId, async (sql) => {
        const made = await sql.query(
          `insert into vigil.alert_rules (tenant_id, id, default_id, revision, created_at) values ($1, $2, $3, 1, $4)
           on conflict do nothing returning id`,
          [tenantId, id, defaultId, new Date(writing.atMs)],
        );
        if (made.length > 0) await changesOn(sql, tenantId, id, hold).addDraft(1, written, writing);
      }),

    change: (tenantId, ruleId, revision, work) =>
      database.tenant(tenantId, async (sql) => {
        const [rule] = await sql.query<{ revision: number }>(
          'select revision from vigil.alert_rules where tenant_id = $1 and id = $2 for update',
          [tenantId, ruleId],
        );
        if (!rule) return null;
        if (rule.revision !== revision) return false;
        await work(await sql.query<RuleVersionRow>(versionsOf, [tenantId, ruleId]), changesOn(sql, tenantId, ruleId, hold));
        await sql.query('update vigil.alert_rules set revision = revision + 1 where tenant_id = $1 and id = $2', [tenantId, ruleId]);
        return true;
      }),
  };
}

function changesOn(sql: Sql, tenantId: string, ruleId: string, hold: Cohorts['hold']): RuleChanges {
  return {
    async rewriteDraft(version, { title, definition }, { by, atMs }) {
      await sql.query(
        `update vigil.alert_rule_versions set title = $4, definition = $5, written_by = $6, written_at = $7
         where tenant_id = $1 and rule_id = $2 and version = $3`,
        [tenantId, ruleId, version, title, JSON.stringify(definition), by, new Date(atMs)],
      );
    },
    async addDraft(version, { title, definition }, { by, atMs }) {
      await sql.query(
        `insert into vigil.alert_rule_versions (tenant_id, rule_id, version, state, title, definition, written_by, written_at, state_since)
         values ($1, $2, $3, 'draft', $4, $5, $6, $7, $7)`,
        [tenantId, ruleId, version, title, JSON.stringify(definition), by, new Date(atMs)],
      );
    },
    async setState(version, state, atMs) {
      await sql.query(
        `update vigil.alert_rule_versions set state = $4, state_since = $5, generation = $6
         where tenant_id = $1 and rule_id = $2 and version = $3`,
        [tenantId, ruleId, version, state, new Date(atMs), await noteChange(sql, tenantId)],
      );
    },
    standingLayers: () =>
      sql.query<StandingLayer>(
        `select "of", settings, count(*)::int as count from (
           (select distinct on (cohort_id) 'cohorts' as "of", settings from vigil.alert_cohort_layers
            where tenant_id = $1 and rule_id = $2 order by cohort_id, revision desc)
           union all
           (select distinct on (user_id) 'members', settings from vigil.alert_member_layers
            where tenant_id = $1 and rule_id = $2 order by user_id, revision desc)
         ) newest where settings <> '{}' group by "of", settings order by "of", settings::text`,
        [tenantId, ruleId],
      ),
    async addCohortLayer({ cohortId, place, settings }, { by, atMs }) {
      if (!(await hold(sql, tenantId, cohortId))) return false;
      await sql.query(
        `insert into vigil.alert_cohort_layers (tenant_id, rule_id, cohort_id, revision, place, settings, said_by, said_at)
         select $1, $2, $3, coalesce(max(revision), 0) + 1, $4, $5, $6, $7 from vigil.alert_cohort_layers
         where tenant_id = $1 and rule_id = $2 and cohort_id = $3`,
        [tenantId, ruleId, cohortId, place, JSON.stringify(settings), by, new Date(atMs)],
      );
      await noteChange(sql, tenantId);
      return true;
    },
  };
}

/** Within the transaction of a change of what runs: everybody is to be looked at again. Answers the number of the change. */
async function noteChange(sql: Sql, tenantId: string): Promise<number> {
  const [row] = await sql.query<{ generation: number }>(
    `insert into vigil.alert_passes as known (tenant_id, generation) values ($1, 1)
     on conflict (tenant_id) do update set generation = known.generation + 1 returning generation`,
    [tenantId],
  );
  return row?.generation ?? 1;
}
