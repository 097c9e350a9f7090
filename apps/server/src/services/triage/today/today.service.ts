import { VigilError } from '@vigil/contract/errors';
import type { CriticalAlarm, TodayRow } from '@vigil/contract/triage-today.contract';
import type { ReviewedRow } from '@vigil/contract/triage-today.forms';
import type { TodayList, TodayScope } from '@vigil/contract/triage-today.values';
import { compareToday, type TodayKeys } from '@vigil/domain/today/order';
import { isNewOrWorse, reviewLapsesAt } from '@vigil/domain/today/review';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { EventsProcessor } from '#services/events-processor/index.ts';
import type { AlertsModule } from '../../alerts/index.ts';
import type { Actions } from '../../factuary/actions/index.ts';
import type { Cohorts } from '../../factuary/cohorts/index.ts';
import type { CareRelations } from '../../registry/relations/index.ts';
import { createNews2OfMany, type News2OfManyDeps } from './news2-of-many.ts';
import type { Counts, PlacesAsked, PlacesStore } from './places.store.ts';
import { alreadyReviewed, changedSince, requireReviewable } from './review-refusals.ts';
import { endReview, insertReview, type ReviewRow, type ReviewsStore, standingReview } from './reviews.store.ts';
import { markOf, type RowAsked, type RowsDeps, readRows } from './rows.ts';
import { gatherStanding, keysOf, keysOfPlace, type Standing, type StandingSources, seenOf } from './standing.ts';
import { type Telling, tellToday } from './tell-today.ts';
import type { TodayViewer } from './viewer.ts';

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
  /** Why the rules have not judged everything: of how many members of the scope, and since when (Unix seconds). */
  readonly notEvaluated: NotEvaluated | null;
}

interface NotEvaluated {
  readonly members: number;
  readonly since: number | null;
  readonly because: 'restarted' | 'first_rules' | 'no_rules' | 'being_set_up';
}

export interface Today {
  page(viewer: TodayViewer, question: TodayQuestion): Promise<TodayPage>;
  /**
   * Throws conflict where the row is another than the one with this mark, or a critical or high alarm asks for somebody; forbidden where
   * others handle what is open. Put aside already it stays so, with the first one's name and reason: whoever sends another reason, or is
   * somebody else, is told by a conflict about `reason`; the same again is answered as done.
   */
  putAside(viewer: TodayViewer, userId: string, sent: ReviewedRow): Promise<TodayRow>;
  /**
   * Critical alarms that have told the viewer, or are of members whose action the viewer has, and that nobody has acknowledged; of members
   * whom the viewer may see.
   */
  critical(viewer: TodayViewer, visible: 'tenant' | readonly string[]): Promise<CriticalAlarm[]>;
  /** Throws not_found for whoever is no member. */
  undo(viewer: TodayViewer, userId: string): Promise<TodayRow>;
}

interface Placed extends Counts {
  readonly userIds: readonly string[];
}

export interface TodayServiceDeps extends StandingSources, RowsDeps, Telling, News2OfManyDeps {
  readonly actions: Pick<Actions, 'live' | 'byIds' | 'membersOfAssignee'>;
  readonly database: Database;
  readonly reviews: ReviewsStore;
  readonly places: PlacesStore;
  readonly members: Pick<EventsProcessor, 'membersNow' | 'vitalsOfMany'>;
  readonly assignments: Pick<CareRelations['assignments'], 'membersBy'>;
  readonly cohorts: Pick<Cohorts, 'membersFor'>;
  readonly criticalFor: AlertsModule['criticalFor'];
  readonly notEvaluated: (tenantId: string, userIds: readonly string[] | null) => Promise<NotEvaluated | null>;
  /** Where the tenant is. */
  readonly timeZoneOf: (tenantId: string) => Promise<string>;
  readonly clock: Clock;
}

