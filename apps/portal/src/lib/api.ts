import { ApiError, type CallOptions, type Client, createClient } from '@vigil/contract/client';
import { keepQuiet, reactionTo, reportFailure } from './failures.ts';
import { sessionHeaders } from './session/session.ts';

const client = createClient({ baseUrl: '', headers: sessionHeaders });

export interface PortalCallOptions extends CallOptions {
  /** The caller shows a failure itself, as a background refresh does: no notice to the person. A 401 still signs out. */
  readonly quiet?: boolean;
}

/**
 * Makes one call of the contract as the signed-in person in the chosen tenant. Throws ApiError. A 401 and a refused member are
 * reacted to here and at once; a server's failure by the query client, once its tries are used up (lib/query.ts).
 */
export async function call<E extends Parameters<Client['call']>[0]>(
  endpoint: E,
  sent: Parameters<typeof client.call<E>>[1],
  { quiet = false, ...options }: PortalCallOptions = {},
): Promise<Awaited<ReturnType<typeof client.call<E>>>> {
  try {
    return await client.call(endpoint, sent, options);
  } catch (failure) {
    if (failure instanceof ApiError) {
      if (quiet) keepQuiet(failure);
      const reaction = reactionTo(failure);
      if (reaction === 'sign-out' || (reaction === 'no-access' && !quiet)) reportFailure(failure);
    }
    throw failure;
  }
}
