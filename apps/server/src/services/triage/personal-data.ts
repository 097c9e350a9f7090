import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedReview {
  readonly id: string;
  readonly at: string | null;
  readonly by: string;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly reason: string | null;
}

interface ExportedStatement {
  readonly id: string;
  readonly kind: string;
  readonly value: string;
  readonly saidBy: string;
  readonly saidAt: string | null;
  readonly userSurveyId: string | null;
}

/** What clinicians said of a person for NEWS2, and when they put the person aside on Today: part of the clinical record. */
export function triagePersonalData(database: Database): PersonalData {
  return {
    tables: {
      news2_statements: { exported: ['news2-statements.json'], erased: 'record' },
      reviews: { exported: ['today-reviews.json'], erased: 'record' },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedStatement>(
        {
          name: 'news2-statements.json',
          about:
            'what the care team noted of you, or was answered in a survey, for the early warning score: consciousness, oxygen, scale, pregnancy.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedStatement, 'saidAt'> & { saidAt: number }>(
              `select id, kind, value, said_by, said_at, user_survey_id from vigil.news2_statements
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, saidAt: isoTime(row.saidAt) }));
        },
      ),
      jsonListFile<ExportedReview>(
        {
          name: 'today-reviews.json',
          about: 'when somebody of the care team had looked at what was open about you and put it aside for the day, and why.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedReview, 'at' | 'endedAt'> & { at: number; endedAt: number | null }>(
              `select id, at, by_id as by, ended_at, end_reason, reason from vigil.reviews
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, at: isoTime(row.at), endedAt: row.endedAt === null ? null : isoTime(row.endedAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step !== 'record') return;
      await database.tenant(tenantId, async (sql) => {
        await sql.query('delete from vigil.news2_statements where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.reviews where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      });
    },
  };
}
