import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

const inSurveys = { exported: ['surveys.json'], erased: 'record' } as const;
const ofStaff = { kept: 'who of the staff wrote a survey is part of its history' };
const notTheirs = { not: 'it is about a survey of the clinic, and names only who of the staff wrote it' };

interface Row {
  readonly id: string;
  readonly deliveredAt: number;
  readonly completedAt: number | null;
}
type ExportedSurvey = Omit<Row, 'deliveredAt' | 'completedAt'> & {
  readonly deliveredAt: string | null;
  readonly completedAt: string | null;
};

/** Surveys that a person was given, and everything that was answered; they are part of the clinical record. */
export function surveysPersonalData(database: Database): PersonalData {
  return {
    tables: {
      surveys: { exported: notTheirs, erased: ofStaff },
      survey_versions: { exported: notTheirs, erased: ofStaff },
      user_surveys: inSurveys,
      survey_answers: inSurveys,
      survey_schedules: { exported: ['survey-schedules.json'], erased: 'record' },
      survey_baselines: inSurveys,
      survey_action_requests: inSurveys,
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedSurvey>(
        {
          name: 'surveys.json',
          about:
            'surveys that you were given: what they asked, and every answer, also those that were changed later; number_answers is the number of answers that your care team compares with.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) => surveyRows(sql, tenantId, userId, last?.id ?? null));
          return rows.map((row) => ({ ...row, deliveredAt: isoTime(row.deliveredAt), completedAt: isoTime(row.completedAt) }));
        },
      ),
      jsonListFile<{ readonly id: string }>({ name: 'survey-schedules.json', about: 'by which schedules you are given surveys.' }, (last) =>
        database.tenant(tenantId, (sql) =>
          sql.query<{ id: string }>(
            `select id, survey_id, schedule, created_at::text, ended_at::text from vigil.survey_schedules
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit ${exportPageRows}`,
            [tenantId, userId, last?.id ?? null],
          ),
        ),
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_surveys($1)', [userId]));
    },
  };
}

const surveyRows = (sql: Parameters<Parameters<Database['tenant']>[1]>[0], tenantId: string, userId: string, after: string | null) =>
  sql.query<Row>(
    `select u.id, u.survey_id, u.version, v.name, v.content as asked, u.origin, u.status, u.delivered_at, u.completed_at, b.number_answers,
       (select coalesce(jsonb_agg(jsonb_build_object('question', a.question_name, 'by', a.side, 'answer', a.answer, 'answered_at', a.answered_at)
          order by a.number), '[]') from vigil.survey_answers a where a.tenant_id = $1 and a.user_survey_id = u.id) as answers,
       (select coalesce(jsonb_agg(jsonb_build_object('question', r.question_name, 'priority', r.priority, 'created_at', r.created_at)), '[]')
          from vigil.survey_action_requests r where r.tenant_id = $1 and r.user_survey_id = u.id) as care_team_was_told
     from vigil.user_surveys u
     join vigil.survey_versions v on v.tenant_id = $1 and v.survey_id = u.survey_id and v.version = u.version
     left join vigil.survey_baselines b on b.tenant_id = $1 and b.user_id = u.user_id and b.survey_id = u.survey_id
     where u.tenant_id = $1 and u.user_id = $2 and ($3::uuid is null or u.id > $3) order by u.id limit ${exportPageRows}`,
    [tenantId, userId, after],
  );
