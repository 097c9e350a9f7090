import { VigilError } from '@vigil/contract/errors';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import type { TodayList, TodayScope } from '@vigil/contract/triage-today.values';
import { compareToday } from '@vigil/domain/today/order';
import { isNewOrWorse, reviewLapsesAt } from '@vigil/domain/today/review';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { EventsProcessor } from '#services/events-processor/index.ts';
import type { Actions } from '../../factuary/actions/index.ts';
import type { Cohorts } from '../../factuary/cohorts/index.ts';
import type { CareRelations } from '../../registry/relations/index.ts';
import { createNews2OfMany, type News2OfManyDeps } from './news2-of-many.ts';
import { endReview, insertReview, type ReviewRow, type ReviewsStore } from './reviews.store.ts';
import { markOf, type RowAsked, type RowsDeps, readRows, type TodayViewer } from './rows.ts';
import { gatherStanding, hasOnlyGaps, keysOf, type Standing, type StandingSources, seenOf } from './standing.ts';
import { type Telling, tellToday } from './tell-today.ts';

export interface TodayQuestion {
  readonly scope: TodayScope;
  readonly cohortId: string | undefined;
  /** Members whom the viewer may see. */
  readonly visible: 'tenant' | readonly string[];
  readonly list: TodayList;
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface TodayPage {
  readonly content: TodayRow[];
  readonly totalElements: number;
  readonly counts: Readonly<Record<TodayList, number>>;
  readonly asOf: number;
}

export interface Today {
  page(viewer: TodayViewer, question: TodayQuestion): Promise<TodayPage>;
  /** Throws conflict where the row is another than the one with this mark. Put aside already it stays so, in the first one's name. */
  putAside(viewer: TodayViewer, userId: string, mark: string): Promise<TodayRow>;
  /** Throws not_found for whoever is no member. */
  undo(viewer: TodayViewer, userId: string): Promise<TodayRow>;
}

export interface TodayServiceDeps extends StandingSources, RowsDeps, Telling, News2OfManyDeps {
  readonly actions: Pick<Actions, 'live' | 'byIds' | 'membersOfAssignee'>;
  readonly database: Database;
  readonly reviews: ReviewsStore;
  readonly members: Pick<EventsProcessor, 'membersNow' | 'vitalsOfMany'>;
  readonly assignments: Pick<CareRelations['assignments'], 'membersBy'>;
  readonly cohorts: Pick<Cohorts, 'membersFor'>;
  /** Where the tenant is. */
  readonly timeZoneOf: (tenantId: string) => Promise<string>;
  readonly clock: Clock;
}

export function createToday(deps: TodayServiceDeps): Today {
  const { database, reviews, clock } = deps;
  const news2 = createNews2OfMany(deps);

  /** Those whose rows are put aside. What is new or worse has brought the others back, for good. */
  async function reviewed(tenantId: string, found: ReadonlyMap<string, Standing>, userIds?: readonly string[]) {
    const rows = await reviews.standing(tenantId, userIds);
    const back = rows.filter(({ userId, seen }) => {
      const now = found.get(userId);
      return now !== undefined && isNewOrWorse(seen, seenOf(now));
    });
    if (back.length > 0)
      await reviews.lapse(
        tenantId,
        back.map(({ id }) => id),
      );
    const gone = new Set(back);
    return new Map(rows.filter((row) => !gone.has(row)).map((row) => [row.userId, row]));
  }

  async function one(viewer: TodayViewer, userId: string): Promise<TodayRow> {
    const { tenantId } = viewer;
    const found = await gatherStanding(deps, tenantId, [userId]);
    const [aside, bounds] = await Promise.all([reviewed(tenantId, found, [userId]), news2.now(tenantId, [userId])]);
    const standing = found.get(userId) ?? { userId, actions: [], alarms: [], gaps: [] };
    const [row] = await readRows(deps, viewer, [{ standing, review: aside.get(userId), news2: bounds.get(userId) ?? null }], clock.now());
    if (!row) throw new VigilError('not_found', 'There is no such member.');
    return row;
  }

  const tell = (sql: Sql, tenantId: string, patientId: string, description: string) =>
    tellToday(deps, sql, { tenantId, patientId, description });

  return {
    async page(viewer, question) {
      const { tenantId } = viewer;
      const scope = await scopeOf(deps, viewer, question);
      const found = await gatherStanding(deps, tenantId, scope);
      const aside = await reviewed(tenantId, found, scope === 'tenant' ? undefined : scope);
      const lists = split(found, aside);
      const listed = lists[question.list];
      const isScored = question.list !== 'gaps';
      const placedBy = await news2.forOrder(tenantId, isScored ? listed.map(({ userId }) => userId) : []);
      const nowMs = clock.now();
      const ordered = listed
        .map((standing) => ({ standing, keys: keysOf(standing, nowMs, placedBy.get(standing.userId)?.low ?? null) }))
        .sort((a, b) => compareToday(a.keys, b.keys))
        .slice(question.page * question.size, (question.page + 1) * question.size);
      const bounds = await news2.now(tenantId, isScored ? ordered.map(({ standing }) => standing.userId) : []);
      const asked: RowAsked[] = ordered.map(({ standing }) => ({
        ...{ standing, review: aside.get(standing.userId), news2: bounds.get(standing.userId) ?? null },
      }));
      return {
        content: await readRows(deps, viewer, asked, nowMs),
        totalElements: listed.length,
        counts: { open: lists.open.length, gaps: lists.gaps.length, reviewed: lists.reviewed.length },
        asOf: nowMs / 1000,
      };
    },

    async putAside(viewer, userId, mark) {
      const { tenantId } = viewer;
      const [found, zone] = await Promise.all([gatherStanding(deps, tenantId, [userId]), deps.timeZoneOf(tenantId)]);
      const standing = found.get(userId);
      const seen = standing && seenOf(standing);
      if (!seen || markOf(seen) !== mark) throw changedSince();
      await reviewed(tenantId, found, [userId]);
      const lapsesAt = reviewLapsesAt(clock.now() / 1000, zone) * 1000;
      await database.tenant(tenantId, async (sql) => {
        if (await insertReview(sql, tenantId, { userId, byId: viewer.id, lapsesAt, seen }))
          await tell(sql, tenantId, userId, 'Put aside on Today');
      });
      return one(viewer, userId);
    },

    async undo(viewer, userId) {
      const { tenantId } = viewer;
      await database.tenant(tenantId, async (sql) => {
        if (await endReview(sql, tenantId, userId, viewer.id)) await tell(sql, tenantId, userId, 'Brought back on Today');
      });
      return one(viewer, userId);
    },
  };
}

function split(found: ReadonlyMap<string, Standing>, aside: ReadonlyMap<string, ReviewRow>): Record<TodayList, Standing[]> {
  const lists: Record<TodayList, Standing[]> = { open: [], gaps: [], reviewed: [] };
  for (const one of found.values()) lists[aside.has(one.userId) ? 'reviewed' : hasOnlyGaps(one) ? 'gaps' : 'open'].push(one);
  return lists;
}

/** Members whom the question is about: of those whom the viewer may see. */
async function scopeOf(
  { actions, assignments, cohorts }: Pick<TodayServiceDeps, 'actions' | 'assignments' | 'cohorts'>,
  { tenantId, id, roles }: TodayViewer,
  { scope, cohortId, visible }: TodayQuestion,
): Promise<'tenant' | readonly string[]> {
  if (scope === 'all') return visible;
  if (scope === 'cohort') return cohorts.membersFor(tenantId, cohortId ?? '', { userId: id, roles }, visible);
  const own =
    scope === 'teams'
      ? await assignments.membersBy('in_teams', tenantId, id)
      : (await Promise.all([assignments.membersBy('directly', tenantId, id), actions.membersOfAssignee(tenantId, id)])).flat();
  const may = visible === 'tenant' ? null : new Set(visible);
  return [...new Set(own)].filter((userId) => may === null || may.has(userId));
}

const changedSince = () =>
  new VigilError(
    'conflict',
    'Something about this member has changed since you looked. Nothing was put aside; look at the row as it is now and decide anew.',
  );
