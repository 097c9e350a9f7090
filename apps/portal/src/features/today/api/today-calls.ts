import { triageToday } from '@vigil/contract';
import type { TodayList } from '@vigil/contract/triage-today.values';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import type { TodaySearch } from '../today-search.ts';

/** Rows of a page. */
export const rowsOfPage = 25;
/** Between two questions of an open list: pushes tell sooner, where they come; and as long as the rules have not judged everybody. Milliseconds. */
const askEveryMs = { usually: 15_000, meanwhile: 3_000 };

export const todayQuery = (
  { scope, cohort }: Pick<TodaySearch, 'cohort'> & { scope: Exclude<TodaySearch['scope'], ''> },
  list: TodayList,
  page: number,
) => ({
  ...endpointQuery(
    triageToday.getToday,
    { query: { scope, ...(scope === 'cohort' && { cohort }), list, page: page - 1, per_page: rowsOfPage } },
    { quiet: true },
  ),
  refetchInterval: ({ state }: { state: { data?: { notEvaluated: { because: string } | null } | undefined } }) =>
    state.data?.notEvaluated && state.data.notEvaluated.because !== 'no_rules' ? askEveryMs.meanwhile : askEveryMs.usually,
});

const touches = [triageToday.getToday] as const;

export const usePutAside = () => useEndpointMutation(triageToday.putAside, { touches, quiet: true });
export const useUndoReview = () => useEndpointMutation(triageToday.undoReview, { touches, quiet: true });
