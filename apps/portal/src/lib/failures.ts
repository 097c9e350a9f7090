import type { ApiError } from '@vigil/contract/client';

type Listener = (failure: ApiError) => void;
const listeners = new Set<Listener>();

/** Follows failed calls that the portal reacts to by itself. Returns how to stop. */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportFailure(failure: ApiError): void {
  for (const listener of listeners) listener(failure);
}

/** Of a change that failed: the answer was lost, here or behind a proxy, so nobody can say that nothing was changed. */
export const mayHaveHappened = ({ status }: Pick<ApiError, 'status'>): boolean => status === 0 || status === 502 || status === 504;

/** Of what an address names: there is none. 400: what stands in the address is no id at all. */
export const isNotThere = ({ status }: Pick<ApiError, 'status'>): boolean => status === 404 || status === 400;

const quiet = new WeakSet<ApiError>();

/** Says of a failure that whoever made the call shows it. */
export function keepQuiet(failure: ApiError): void {
  quiet.add(failure);
}

/** Reports a failure that stands after all tries, unless its caller shows it. */
export function reportLastFailure(failure: ApiError): void {
  if (!quiet.has(failure) && reactionTo(failure) === 'refresh-hint') reportFailure(failure);
}

export type FailureReaction = 'sign-out' | 'no-access' | 'refresh-hint' | 'none';

/**
 * What the portal does by itself about a failed call, as the specification's error catalogue says: 401 signs out, 403 on a user
 * leads away, 400 and 500 or above say that something went wrong. Everything else is shown where the call was made.
 */
export function reactionTo(failure: Pick<ApiError, 'status' | 'code'>): FailureReaction {
  if (failure.status === 401) return 'sign-out';
  if (failure.code === 'no_access_to_user') return 'no-access';
  if (failure.status === 400 || failure.status >= 500) return 'refresh-hint';
  return 'none';
}
