import { instrumentOf } from '@vigil/domain/surveys/shipped/instruments';
import type { SurveyContent } from '@vigil/domain/surveys/survey';
import type { Sql } from '#platform/postgres/database.ts';

/** What members are given of a survey. */
export interface SurveyVersion {
  readonly surveyId: string;
  readonly version: number;
  readonly name: string;
  readonly content: SurveyContent;
}

/** Keeps a version for good; again it changes nothing. */
export async function keepVersion(
  sql: Sql,
  tenantId: string,
  { surveyId, version, name, content }: SurveyVersion,
  by: { readonly userId: string | null; readonly nowMs: number },
): Promise<void> {
  await sql.query(
    `insert into vigil.survey_versions (tenant_id, survey_id, version, name, content, published_at, published_by)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [tenantId, surveyId, version, name, JSON.stringify(content), new Date(by.nowMs), by.userId],
  );
}

/** The version that members are given now; undefined where the survey is not live. One that ships is kept with it. */
export async function liveVersion(sql: Sql, tenantId: string, surveyId: string, nowMs: number): Promise<SurveyVersion | undefined> {
  const shipped = instrumentOf(surveyId);
  if (shipped) {
    const version = { ...shipped, surveyId: shipped.id };
    await keepVersion(sql, tenantId, version, { userId: null, nowMs });
    return version;
  }
  const [found] = await sql.query<SurveyVersion>(
    `select v.survey_id, v.version, v.name, v.content from vigil.surveys s
     join vigil.survey_versions v on v.tenant_id = $1 and v.survey_id = s.id and v.version = s.version
     where s.tenant_id = $1 and s.id = $2 and s.status = 'live'`,
    [tenantId, surveyId],
  );
  return found;
}

/** Whether members can be given a survey; ids that no survey can have are of none. */
export async function isLive(sql: Sql, tenantId: string, surveyId: string): Promise<boolean> {
  const id = surveyId.toLowerCase();
  if (instrumentOf(id)) return true;
  const rows = await sql.query("select 1 from vigil.surveys where tenant_id = $1 and id::text = $2 and status = 'live'", [tenantId, id]);
  return rows.length > 0;
}

/** A version that was published at some time; undefined where there is none. */
export async function publishedVersion(sql: Sql, tenantId: string, surveyId: string, version: number): Promise<SurveyVersion | undefined> {
  const [found] = await sql.query<SurveyVersion>(
    'select survey_id, version, name, content from vigil.survey_versions where tenant_id = $1 and survey_id = $2 and version = $3',
    [tenantId, surveyId, version],
  );
  return found;
}
