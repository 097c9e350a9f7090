import { registry } from '@vigil/contract';
import { endpointQuery } from './endpoint-query.ts';

/** One user account: the member whose page is open, or the signed-in person. Shared by the shell and the screens under it. */
export const accountQuery = (userId: string) => ({ ...endpointQuery(registry.getUser, { params: { id: userId } }), staleTime: 60_000 });
