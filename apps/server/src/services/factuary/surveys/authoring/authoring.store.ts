import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { SurveyStatus } from '@vigil/contract/factuary-surveys.values';
import type { SurveyContent } from '@vigil/domain/surveys/survey';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { keepVersion, type SurveyVersion } from '../survey-versions.store.ts';

/** A survey as it is written. Times in milliseconds since 1970. */
export interface SurveyRow {
  readonly id: string;
  readonly name: string;
  readonly status: SurveyStatus;
  readonly intake: boolean;
  readonly revision: number;
  readonly version: number | null;
  readonly publishedRevision: number | null;
  readonly changedBy: string;
  readonly changedAt: number;
}

export type WholeSurveyRow = SurveyRow & { readonly content: SurveyContent };

export interface LiveRow extends SurveyVersion {
  readonly intake: boolean;
  readonly intakeSince: number | null;
}

interface By {
  readonly userId: string;
  readonly nowMs: number;
}

const columns = 'id, name, status, intake, revision, version, published_revision, changed_by, changed_at';

export interface AuthoringStore {
  list(tenantId: string): Promise<SurveyRow[]>;
  one(tenantId: string, id: string): Promise<WholeSurveyRow | undefined>;
  live(tenantId: string): Promise<LiveRow[]>;
  /** Keeps a draft on the revision that it names; false where that is not the one that is stored. */
  save(tenantId: string, draft: SurveyDraft, by: By): Promise<boolean>;
  /** Makes the stored revision the version that members are given; false where it is another by now. */
  publish(tenantId: string, id: string, revision: number, by: By): Promise<boolean>;
  retire(tenantId: string, id: string, revision: number, by: By): Promise<boolean>;
}

export function createAuthoringStore(database: Database): AuthoringStore {
  return {
    list: (tenantId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<SurveyRow>(`select ${columns} from vigil.surveys where tenant_id = $1 order by lower(name), id limit 2000`, [tenantId]),
      ),
    one: (tenantId, id) => database.tenant(tenantId, (sql) => readOne(sql, tenantId, id)),
    live: (tenantId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<LiveRow>(
          `select v.survey_id, v.version, v.name, v.content, s.intake, s.intake_since from vigil.surveys s
           join vigil.survey_versions v on v.tenant_id = $1 and v.survey_id = s.id and v.version = s.version
           where s.tenant_id = $1 and s.status = 'live' order by lower(v.name), s.id limit 500`,
          [tenantId],
        ),
      ),
    save: (tenantId, { id, revision, name, intake, content }, { userId, nowMs }) =>
      database.tenant(tenantId, async (sql) => {
        const values = [tenantId, id, name, intake, JSON.stringify(content), userId, new Date(nowMs)];
        const rows =
          revision === 0
            ? await sql.query(
                `insert into vigil.surveys (tenant_id, id, name, status, intake, content, revision, changed_by, changed_at)
                 values ($1, $2, $3, 'draft', $4, $5, 1, $6, $7) on conflict do nothing returning id`,
                values,
              )
            : await sql.query(
                `update vigil.surveys set name = $3, intake = $4, content = $5, revision = revision + 1, changed_by = $6, changed_at = $7
                 where tenant_id = $1 and id = $2 and revision = $8 returning id`,
                [...values, revision],
              );
        return rows.length > 0;
      }),
    publish: (tenantId, id, revision, by) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<{ version: number; name: string; content: SurveyContent }>(
          `update vigil.surveys set version = coalesce(version, 0) + 1, published_revision = revision, status = 'live',
             intake_since = case when intake then coalesce(intake_since, $4) end
           where tenant_id = $1 and id = $2 and revision = $3 and (published_revision is distinct from revision or status <> 'live')
           returning version, name, content`,
          [tenantId, id, revision, new Date(by.nowMs)],
        );
        if (row) await keepVersion(sql, tenantId, { surveyId: id, ...row }, by);
        return row !== undefined;
      }),
    retire: (tenantId, id, revision) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query(
          `update vigil.surveys set status = 'retired', intake_since = null where tenant_id = $1 and id = $2 and revision = $3 returning id`,
          [tenantId, id, revision],
        );
        return rows.length > 0;
      }),
  };
}

async function readOne(sql: Sql, tenantId: string, id: string): Promise<WholeSurveyRow | undefined> {
  const [row] = await sql.query<WholeSurveyRow>(`select ${columns}, content from vigil.surveys where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ]);
  return row;
}
