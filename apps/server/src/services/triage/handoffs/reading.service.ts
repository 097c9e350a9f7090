import type { Handoff, HandoffPerson, ListedHandoff } from '@vigil/contract/triage-handoffs.contract';
import { handoffsOnPage } from '@vigil/contract/triage-handoffs.values';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { TodayViewer } from '../today/viewer.ts';
import { noSuchHandoff, userOf } from './drafts.service.ts';
import type { DraftsStore, HandoffRow } from './drafts.store.ts';
import { type FactSources, namesOf, readOpenNow } from './facts.ts';
import type { ListedRow, ListQuestion, ReadingStore } from './reading.store.ts';

export interface ReadingDeps extends Pick<FactSources, 'actions' | 'alarmsOf' | 'gapsOf'> {
  readonly people: Pick<People, 'care' | 'birthDatesOf'>;
  readonly store: ReadingStore & Pick<DraftsStore, 'row'>;
  readonly clock: Clock;
}

/** A page, and the members behind each of its numbers. */
export interface ListedPage {
  readonly content: ListedHandoff[];
  readonly hasMore: boolean;
  readonly memberIds: readonly (readonly string[])[];
}

export interface Reading {
  list(reader: TodayViewer, question: Omit<ListQuestion, 'readerId'>): Promise<ListedPage>;
  /** Throws not_found for a draft, for what was withdrawn unless the reader wrote it, and for what tells of nobody whom the reader may see. */
  read(reader: TodayViewer, id: string, visible: ListQuestion['scope']): Promise<Handoff>;
}

export function createReading(deps: ReadingDeps): Reading {
  const { store, people, clock } = deps;
  return {
    async list({ tenantId, id: readerId }, question) {
      const rows = await store.list(tenantId, { ...question, readerId });
      const shown = rows.slice(0, handoffsOnPage);
      const names = await namesOf(
        people,
        tenantId,
        shown.flatMap(({ byId, toId }) => [byId, toId]),
      );
      return {
        content: shown.map((row) => ({ ...headOf(row, names), members: row.memberIds.length, severity: row.severity })),
        hasMore: rows.length > handoffsOnPage,
        memberIds: shown.map(({ memberIds }: ListedRow) => memberIds),
      };
    },

    async read({ tenantId, id: readerId }, id, visible) {
      const row = await store.row(tenantId, id);
      if (!row || row.handedOverAt === null) throw noSuchHandoff();
      const all = await store.members(tenantId, id);
      const may = visible === 'tenant' ? null : new Set(visible);
      const rows = may === null ? all : all.filter(({ userId }) => may.has(userId));
      const isAuthor = row.byId === readerId;
      const isReceiver = row.toId === readerId;
      if (row.state === 'withdrawn' ? !isAuthor : !isAuthor && !isReceiver && rows.length === 0) throw noSuchHandoff();
      const userIds = rows.map(({ userId }) => userId);
      const [memberRows, birthDates, now, names] = await Promise.all([
        people.care.named(tenantId, userIds),
        people.birthDatesOf(tenantId, userIds),
        readOpenNow(deps, tenantId, userIds),
        namesOf(people, tenantId, [row.byId, row.toId]),
      ]);
      const named = new Map(memberRows.map((one) => [one.id, one]));
      const isPartial = rows.length < all.length;
      return {
        ...headOf(row, names),
        // It may name anybody whom the author could see.
        situation: isAuthor || isReceiver || !isPartial ? row.situation : null,
        members: rows.map(({ userId, summary, toDo, contingency, facts }) => ({
          ...{ user_id: userId, user: userOf(named.get(userId), birthDates.get(userId)), facts },
          ...{ now: now.get(userId) ?? [], summary, to_do: toDo, contingency },
        })),
        is_partial: isPartial,
        read_back: row.readBack,
        may_acknowledge: isReceiver && row.state === 'handed_over',
        may_withdraw: isAuthor && row.state === 'handed_over',
        as_of: clock.now() / 1000,
      };
    },
  };
}

function headOf(row: HandoffRow, names: (id: string | null) => HandoffPerson | null) {
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  const known = (id: string | null) => names(id) ?? { id: id ?? '', firstName: '', lastName: '' };
  return {
    ...{ handoff_id: row.id, state: row.state, by: known(row.byId), to: known(row.toId) },
    ...{ since: (row.since ?? row.savedAt) / 1000, handed_over_at: (row.handedOverAt ?? row.savedAt) / 1000 },
    ...{ acknowledged_at: seconds(row.acknowledgedAt), withdrawn_at: seconds(row.withdrawnAt) },
  };
}
