import { keepPreviousData } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';
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
  return {
    ...endpointQuery(eventsProcessor.listMembers, { query }, { quiet: 'once-answered' }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  };
}
