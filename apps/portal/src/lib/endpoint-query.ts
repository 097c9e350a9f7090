import { type QueryClient, queryOptions, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@vigil/contract/client';
import type { Endpoint, ReceivedOf, SentOf } from '@vigil/contract/endpoint';
import { call } from './api.ts';
import { session } from './session/session.ts';

/** A call that only reads, so that its answer may be kept and asked for again. */
export type Reading = Endpoint & { readonly id: string; readonly method: 'GET' };
/** A call that changes something. */
export type Changing = Endpoint & { readonly id: string; readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' };

interface AskedHow {
  /**
   * Who shows a failure: `true`, whoever asked, in its place; `'once-answered'`, whoever asked as soon as there is an older
   * answer to show; without it the portal's notice. A 401 signs out either way.
   */
  readonly quiet?: boolean | 'once-answered';
}

/**
 * The query of one reading call: `useQuery(endpointQuery(registry.getUser, { params: { id } }))`, or spread, with `select`,
 * `staleTime` and the like beside it. Kept by the endpoint, by who asks in which tenant, and by what was sent. Cancelled with
 * its screen; fails with ApiError.
 */
export function endpointQuery<E extends Reading>(endpoint: E, sent: SentOf<E>, { quiet = false }: AskedHow = {}) {
  const queryKey = keyOf(endpoint, sent);
  return queryOptions<ReceivedOf<E>, ApiError, ReceivedOf<E>, typeof queryKey>({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const quietNow = quiet === 'once-answered' ? client.getQueryData(queryKey) !== undefined : quiet;
      return (await call(endpoint, sent, { signal, quiet: quietNow })) as ReceivedOf<E>;
    },
  });
}

/** As much of what was sent as names the queries that are meant. */
type PartOf<T> = T extends object ? { readonly [K in keyof T]?: PartOf<T[K]> } : T;

/**
 * Marks the answers of an endpoint as old, so that those on screen are asked for again: all of them, or those whose question
 * holds `part` (`{ params: { userId } }`). Resolves when the new answers are there.
 */
export function askAgain<E extends Reading>(client: QueryClient, endpoint: E, part?: PartOf<SentOf<E>>): Promise<void> {
  return client.invalidateQueries({ queryKey: part === undefined ? keyOf(endpoint).slice(0, 2) : keyOf(endpoint, part) });
}

/** Changes the answers of an endpoint that are kept by what another call has answered, whatever was asked, until they are asked for again. */
export function changeAnswers<E extends Reading>(client: QueryClient, endpoint: E, change: (answer: ReceivedOf<E>) => ReceivedOf<E>): void {
  client.setQueriesData<ReceivedOf<E>>({ queryKey: keyOf(endpoint).slice(0, 2) }, (answer) => answer && change(answer));
}

interface Touching<E extends Changing, Before>
  extends Omit<UseMutationOptions<ReceivedOf<E>, ApiError, SentOf<E>, Before>, 'mutationFn' | 'mutationKey'> {
  /** The endpoints whose answers the change makes old. */
  readonly touches: readonly Reading[];
  /** The caller shows a failure itself. */
  readonly quiet?: boolean;
}

/**
 * A change: `const revoke = useEndpointMutation(registry.revokeDevice, { touches: [registry.listDevices] })`, then
 * `revoke.mutate({ params })`. Whatever it touches is asked for again once it has ended, after a failure too, because a
 * change whose answer was lost may have been made. Never repeated by itself; fails with ApiError, whose `fields` a form
 * shows beside its inputs.
 */
export function useEndpointMutation<E extends Changing, Before = unknown>(
  endpoint: E,
  { touches, quiet = false, onSettled, ...rest }: Touching<E, Before>,
) {
  const client = useQueryClient();
  return useMutation<ReceivedOf<E>, ApiError, SentOf<E>, Before>({
    // Without a connection it fails at once and can be repeated, rather than wait unseen for one.
    networkMode: 'always',
    ...rest,
    mutationKey: [endpoint.id],
    mutationFn: async (sent) => (await call(endpoint, sent, { quiet })) as ReceivedOf<E>,
    onSettled: (...settled) => {
      for (const touched of touches) void askAgain(client, touched);
      return onSettled?.(...settled);
    },
  });
}

/** The person and the tenant are part of the key: an answer is never shown to somebody else, or in another tenant. */
function keyOf(endpoint: Reading, sent: unknown = {}) {
  const asking = session.get();
  return [endpoint.id, asking === null ? null : `${asking.tenant.tenant_ID} ${asking.userId}`, sent] as const;
}