export function createToday(deps: TodayServiceDeps): Today {
  const { database, reviews, clock } = deps;
  const news2 = createNews2OfMany(deps);

  /** Those whose rows are put aside. What is new or worse has brought the others back, for good. */
  async function reviewed(tenantId: string, rows: readonly ReviewRow[], found: ReadonlyMap<string, Standing>) {
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

  /** The rows of a scope that are put aside, and what is open about each of those; with nothing open they stand in no list. */
  async function putAsideIn(tenantId: string, scope: 'tenant' | readonly string[]) {
    const rows = await reviews.standing(tenantId, scope === 'tenant' ? undefined : scope);
    const found = await gatherStanding(
      deps,
      tenantId,
      rows.map(({ userId }) => userId),
    );
    const kept = await reviewed(tenantId, rows, found);
    return { reviews: kept, standing: new Map([...found].filter(([userId]) => kept.has(userId))) };
  }

  /** Those on a page of each list, in its order, with the numbers of both others. */
  const placed: Record<TodayList, (tenantId: string, asked: PlacesAsked, aside: ReadonlyMap<string, Standing>) => Promise<Placed>> = {
    open: async (tenantId, asked) => {
      const { places, before, ...counts } = await deps.places.open(tenantId, asked);
      const bounds = await news2.forOrder(
        tenantId,
        places.map(({ userId }) => userId),
      );
      const keys = places.map((place) => keysOfPlace(place, asked.nowMs, bounds.get(place.userId)?.low ?? null));
      return { userIds: pageOf(keys, asked.from - before, asked.size), ...counts };
    },
    gaps: (tenantId, asked) => deps.places.gaps(tenantId, asked),
    reviewed: async (tenantId, asked, aside) => {
      const [counts, bounds] = await Promise.all([deps.places.counts(tenantId, asked), news2.forOrder(tenantId, [...aside.keys()])]);
      const keys = [...aside.values()].map((one) => keysOf(one, asked.nowMs, bounds.get(one.userId)?.low ?? null));
      return { userIds: pageOf(keys, asked.from, asked.size), ...counts };
    },
  };

  async function one(viewer: TodayViewer, userId: string): Promise<TodayRow> {
    const { tenantId } = viewer;
    const found = await gatherStanding(deps, tenantId, [userId]);
    const [rows, bounds] = await Promise.all([reviews.standing(tenantId, [userId]), news2.now(tenantId, [userId])]);
    const aside = await reviewed(tenantId, rows, found);
    const standing = found.get(userId) ?? { userId, actions: [], alarms: [], gaps: [] };
    const [row] = await readRows(deps, viewer, [{ standing, review: aside.get(userId), news2: bounds.get(userId) ?? null }], clock.now());
    if (!row) throw new VigilError('not_found', 'There is no such member.');
    return row;
  }

  /** Somebody was first: it is done where that was the viewer, for the same reason. */
  async function requireSame(viewer: TodayViewer, first: ReviewRow, reason: string): Promise<void> {
    if (first.byId !== viewer.id || first.reason !== reason) throw await alreadyReviewed(deps.people, viewer, first, clock.now());
  }

  const tell = (sql: Sql, tenantId: string, patientId: string, description: string) =>
    tellToday(deps, sql, { tenantId, patientId, description });

  return {
    async page(viewer, question) {
      const { tenantId } = viewer;
      const { list, page, size } = question;
      const scope = await scopeOf(deps, viewer, question);
      const nowMs = clock.now();
      // Asked first: whoever is judged while the rows are read is told of once too often, and never too seldom.
      const notEvaluated = await deps.notEvaluated(tenantId, scope === 'tenant' ? null : scope);
      const aside = await putAsideIn(tenantId, scope);
      const asked = { scope, aside: [...aside.reviews.keys()], from: page * size, size, nowMs };
      const { userIds, open, gaps } = await placed[list](tenantId, asked, aside.standing);
      const [found, bounds] = await Promise.all([
        list === 'reviewed' ? aside.standing : gatherStanding(deps, tenantId, userIds),
        news2.now(tenantId, list === 'gaps' ? [] : userIds),
      ]);
      const content = await readRows(
        deps,
        viewer,
        userIds.flatMap((userId): RowAsked | [] => {
          const standing = found.get(userId);
          return standing ? { standing, review: aside.reviews.get(userId), news2: bounds.get(userId) ?? null } : [];
        }),
        nowMs,
      );
      const counts = { open, gaps, reviewed: aside.standing.size };
      return { content, totalElements: counts[list], counts, asOf: nowMs / 1000, notEvaluated };
    },

    async putAside(viewer, userId, { mark, reason }) {
      const { tenantId } = viewer;
      const [found, zone] = await Promise.all([gatherStanding(deps, tenantId, [userId]), deps.timeZoneOf(tenantId)]);
      const before = (await reviewed(tenantId, await reviews.standing(tenantId, [userId]), found)).get(userId);
      if (before) await requireSame(viewer, before, reason);
      else {
        const standing = found.get(userId);
        const seen = standing && seenOf(standing);
        if (!seen || markOf(seen) !== mark) throw changedSince();
        requireReviewable(viewer, standing);
        const lapsesAt = reviewLapsesAt(clock.now() / 1000, zone) * 1000;
        const first = await database.tenant(tenantId, async (sql) => {
          const isStored = await insertReview(sql, tenantId, { userId, byId: viewer.id, lapsesAt, seen, reason });
          if (!isStored) return standingReview(sql, tenantId, userId);
          await tell(sql, tenantId, userId, 'Put aside on Today');
          return null;
        });
        if (first === undefined) throw changedSince();
        if (first) await requireSame(viewer, first, reason);
      }
      return one(viewer, userId);
    },

    async critical({ tenantId, id: viewerId }, visible) {
      const own = await deps.actions.membersOfAssignee(tenantId, viewerId);
      const alarms = await deps.criticalFor(tenantId, viewerId, visible, own);
      const people = await deps.people.care.named(tenantId, [...new Set(alarms.map(({ userId }) => userId))]);
      const names = new Map(people.map((person) => [person.id, person]));
      return alarms.map(({ id, userId, title, raisedAt }) => ({
        ...{ alarm_id: id, user_id: userId, title, raisedAt: raisedAt / 1000 },
        ...{ firstName: names.get(userId)?.givenName ?? '', lastName: names.get(userId)?.familyName ?? '' },
      }));
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

const pageOf = (keys: readonly TodayKeys[], from: number, size: number): string[] =>
  keys
    .toSorted(compareToday)
    .slice(from, from + size)
    .map(({ userId }) => userId);

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
