import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the event loop before others get their turn, in milliseconds. */
const holdMs = 10;

/**
 * For work in many steps that differ in size: call it between them, and other requests get their turn whenever the work
 * has held the event loop for a while.
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < holdMs) return;
    await nextTurn();
    since = performance.now();
  };
}
