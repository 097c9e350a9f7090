import { ApiError, type CallOptions, type Client, createClient } from '@vigil/contract/client';
import { reportFailure } from './failures.ts';
import { sessionHeaders } from './session/session.ts';

const client = createClient({ baseUrl: '', headers: sessionHeaders });

export interface PortalCallOptions extends CallOptions {
  /** The caller shows a failure itself, as a background refresh does: no notice to the person. A 401 still signs out. */
  readonly quiet?: boolean;
}

/**
 * Makes one call of the contract as the signed-in person in the chosen tenant. Throws ApiError; what the specification's error
 * catalogue asks for (sign-out, notices, redirects) has then already been set off.
 */
export async function call<E extends Parameters<Client['call']>[0]>(
  endpoint: E,
  sent: Parameters<typeof client.call<E>>[1],
  { quiet = false, ...options }: PortalCallOptions = {},
): Promise<Awaited<ReturnType<typeof client.call<E>>>> {
  try {
    return await client.call(endpoint, sent, options);
  } catch (failure) {
    if (failure instanceof ApiError && (!quiet || failure.status === 401)) reportFailure(failure);
    throw failure;
  }
}
