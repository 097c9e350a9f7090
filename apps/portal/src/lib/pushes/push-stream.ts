import { notification } from '@vigil/contract';
import { ApiError, addressOf } from '@vigil/contract/client';
import type { PushContent, PushContentType } from '@vigil/contract/notification.values';
import { openEventStream } from '../event-stream.ts';
import type { Session } from '../session/session.ts';
import { createStore } from '../store.ts';

export interface Push extends PushContent {
  readonly contentType: PushContentType;
}

/** What the leading tab tells the others. */
type Told =
  | { readonly kind: 'push'; readonly push: Push; readonly lastEventId: string | null }
  | { readonly kind: 'opened'; readonly lastEventId: string | null }
  | { readonly kind: 'alive' };

/** Ids of pushes that are remembered, so that none is taken for new twice. */
const rememberedIds = 2_000;
/** While the server is away it is asked so often whether it is back: the specified wait after a failure is ten minutes. Milliseconds. */
const askMs = 10_000;
/** So long without a stream is too long for anybody to take silence for calm. Milliseconds. */
const lostAfterMs = 60_000;

const listeners = new Set<(push: Push) => void>();
const openListeners = new Set<() => void>();
/** True once nothing was heard of a stream for `lostAfterMs`; false again with the next sign of it. */
export const streamLost = createStore(false);

/** Calls back for each push, once, in whichever tab the stream is. Returns how to stop. */
export function onPush(listener: (push: Push) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back whenever the stream was opened: what came before it has to be asked for. Returns how to stop. */
export function onStreamOpened(listener: () => void): () => void {
  openListeners.add(listener);
  return () => openListeners.delete(listener);
}

export interface PushStreamOptions {
  readonly session: Session;
  /** Resolves when this tab is the one that holds the stream, and stays so until `signal` aborts. */
  readonly lead?: (name: string, signal: AbortSignal) => Promise<void>;
  /** Whether the server answers. */
  readonly answers?: () => Promise<boolean>;
}

/**
 * Follows the person's push stream. However many tabs are open, one holds it and tells the others; when it closes, the next
 * goes on behind the last push that any of them has. Returns how to stop.
 */
export function followPushes({ session, lead = leadByLock, answers = isReady }: PushStreamOptions): () => void {
  const name = `vigil.pushes ${session.tenant.tenant_ID} ${session.userId}`;
  const channel = new BroadcastChannel(name);
  const over = new AbortController();
  const resume: { lastEventId: string | null } = { lastEventId: null };
  const seen = new Set<string>();
  let heardAt = Date.now();
  let close: (() => void) | null = null;
  /** The stream failed without the server having said when to come again. */
  let failed = false;

  const take = (told: Told) => {
    heardAt = Date.now();
    streamLost.set(false);
    if (told.kind === 'alive') return;
    resume.lastEventId = told.lastEventId ?? resume.lastEventId;
    if (told.kind === 'opened') for (const listener of openListeners) listener();
    if (told.kind !== 'push' || seen.has(told.push.id)) return;
    seen.add(told.push.id);
    if (seen.size > rememberedIds) seen.delete(seen.values().next().value ?? '');
    for (const listener of listeners) listener(told.push);
  };
  const tell = (told: Told) => {
    channel.postMessage(told);
    take(told);
  };
  const open = () => {
    close?.();
    failed = false;
    close = openEventStream({
      path: addressOf(notification.followUser, { params: { tenantId: session.tenant.tenant_ID, userId: session.userId } }),
      headers: { client: 'webapp' },
      whileHidden: true,
      resume,
      onOpen: () => {
        failed = false;
        tell({ kind: 'opened', lastEventId: resume.lastEventId });
      },
      onAlive: () => tell({ kind: 'alive' }),
      onMessage: ({ data }) => {
        const push = pushIn(data);
        if (push) tell({ kind: 'push', push, lastEventId: resume.lastEventId });
      },
      onInterrupted: (reason) => {
        failed = !(reason instanceof ApiError && reason.retryAfterSeconds !== undefined);
      },
    });
  };

  channel.onmessage = ({ data }: MessageEvent<Told>) => take(data);
  const watch = setInterval(() => {
    if (Date.now() - heardAt >= lostAfterMs) streamLost.set(true);
  }, 1_000);
  const ask = setInterval(async () => {
    if (failed && (await answers()) && failed && !over.signal.aborted) open();
  }, askMs);
  void lead(name, over.signal).then(
    () => {
      if (!over.signal.aborted) open();
    },
    () => undefined,
  );
  return () => {
    over.abort();
    clearInterval(watch);
    clearInterval(ask);
    close?.();
    channel.close();
    streamLost.set(false);
  };
}

function pushIn(data: string): Push | null {
  try {
    const { content, contentType } = JSON.parse(data) as { contentType: PushContentType; content: string };
    const { description, id, patientId } = JSON.parse(content) as PushContent;
    return { contentType, description, id, patientId };
  } catch {
    return null;
  }
}

async function isReady(): Promise<boolean> {
  return fetch('/readyz', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** The tab that holds a Web Lock leads; the browser hands the lock on when that tab closes or crashes. */
function leadByLock(name: string, signal: AbortSignal): Promise<void> {
  return new Promise((leads, refused) => {
    navigator.locks
      .request(name, { signal }, () => {
        leads();
        return new Promise<void>((released) => signal.addEventListener('abort', () => released()));
      })
      .catch(refused);
  });
}
