import { keepPreviousData } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import { endpointQuery } from './endpoint-query.ts';

/** Members whose name holds the text, the first 20 by last name; of an empty text the first 20 of all. Who asks shows a failure. */
export const memberSearchQuery = (name: string) => ({
  ...endpointQuery(
    eventsProcessor.listMembers,
    { query: { facts: 'heart_rate', page: 0, size: 20, partOfName: name, sortingField: 'lastName' } },
    { quiet: true },
  ),
  placeholderData: keepPreviousData,
  staleTime: 30_000,
});
