import { VigilError } from '@vigil/contract/errors';

/** What reading something from outside may throw: an error for the sender, never one of the server's own. */
export function isForSender(error: unknown): boolean {
  return error instanceof VigilError && error.status < 500;
}

export function never(): boolean {
  return false;
}
