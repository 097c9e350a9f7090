import { useQuery } from '@tanstack/react-query';
import { factuarySurveys } from '@vigil/contract';
import { endpointQuery } from './endpoint-query.ts';

const waiting: readonly string[] = ['delivered', 'opened', 'discarded'];

/** How many surveys a member has to answer, intake surveys of new members among them; 0 as long as it is not known. */
export function useWaitingSurveys(memberId: string): number {
  const { data: count = 0 } = useQuery({
    ...endpointQuery(factuarySurveys.listUserSurveys, { params: { id: memberId }, query: {} }, { quiet: true }),
    select: ({ content }) => content.filter(({ status }) => waiting.includes(status)).length,
    staleTime: 60_000,
  });
  return count;
}
