import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query.ts';
import { factsOf } from '../columns.ts';
import type { PanelView } from '../panel-search.ts';

/** How often an open panel asks again. Milliseconds. */
const refreshMs = 15_000;

/** One page of members; asked again every 15 s. A refresh that fails stays quiet: the screen says how old its rows are. */
export function membersQuery(view: PanelView) {
  const query = {
    facts: factsOf(view.columns).join(','),
    page: view.page - 1,
    size: view.size,
    sortingField: view.sort,
    sortOrder: view.descending ? ('DESC' as const) : ('ASC' as const),
    userStatus: view.status.join(','),
    ...(view.q.trim() && { partOfName: view.q.trim() }),
  };
  const queryKey = ['members', query];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      call(eventsProcessor.listMembers, { query }, { signal, quiet: queryClient.getQueryData(queryKey) !== undefined }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}
