import type { Query, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { isAway, pauseWhileAway, untilServerIsBack, waitBefore } from './server-away.ts';
import { createStore } from './store.ts';

/** What is on screen cannot be brought up to date because the server is away, wholly or in part; since when it is as it is. Null: it can. */
export const outdatedSince = createStore<number | null>(null);

/** Between attempts where the server is there and a call fails all the same. Milliseconds. */
const longestWaitMs = 8_000;

/**
 * Has every question of a page answered again, by itself, once the server is back: those that failed without ever having been
 * answered, and after a silence whatever is on screen. Those that have been answered keep that answer and try again themselves
 * (`lib/query.ts`). Returns how to stop.
 */
export function recoverByItself(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  let isUnderWay = false;
  let attempt = 0;
  let isOver = false;

  const shown = () => cache.findAll({ type: 'active' });
  const hasFailed = ({ state }: Query) => state.status === 'error' && isAway(state.error);
  const isKept = ({ state }: Query) => state.data !== undefined && isAway(state.fetchFailureReason);
  const look = () => {
    const kept = shown().filter(isKept);
    outdatedSince.set(kept.length === 0 ? null : Math.min(...kept.map(({ state }) => state.dataUpdatedAt)));
    if (shown().every(({ state }) => state.status === 'success')) attempt = 0;
    if (shown().some(hasFailed) || connection.get() === 'silent') void recover();
  };

  async function recover(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    const wasSilent = connection.get() !== 'answering';
    await pauseWhileAway(waitBefore(attempt++, longestWaitMs));
    await untilServerIsBack();
    if (isOver) return;
    isUnderWay = false;
    // Not waited for: one that fails is told by the cache.
    void client.refetchQueries({ type: 'active', predicate: (query) => wasSilent || hasFailed(query) }, { cancelRefetch: false });
  }

  const unfollow = [
    cache.subscribe((event) => {
      const isTold = event.type === 'updated' && ['failed', 'error', 'success'].includes(event.action.type);
      if (isTold || event.type === 'observerRemoved') look();
    }),
    connection.subscribe(look),
  ];
  return () => {
    isOver = true;
    for (const stop of unfollow) stop();
  };
}
