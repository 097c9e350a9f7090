import { isDeepStrictEqual } from 'node:util';
import { VigilError } from '@vigil/contract/errors';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import type { GivenSurvey } from '@vigil/contract/factuary-surveys.forms';
import type { UserSurveyStatus } from '@vigil/contract/factuary-surveys.values';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { liveVersion } from '../survey-versions.store.ts';
import type { KeptAnswers } from './answering.rules.ts';
import * as store from './given.store.ts';
import { userSurveyOf } from './user-survey-view.ts';

export interface GivenPage {
  readonly status?: UserSurveyStatus | undefined;
  /** From 0. */
  readonly page: number;
  readonly perPage: number;
}

export interface Given {
  /** The surveys that a member was given, the last first; what is due is delivered first. */
  list(tenantId: string, userId: string, page: GivenPage): Promise<{ content: UserSurvey[]; totalElements: number }>;
  /** The same behind a place in that order, which what is given meanwhile does not move. */
  listBehind(
    tenantId: string,
    userId: string,
    page: { readonly behind: store.GivenPlace | null; readonly size: number },
  ): Promise<{ content: UserSurvey[]; totalElements: number; next: store.GivenPlace | null }>;
  /** Throws not_found for what is not this member's. */
  one(tenantId: string, userId: string, id: string): Promise<UserSurvey>;
  /** Gives a survey at once, or by a schedule; the same again gives it once. Throws not_found, and conflict for an id of another and a member who has left. */
  give(tenantId: string, userId: string, by: string, sent: GivenSurvey): Promise<{ id: string }>;
  schedules(tenantId: string, userId: string): Promise<store.ScheduleRow[]>;
  /** Throws not_found. */
  endSchedule(tenantId: string, userId: string, by: string, id: string): Promise<void>;
  /** Whose a given survey is; null where there is none. */
  ownerOf(tenantId: string, id: string): Promise<string | null>;
}

export interface GivenDeps {
  readonly database: Database;
  readonly people: Pick<People, 'namesOf' | 'accounts'>;
  readonly deliver: (tenantId: string, userId: string) => Promise<void>;
  readonly clock: Clock;
}

export function createGiven({ database, people, deliver, clock }: GivenDeps): Given {
  const withAnswers = async (sql: Sql, tenantId: string, rows: readonly store.GivenRow[]) => {
    const ids = rows.map(({ id }) => id);
    return { rows, answers: await store.answersOf(sql, tenantId, ids) };
  };

  async function shown(tenantId: string, { rows, answers }: Awaited<ReturnType<typeof withAnswers>>): Promise<UserSurvey[]> {
    const names = await people.namesOf(tenantId, [...new Set(rows.flatMap(({ id }) => editorsIn(answers(id))))]);
    return rows.map((row) => userSurveyOf(row, answers(row.id), names));
  }

  return {
    async list(tenantId, userId, { status = null, page, perPage }) {
      await deliver(tenantId, userId);
      const found = await database.tenant(tenantId, async (sql) => {
        const asked = { userId, status, limit: perPage, offset: page * perPage };
        const { rows, total } = await store.givenTo(sql, tenantId, asked);
        return { total, given: await withAnswers(sql, tenantId, rows) };
      });
      return { content: await shown(tenantId, found.given), totalElements: found.total };
    },

    async listBehind(tenantId, userId, { behind, size }) {
      await deliver(tenantId, userId);
      const found = await database.tenant(tenantId, async (sql) => {
        const { rows, total } = await store.givenTo(sql, tenantId, { userId, status: null, limit: size + 1, behind });
        const isLast = rows.length <= size;
        return { total, next: isLast ? null : (rows[size - 1] ?? null), given: await withAnswers(sql, tenantId, rows.slice(0, size)) };
      });
      return { content: await shown(tenantId, found.given), totalElements: found.total, next: found.next };
    },

    async one(tenantId, userId, id) {
      const given = await database.tenant(tenantId, async (sql) => {
        const row = await store.givenOne(sql, tenantId, id);
        if (row?.userId !== userId) throw new VigilError('not_found', 'There is no such survey of this member’s.');
        return withAnswers(sql, tenantId, [row]);
      });
      return (await shown(tenantId, given))[0] as UserSurvey;
    },

    async give(tenantId, userId, by, { id, survey_id: surveyId, schedule }) {
      const account = await people.accounts.user(tenantId, userId);
      if (!account || account.isInTheTenant === false || account.removedAt !== null || account.deactivatedAt !== null) throw hasLeft();
      return database.tenant(tenantId, async (sql) => {
        const nowMs = clock.now();
        const version = await liveVersion(sql, tenantId, surveyId, nowMs);
        if (!version) throw new VigilError('not_found', 'There is no such survey, or it is not published. Nothing was given.');
        if (schedule) await store.insertSchedule(sql, tenantId, { id, userId, surveyId, schedule, by, nowMs });
        else
          await store.insertGiven(sql, tenantId, {
            ...{ id, userId, surveyId, version: version.version, origin: 'assigned', by },
            ...{ createdAtMs: nowMs, deliveredAtMs: nowMs },
          });
        const kept = schedule ? await store.scheduleOne(sql, tenantId, id) : await store.givenOne(sql, tenantId, id);
        const isSame = kept?.userId === userId && kept.surveyId === surveyId;
        if (!isSame || (schedule && !isDeepStrictEqual((kept as store.ScheduleRow).schedule, schedule))) throw usedBefore();
        return { id };
      });
    },

    schedules: (tenantId, userId) => database.tenant(tenantId, (sql) => store.schedulesOf(sql, tenantId, userId)),

    endSchedule: (tenantId, userId, by, id) =>
      database.tenant(tenantId, async (sql) => {
        const found = await store.scheduleOne(sql, tenantId, id);
        if (found?.userId !== userId) throw new VigilError('not_found', 'There is no such schedule of this member’s.');
        await store.endSchedule(sql, tenantId, id, { userId: by, nowMs: clock.now() });
      }),

    ownerOf: (tenantId, id) => database.tenant(tenantId, async (sql) => (await store.givenOne(sql, tenantId, id))?.userId ?? null),
  };
}

const editorsIn = ({ team }: KeptAnswers) => [...team.values()].map(({ by }) => by);

const hasLeft = () =>
  new VigilError('conflict', 'This member is no longer in the tenant’s care, so nobody would answer. No survey was given.');
const usedBefore = () =>
  new VigilError('conflict', 'A survey was given before under this id, and another one. It stays as it is; send a new id.');
