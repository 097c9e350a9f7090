import { eventsProcessor } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { pageAsked, wordsOf } from '#lib/list-search.ts';
import { columnIds, factsOf } from '../columns.ts';
import type { PanelSearch } from '../panel-search.ts';
import type { ShownPanel } from '../panels.ts';

/** How often an open panel asks again. Milliseconds. */
const refreshMs = 15_000;

/** Which members, and which measures of each, for a list and for its file. `userId`: who looks at it. `further`: measures besides the panel's. */
export function membersAsked(
  search: PanelSearch,
  { measures }: Pick<ShownPanel, 'measures'>,
  userId: string,
  further: readonly string[] = [],
) {
  const { clinician, assignment, filter, status, cohort } = search;
  const { sortingField, sortOrder, partOfName, ...page } = { partOfName: undefined, ...pageAsked(search) };
  const ofPanel = measures ? measures.map(({ id }) => id) : factsOf(wordsOf(search.columns, columnIds));
  const facts = [...new Set([...ofPanel, ...further])];
  const which = {
    ...{ sortingField, sortOrder, userStatus: status },
    ...(partOfName !== undefined && { partOfName }),
    ...(filter && { filters: filter }),
    ...(clinician && { clinicianId: clinician === 'me' ? userId : clinician }),
    ...(cohort && { cohort }),
    ...(assignment !== 'ALL' && { assignmentType: assignment }),
  };
  return { which, page, facts: facts.join(',') };
}

/**
 * One page of members; asked again every 15 s. A refresh that fails stays quiet: the screen says how old its rows are. As long as
 * it is not known which panel is shown, nothing is asked.
 */
export function membersQuery(search: PanelSearch, shown: ShownPanel | undefined, userId: string, further: readonly string[]) {
  const { which, page, facts } = membersAsked(search, shown ?? { measures: null }, userId, further);
  return {
    ...endpointQuery(eventsProcessor.listMembers, { query: { facts, ...page, ...which } }, { quiet: 'once-answered' }),
    enabled: shown !== undefined,
    placeholderData: (before: ReceivedOf<typeof eventsProcessor.listMembers> | undefined, query: Asked | undefined) =>
      answersAll(query, facts) ? before : undefined,
    refetchInterval: refreshMs,
  };
}

type Asked = { readonly queryKey: readonly unknown[] };

/** Rows of before may stay while others are awaited, if they know all these measures: what was not asked would read as not known. */
function answersAll(before: Asked | undefined, facts: string): boolean {
  const sent = before?.queryKey[2] as { readonly query?: { readonly facts?: string } } | undefined;
  const asked = new Set(sent?.query?.facts?.split(','));
  return facts.split(',').every((fact) => asked.has(fact));
}
