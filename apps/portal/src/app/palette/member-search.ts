import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import { call } from '#lib/api.ts';

/** Members whose name holds the text, for the command palette: the first 20 by last name. */
export const memberSearchQuery = (name: string) =>
  queryOptions({
    queryKey: ['palette-members', name],
    queryFn: async ({ signal }) => {
      const query = { facts: 'heart_rate', page: 0, size: 20, partOfName: name, sortingField: 'lastName' as const };
      const { content } = await call(eventsProcessor.listMembers, { query }, { signal, quiet: true });
      return content.map(({ user_id, data }) => ({
        id: user_id,
        name: `${data.firstName} ${data.lastName}`,
        detail: data.mrn ?? undefined,
      }));
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
