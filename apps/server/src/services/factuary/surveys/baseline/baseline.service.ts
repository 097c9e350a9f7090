import { VigilError } from '@vigil/contract/errors';
import { daysBesideScore } from '@vigil/contract/factuary-surveys.values';
import { scoreOf } from '@vigil/domain/surveys/score';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { counted } from '../given/answering.rules.ts';
import { answersOf, completedOf, type GivenRow, givenOne } from '../given/given.store.ts';

/** What stands beside a score; null where it is not known. */
export interface BaselineFigures {
  readonly score: number | null;
  /** Mean sleep efficiency of the nights, percent. */
  readonly sleep_score: number | null;
  /** Mean steps a day. */
  readonly steps: number | null;
}

/** Sleep and steps of a member over some days. Unix seconds, the end not included. */
export type FiguresOver = (
  member: { readonly tenantId: string; readonly userId: string },
  from: number,
  to: number,
) => Promise<Omit<BaselineFigures, 'score'>>;

export interface BaselineDeps {
  readonly database: Database;
  readonly figuresOver: FiguresOver;
  readonly clock: Clock;
}

interface Completed {
  readonly id: string;
  readonly completedAt: number;
  readonly score: number | null;
}

/** A given survey against the first answers of the member to the same survey. */
export function createBaseline({ database, figuresOver, clock }: BaselineDeps) {
  async function completed(sql: Sql, tenantId: string, row: GivenRow): Promise<Completed[]> {
    const rows = await completedOf(sql, tenantId, row.userId, row.surveyId);
    const answers = await answersOf(
      sql,
      tenantId,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, content, completedAt }) => {
      const score = scoreOf(content, counted(answers(id)));
      return { id, completedAt: completedAt as number, score: score.known ? score.score : null };
    });
  }
  const figuresBefore = (tenantId: string, userId: string, one: Completed) => {
    const to = Math.floor(one.completedAt / 1000);
    return figuresOver({ tenantId, userId }, to - daysBesideScore * 86_400, to).then((figures) => ({ ...figures, score: one.score }));
  };

  async function one(sql: Sql, tenantId: string, id: string): Promise<GivenRow> {
    const row = await givenOne(sql, tenantId, id);
    if (!row) throw new VigilError('not_found', 'There is no such survey.');
    return row;
  }

  async function read(tenantId: string, id: string) {
    const { row, all, set } = await database.tenant(tenantId, async (sql) => {
      const given = await one(sql, tenantId, id);
      const [kept] = await sql.query<{ numberAnswers: number }>(
        'select number_answers from vigil.survey_baselines where tenant_id = $1 and user_id = $2 and survey_id = $3',
        [tenantId, given.userId, given.surveyId],
      );
      return { row: given, all: await completed(sql, tenantId, given), set: kept?.numberAnswers ?? null };
    });
    const first = set === null ? [] : all.slice(0, set);
    const reported = all.find((answer) => answer.id === row.id);
    const figures: BaselineFigures[] = [];
    for (const answer of first) figures.push(await figuresBefore(tenantId, row.userId, answer));
    return {
      ...{ survey_id: row.surveyId, user_survey_id: row.id, number_answers: set },
      base_line_data: meanOf(figures),
      report_data: reported ? await figuresBefore(tenantId, row.userId, reported) : meanOf([]),
      history: all.map((answer, place) => ({
        ...{ user_survey_id: answer.id, time_completed: answer.completedAt / 1000, in_base_line: place < first.length },
        score: answer.score,
      })),
    };
  }

  return {
    read,
    /** Makes the first completed answers the baseline. Throws conflict while there are not so many. */
    async set(tenantId: string, by: string, id: string, numberAnswers: number) {
      await database.tenant(tenantId, async (sql) => {
        const row = await one(sql, tenantId, id);
        if ((await completed(sql, tenantId, row)).length < numberAnswers) throw tooFew();
        await sql.query(
          `insert into vigil.survey_baselines (tenant_id, user_id, survey_id, number_answers, set_by, set_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant_id, user_id, survey_id) do update set number_answers = $4, set_by = $5, set_at = $6`,
          [tenantId, row.userId, row.surveyId, numberAnswers, by, new Date(clock.now())],
        );
      });
      return read(tenantId, id);
    },
  };
}

export type Baseline = ReturnType<typeof createBaseline>;

/** Of what is known; null where nothing is. */
function meanOf(figures: readonly BaselineFigures[]): BaselineFigures {
  const mean = (of: keyof BaselineFigures) => {
    const known = figures.flatMap((one) => one[of] ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return { score: mean('score'), sleep_score: mean('sleep_score'), steps: mean('steps') };
}

const tooFew = () =>
  new VigilError('conflict', 'This survey was not completed as often yet. Nothing was changed; make fewer answers the baseline.');
