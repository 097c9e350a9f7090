import { VigilError } from '@vigil/contract/errors';

/** When a place may have become free, in seconds: a page that was closed gives its own back at once. */
const retryAfterSeconds = 30;

/** How many event streams each person has open. */
export interface StreamSlots {
  /** Takes a place and returns how to give it back (more than once changes nothing). Throws too_many_requests when none is left. */
  take(principal: string): () => void;
}

export function createStreamSlots(perPerson: number): StreamSlots {
  const open = new Map<string, number>();
  return {
    take(principal) {
      const count = open.get(principal) ?? 0;
      if (count >= perPerson)
        throw new VigilError(
          'too_many_requests',
          `You have ${perPerson} live views open, and no more are kept at once. This one goes on by itself when another is closed.`,
          { retryAfterSeconds },
        );
      open.set(principal, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (open.get(principal) ?? 1) - 1;
        if (left > 0) open.set(principal, left);
        else open.delete(principal);
      };
    },
  };
}
