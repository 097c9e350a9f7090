import { VigilError } from '@vigil/contract/errors';

/** When a place may have become free, in seconds: a page that was closed gives its own back at once. */
const retryAfterSeconds = 30;

/** How many event streams each person has open, and all together. */
export interface StreamSlots {
  /** Takes a place and returns how to give it back (more than once changes nothing). Throws too_many_requests when none is left. */
  take(principal: string): () => void;
}

export interface StreamLimits {
  readonly perPerson: number;
  /** Of everybody, in this process. */
  readonly inAll: number;
}

export function createStreamSlots({ perPerson, inAll }: StreamLimits): StreamSlots {
  const open = new Map<string, number>();
  let openInAll = 0;
  return {
    take(principal) {
      const count = open.get(principal) ?? 0;
      if (count >= perPerson)
        throw new VigilError(
          'too_many_requests',
          `You have ${perPerson} live views open, and no more are kept at once. This one goes on by itself when another is closed.`,
          { retryAfterSeconds },
        );
      if (openInAll >= inAll)
        throw new VigilError('too_many_requests', 'The server keeps as many live views open as it can. Please try again in a moment.', {
          retryAfterSeconds,
        });
      open.set(principal, count + 1);
      openInAll += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        openInAll -= 1;
        const left = (open.get(principal) ?? 1) - 1;
        if (left > 0) open.set(principal, left);
        else open.delete(principal);
      };
    },
  };
}
