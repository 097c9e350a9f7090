import { registry } from '@vigil/contract';
import { endpointQuery } from './endpoint-query.ts';

/** One user account: the member whose page is open, or the signed-in person. Shared by the shell and the screens under it. */
export const accountQuery = (userId: string) => ({
  // What is no id at all names nobody, which the page says; that something went wrong would not be true.
  ...endpointQuery(registry.getUser, { params: { id: userId } }, { quiet: !isId.test(userId) }),
  staleTime: 60_000,
});

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
