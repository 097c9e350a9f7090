import type { ServerResponse } from 'node:http';
import { eventStreamHeaders } from '#http/route.ts';
import type { Bus, BusEvents } from '#platform/bus.ts';

export interface FollowTimes {
  /** Commits within this time are told as one event. Milliseconds. */
  readonly coalesceMs: number;
  /** Between two comments that keep proxies from closing a silent stream. Milliseconds. */
  readonly heartbeatMs: number;
}

const followTimes: FollowTimes = { coalesceMs: 200, heartbeatMs: 25_000 };

/** What a client that lost the stream should wait before it asks again: a chart that stands still is noticed in seconds. */
const retryMs = 3_000;

export interface Followed {
  readonly tenantId: string;
  readonly userId: string;
  /** Ends when the client goes away, or may no longer read the member. */
  readonly signal: AbortSignal;
}

type Commit = BusEvents['ticks.committed'];

/**
 * Writes a server-sent event each time ticks of the member have been stored: which metrics, and from when to when; never
 * values; and one when the latest values at hand have followed, which is a little later. Resolves when `signal` ends, and leaves the response open for its owner to end.
 */
export async function followTicks(bus: Bus, response: ServerResponse, followed: Followed, times: FollowTimes = followTimes): Promise<void> {
  const { tenantId, userId, signal } = followed;
  let pending: Commit | undefined;
  let latestPending = false;
  let flushing: NodeJS.Timeout | undefined;

  const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const flush = () => {
    flushing = undefined;
    if (pending) write(ticksEvent(pending));
    if (latestPending) write({ contentType: 'LATEST', content: { userId } });
    pending = undefined;
    latestPending = false;
  };
  const isFollowed = (event: Pick<Commit, 'tenantId' | 'userId'>) =>
    event.tenantId === tenantId && event.userId === userId && !signal.aborted;
  const onCommit = (commit: Commit) => {
    if (!isFollowed(commit)) return;
    pending = pending ? joined(pending, commit) : commit;
    flushing ??= setTimeout(flush, times.coalesceMs);
  };
  const onLatest = (stored: BusEvents['latest.stored']) => {
    if (!isFollowed(stored)) return;
    latestPending = true;
    flushing ??= setTimeout(flush, times.coalesceMs);
  };
  const endings = [
    bus.subscribe('ticks.committed', onCommit),
    bus.subscribe('ticks.committed-elsewhere', onCommit),
    bus.subscribe('latest.stored', onLatest),
    bus.subscribe('latest.stored-elsewhere', onLatest),
  ];
  const heartbeat = setInterval(() => response.write(': still here\n\n'), times.heartbeatMs);

  response.writeHead(200, eventStreamHeaders);
  response.write(`retry: ${retryMs}\n\n`);

  await ended(signal);
  for (const end of endings) end();
  clearInterval(heartbeat);
  clearTimeout(flushing);
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function joined(a: Commit, b: Commit): Commit {
  return {
    ...a,
    metrics: [...new Set([...a.metrics, ...b.metrics])],
    fromMs: Math.min(a.fromMs, b.fromMs),
    toMs: Math.max(a.toMs, b.toMs),
  };
}

function ticksEvent({ userId, metrics, fromMs, toMs }: Commit) {
  return { contentType: 'TICKS', content: { userId, metrics, from: fromMs / 1000, to: toMs / 1000 } };
}
