import { keepPreviousData } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { pageAsked, wordsOf } from '#lib/list-search.ts';
import { columnIds, factsOf } from '../columns.ts';
import type { PanelSearch } from '../panel-search.ts';
import type { ShownPanel } from '../panels.ts';

/** How often an open panel asks again. Milliseconds. */
const refreshMs = 15_000;

/** Which members, and which measures of each, for a list and for its file. `userId`: who looks at it. */
export function membersAsked(search: PanelSearch, { measures }: Pick<ShownPanel, 'measures'>, userId: string) {
  const { clinician, assignment, filter, status } = search;
  const { sortingField, sortOrder, partOfName, ...page } = { partOfName: undefined, ...pageAsked(search) };
  const facts = measures ? measures.map(({ id }) => id) : factsOf(wordsOf(search.columns, columnIds));
  const which = {
    ...{ sortingField, sortOrder, userStatus: status },
    ...(partOfName !== undefined && { partOfName }),
    ...(filter && { filters: filter }),
    ...(clinician && { clinicianId: clinician === 'me' ? userId : clinician }),
    ...(assignment !== 'ALL' && { assignmentType: assignment }),
  };
  return { which, page, facts: facts.join(',') };
}

/**
 * One page of members; asked again every 15 s. A refresh that fails stays quiet: the screen says how old its rows are. As long as
 * it is not known which panel is shown, nothing is asked.
 */
export function membersQuery(search: PanelSearch, shown: ShownPanel | undefined, userId: string) {
  const { which, page, facts } = membersAsked(search, shown ?? { measures: null }, userId);
  return {
    ...endpointQuery(eventsProcessor.listMembers, { query: { facts, ...page, ...which } }, { quiet: 'once-answered' }),
    enabled: shown !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  };
}
