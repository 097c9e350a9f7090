import { useQuery } from '@tanstack/react-query';
import { registryPeople } from '@vigil/contract';
import { endpointQuery } from './endpoint-query.ts';

/** As many as one call names. */
const most = 1_000;

/**
 * Names of people by their ids. Whoever the reader may not see, or is gone, is absent: `nameOf` answers undefined for them, and
 * while the answer is awaited. Who asks says what stands there instead.
 */
export function useNames(ids: readonly string[]): (id: string) => string | undefined {
  const asked = [...new Set(ids)].sort().slice(0, most);
  const { data } = useQuery({
    ...endpointQuery(registryPeople.listBasicInfo, { query: { userIds: asked.join(','), size: most } }, { quiet: true }),
    enabled: asked.length > 0,
    staleTime: 300_000,
    select: ({ content }) => new Map(content.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()])),
  });
  return (id) => data?.get(id);
}
