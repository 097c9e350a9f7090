import type { QueryOf } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import type { getUserInsights, getUserPledges } from '@vigil/contract/factuary-programs.contract';
import type { InsightDoing, PledgeDoing, PledgeReport } from '@vigil/contract/factuary-programs.forms';
import type { UserInsight, UserPledge } from '@vigil/contract/factuary-programs.shapes';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { ContentStore, Done, ItemRow } from './content.store.ts';
import { userInsightOf, userPledgeOf } from './program-view.ts';

interface Whose {
  readonly userId: string;
  /** The member asks: what is still to be delivered is not told. */
  readonly own: boolean;
}

export interface ContentOfPage<T> {
  readonly content: T[];
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly nextPage: number | null;
}

export interface Content {
  pledges(tenantId: string, whose: Whose, query: QueryOf<typeof getUserPledges>): Promise<ContentOfPage<UserPledge>>;
  insights(tenantId: string, whose: Whose, query: QueryOf<typeof getUserInsights>): Promise<ContentOfPage<UserInsight>>;
  /** What the member does. Each throws not_found for what was not delivered, and conflict for what has expired or was not opted into. */
  doInsight(tenantId: string, userId: string, itemId: string, doing: InsightDoing): Promise<UserInsight>;
  doPledge(tenantId: string, userId: string, itemId: string, doing: PledgeDoing): Promise<UserPledge>;
  report(tenantId: string, who: { userId: string; by: string }, itemId: string, sent: PledgeReport): Promise<UserPledge>;
}

export interface ContentDeps {
  readonly store: ContentStore;
  readonly people: Pick<People, 'timeZoneOf'>;
  readonly clock: Clock;
}

export function createContent({ store, people, clock }: ContentDeps): Content {
  /** The member's own day, yyyy-MM-dd. */
  async function todayOf(tenantId: string, userId: string): Promise<string> {
    return dateOfDay(calendarDay(clock.now() / 1000, await people.timeZoneOf(tenantId, userId)));
  }

  async function list<T>(
    tenantId: string,
    { userId, own }: Whose,
    { status = null, page, per_page: perPage }: { status?: ItemRow['status'][] | undefined | null; page: number; per_page: number },
    { type, view }: { readonly type: ItemRow['type']; readonly view: (row: ItemRow) => T },
  ): Promise<ContentOfPage<T>> {
    const today = await todayOf(tenantId, userId);
    const { rows, total } = await store.list(tenantId, { userId, type, statuses: status, onlyDelivered: own, today, page, perPage });
    return { content: rows.map(view), page, per_page: perPage, total, nextPage: (page + 1) * perPage < total ? page + 1 : null };
  }

  async function now(tenantId: string, userId: string, itemId: string): Promise<ItemRow> {
    return (await store.one(tenantId, { userId, itemId, today: await todayOf(tenantId, userId) })) as ItemRow;
  }

  return {
    pledges: (tenantId, whose, query) => list(tenantId, whose, query, { type: 'pledge', view: userPledgeOf }),
    insights: (tenantId, whose, query) => list(tenantId, whose, query, { type: 'insight', view: userInsightOf }),

    async doInsight(tenantId, userId, itemId, { status, rating }) {
      const event = status === 'read' ? 'read' : 'rate';
      requireDone(await store.do(tenantId, { userId, itemId, type: 'insight', event, rating }));
      return userInsightOf(await now(tenantId, userId, itemId));
    },

    async doPledge(tenantId, userId, itemId, { status }) {
      requireDone(await store.do(tenantId, { userId, itemId, type: 'pledge', event: status === 'opted' ? 'opt' : 'achieve' }));
      return userPledgeOf(await now(tenantId, userId, itemId));
    },

    async report(tenantId, { userId, by }, itemId, sent) {
      const day = await todayOf(tenantId, userId);
      requireDone(await store.report(tenantId, { userId, itemId, by, day, sent }));
      return userPledgeOf(await now(tenantId, userId, itemId));
    },
  };
}

function requireDone(became: Done): void {
  if (became !== 'done' && became !== 'unchanged') throw refusals[became]();
}

const refusals: Readonly<Record<Exclude<Done, 'done' | 'unchanged'>, () => VigilError>> = {
  'no-such': () => new VigilError('not_found', 'There is nothing of the kind for this member. Nothing was stored.'),
  expired: () => new VigilError('conflict', 'The time for this is over. Nothing was stored.'),
  'not-opted': () => new VigilError('conflict', 'This pledge has not been opted into yet. Nothing was stored; opt into it first.'),
  'used-before': () =>
    new VigilError('conflict', 'A report was stored before under this id, with something else in it. It stays as it is; send a new id.'),
};
