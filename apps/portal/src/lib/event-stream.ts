import { ApiError, failureOf } from '@vigil/contract/client';
import { pushRetryMs } from '@vigil/contract/notification.values';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { reportFailure } from './failures.ts';
import { sessionHeaders } from './session/session.ts';

/** The server writes something every 25 s; a stream that is silent for longer is dead, whatever the network says. Milliseconds. */
const longestSilenceMs = 40_000;
/** Milliseconds until the stream is opened again after the server closed it in good order. */
const reopenMs = 1000;

export interface EventStreamOptions {
  /** Path and query on this origin; `addressOf` of the contract's client builds it. */
  readonly path: string;
  readonly onMessage: (message: EventSourceMessage) => void;
  /** After every opening: what was missed while the stream was closed has to be asked for again. */
  readonly onOpen?: () => void;
  /** The stream ended or broke and will be opened again: until then nothing new is heard. */
  readonly onInterrupted?: (reason?: unknown) => void;
  /** The server refused for good (a 4xx other than 429): the stream stays closed. */
  readonly onRefused?: (failure: ApiError) => void;
  readonly retryMs?: number;
  /** Headers beside those of the session. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes on while the tab is hidden. */
  readonly whileHidden?: boolean;
  /** Where to go on: the id of the last event that is known. Kept up to date while the stream runs. */
  readonly resume?: { lastEventId: string | null };
  /** Something was heard, be it a heartbeat. */
  readonly onAlive?: () => void;
}

/**
 * Follows server-sent events with the session's bearer token. Reconnects after `retryMs` (or what the server asks for) when
 * opening fails or the connection breaks, at once when the network comes back, and 1 s after a close in good order or after 40 s without the server's heartbeat. Closed while
 * the tab is hidden unless `whileHidden`, since HTTP/1.1 gives a browser six connections for all of its tabs. Returns how to stop.
 */
export function openEventStream(options: EventStreamOptions): () => void {
  let retryMs = options.retryMs ?? pushRetryMs;
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;

  const pause = () => {
    clearTimeout(timer);
    current?.abort();
    current = null;
  };
  const stop = () => {
    over = true;
    pause();
    removeEventListener('online', wake);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisibility);
  };
  const wake = () => {
    if (over || current || isPaused()) return;
    clearTimeout(timer);
    void run();
  };
  const isPaused = () => document.hidden && options.whileHidden !== true;
  const onVisibility = () => (isPaused() ? pause() : wake());

  const onOffline = () => {
    pause();
    options.onInterrupted?.();
  };

  async function run() {
    const attempt = new AbortController();
    current = attempt;
    const onEvent = (message: EventSourceMessage) => {
      if (options.resume && message.id !== undefined) options.resume.lastEventId = message.id;
      options.onMessage(message);
    };
    const parser = createParser({ onEvent, onRetry: (asked) => (retryMs = asked) });
    let waitMs = retryMs;
    let why: unknown;
    try {
      await readStream(options, attempt.signal, (chunk) => parser.feed(chunk));
      waitMs = reopenMs;
    } catch (reason) {
      if (attempt.signal.aborted) return;
      why = reason;
      if (reason instanceof ApiError && isFinal(reason.status)) {
        stop();
        if (reason.status === 401) reportFailure(reason);
        options.onRefused?.(reason);
        return;
      }
      waitMs = reason instanceof ApiError && reason.retryAfterSeconds !== undefined ? reason.retryAfterSeconds * 1000 : retryMs;
    }
    if (current !== attempt) return;
    current = null;
    options.onInterrupted?.(why);
    timer = setTimeout(wake, waitMs);
  }

  addEventListener('online', wake);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisibility);
  wake();
  return stop;
}

/** A refusal that trying again would not change. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

async function readStream(options: EventStreamOptions, signal: AbortSignal, feed: (chunk: string) => void): Promise<void> {
  const lastEventId = options.resume?.lastEventId;
  const headers = {
    accept: 'text/event-stream',
    ...options.headers,
    ...(lastEventId && { 'last-event-id': lastEventId }),
    ...(await sessionHeaders()),
  };
  const answer = await fetch(options.path, { headers, signal, cache: 'no-store' });
  if (!answer.ok) throw await failureOf(answer);
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body)
    throw new ApiError(answer.status, 'unexpected_answer', 'The server did not answer with an event stream.');
  // Where the server begins: until the first event comes, that is where to go on.
  const begins = answer.headers.get('last-event-id');
  if (options.resume && begins) options.resume.lastEventId = begins;
  options.onOpen?.();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let dead: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      dead = setTimeout(() => void reader.cancel(), longestSilenceMs);
      const { done, value } = await reader.read();
      clearTimeout(dead);
      if (done) return;
      options.onAlive?.();
      feed(value);
    }
  } finally {
    clearTimeout(dead);
  }
}
