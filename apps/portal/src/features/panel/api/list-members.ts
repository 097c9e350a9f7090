import { keepPreviousData } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { pageAsked, wordsOf } from '#lib/list-search.ts';
import { columnIds, factsOf } from '../columns.ts';
import type { PanelSearch } from '../panel-search.ts';

/** How often an open panel asks again. Milliseconds. */
const refreshMs = 15_000;

/** One page of members; asked again every 15 s. A refresh that fails stays quiet: the screen says how old its rows are. */
export function membersQuery(search: PanelSearch) {
  const facts = factsOf(wordsOf(search.columns, columnIds)).join(',');
  return {
    ...endpointQuery(
      eventsProcessor.listMembers,
      { query: { facts, ...pageAsked(search), userStatus: search.status } },
      { quiet: 'once-answered' },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  };
}
