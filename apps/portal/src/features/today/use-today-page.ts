import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { triageToday } from '@vigil/contract';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { useListSearch } from '#ui/use-list-search.ts';
import { todayQuery } from './api/today-calls.ts';
import { type ChosenScope, chosenScopes } from './chosen-scope.ts';
import type { TodaySearch, WorkTab } from './today-search.ts';
import { useHeldRows } from './use-held-rows.ts';

/** The address, whose members are chosen, and what is open about them: live, with rows in their places. */
export function useTodayPage() {
  const { userId } = useSession();
  const { search, change } = useListSearch<TodaySearch & never>() as unknown as {
    search: TodaySearch;
    change: (changed: Partial<TodaySearch>, replace?: boolean) => void;
  };
  const kept = useStore(chosenScopes)[userId];
  const chosen: ChosenScope = search.scope === '' ? (kept ?? { scope: 'all', cohort: '' }) : { scope: search.scope, cohort: search.cohort };
  // Without a cohort there is nothing to ask about one.
  const asked: ChosenScope = chosen.scope === 'cohort' && chosen.cohort === '' ? { scope: 'all', cohort: '' } : chosen;
  const query = useQuery({ ...todayQuery(asked, 'open', search.page), placeholderData: keepPreviousData });
  usePushes('ACTION', { touches: [triageToday.getToday] });
  const held = useHeldRows(query.data?.content, `${search.page} ${JSON.stringify(asked)}`, query.isPlaceholderData);
  return {
    ...{ query, held, chosen: asked, page: search.page },
    choose(next: ChosenScope) {
      chosenScopes.set({ ...chosenScopes.get(), [userId]: next });
      change({ ...next, page: 1 });
    },
    turn: (page: number) => change({ page }),
    /** Whose work stands beside the list, so that going back closes it. */
    member: search.member || null,
    tab: search.tab,
    /** From one member or tab to another is no step of its own, and closing goes nowhere new either. */
    openWork: (member: string | null, tab: WorkTab = 'work') =>
      change({ page: search.page, member: member ?? '', tab }, search.member !== '' || member === null),
  };
}
