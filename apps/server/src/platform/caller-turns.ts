import { VigilError } from '@vigil/contract/errors';

/** Calls that one principal has in work at the same time: fewer than the connections of the database. */
const atOnce = 8;
/** Those that may wait behind them. */
const mostWaiting = 1_000;

/**
 * Calls of one principal (a person, or the network of whoever has not signed in) are worked on a few at a time, the others in the order
 * in which they came: whoever asks for a thousand things at once takes no connection of the database from everybody else, nor from
 * what tells of alarms.
 */
export interface CallerTurns {
  /** Resolves when it is this call's turn; what it answers ends the turn. Throws too_many_requests where too many wait. */
  take(principal: string): Promise<() => void>;
}

export function createCallerTurns(
  limits: { readonly atOnce: number; readonly mostWaiting: number } = { atOnce, mostWaiting },
): CallerTurns {
  const callers = new Map<string, { inWork: number; readonly waiting: (() => void)[] }>();
  return {
    async take(principal) {
      const caller = callers.get(principal) ?? { inWork: 0, waiting: [] };
      callers.set(principal, caller);
      if (caller.waiting.length >= limits.mostWaiting)
        throw new VigilError('too_many_requests', 'You have asked for too much at once. Please ask again in a moment.', {
          retryAfterSeconds: 1,
        });
      if (caller.inWork >= limits.atOnce) await new Promise<void>((begin) => caller.waiting.push(begin));
      else caller.inWork += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        // Whoever waits takes the place over.
        const next = caller.waiting.shift();
        if (next) return next();
        caller.inWork -= 1;
        if (caller.inWork === 0) callers.delete(principal);
      };
    },
  };
}
