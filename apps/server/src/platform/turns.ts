import { setImmediate as nextRound } from 'node:timers/promises';

/** How long work may hold the event loop before others get their turn, in milliseconds. */
const holdMs = 5;

/** Work that waits to go on, in the order in which it came. */
const waiting: (() => void)[] = [];
let isGoingRound = false;

async function goRound(): Promise<void> {
  isGoingRound = true;
  while (waiting.length > 0) {
    await nextRound();
    waiting.shift()?.();
  }
  isGoingRound = false;
}

/**
 * For work in many steps that differ in size: call it between them, and other requests get their turn whenever the work
 * has held the event loop for a while. Of everything that works like this, one piece goes on in each round of the event loop: a call
 * of many short steps then waits at each for one piece of long work at most, however much of that there is.
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < holdMs) return;
    await new Promise<void>((goOn) => {
      waiting.push(goOn);
      if (!isGoingRound) void goRound();
    });
    since = performance.now();
  };
}
