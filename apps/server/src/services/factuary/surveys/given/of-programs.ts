import { instrumentOf } from '@vigil/domain/surveys/shipped/instruments';
import type { Sql } from '#platform/postgres/database.ts';
import { liveVersion } from '../survey-versions.store.ts';
import { insertGiven } from './given.store.ts';

/** A survey that a step of a program brings. */
export interface ProgramSurvey {
  /** The step's item, and what the given survey is called by from then on. */
  readonly id: string;
  /** The member. */
  readonly userId: string;
  readonly surveyId: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Surveys as programs give them, each call within the transaction of its cause. */
export interface SurveysOfPrograms {
  /** Gives the live version, once for an id. False where the survey is not live: nothing was given. */
  give(sql: Sql, tenantId: string, survey: ProgramSurvey): Promise<boolean>;
  /** Ends those of these that nobody has begun; answers the ids of those that somebody has. */
  end(sql: Sql, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of these surveys that members can be given; they stay so until the transaction ends. */
  live(sql: Sql, tenantId: string, surveyIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** What the surveys of programs tell back, each call within the transaction of the answer. */
export interface ProgramsOfSurveys {
  /** Surveys that steps have brought a member and that are still to be answered. */
  delivered(sql: Sql, tenantId: string, userId: string): Promise<readonly ProgramSurvey[]>;
  /** Holds the step of a given survey, if it has one, before the survey itself is held: in the order in which programs do. */
  hold(sql: Sql, tenantId: string, userId: string, userSurveyId: string): Promise<void>;
  /** A survey of a program is completed: again, it changes nothing. */
  completed(sql: Sql, tenantId: string, userId: string, userSurveyId: string): Promise<void>;
}

export const surveysOfPrograms: SurveysOfPrograms = {
  async give(sql, tenantId, { id, userId, surveyId, atMs }) {
    const version = await liveVersion(sql, tenantId, surveyId, atMs);
    if (!version) return false;
    await insertGiven(sql, tenantId, {
      ...{ id, userId, surveyId: version.surveyId, version: version.version, origin: 'program', by: null },
      ...{ createdAtMs: atMs, deliveredAtMs: atMs },
    });
    return true;
  },

  async end(sql, tenantId, ids) {
    if (ids.length === 0) return new Set();
    // By their ids, as they are held one after the other.
    const held = await sql.query<{ id: string; status: string }>(
      `select id, status from vigil.user_surveys where tenant_id = $1 and id = any($2::uuid[]) and origin = 'program' order by id for update`,
      [tenantId, ids],
    );
    const idle = held.filter(({ status }) => status === 'delivered').map(({ id }) => id);
    await sql.query("update vigil.user_surveys set status = 'expired' where tenant_id = $1 and id = any($2::uuid[])", [tenantId, idle]);
    return new Set(held.filter(({ status }) => status !== 'delivered' && status !== 'expired').map(({ id }) => id));
  },

  async live(sql, tenantId, surveyIds) {
    const own = await sql.query<{ id: string }>(
      "select id from vigil.surveys where tenant_id = $1 and id = any($2::uuid[]) and status = 'live' order by id for share",
      [tenantId, surveyIds],
    );
    return new Set([...own.map(({ id }) => id), ...surveyIds.filter((id) => instrumentOf(id) !== undefined)]);
  },
};
