import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { VigilError } from '@vigil/contract/errors';

/**
 * An upload has to bring this much on average over each window. A phone on the worst of mobile networks (GPRS, NB-IoT in poor
 * coverage) brings ten times as much; whoever brings less would not be through within the time of a whole request anyway.
 */
const leastBytesPerSecond = 256;
/** From a request's first byte to its last, however steadily they come; a file on a slow line takes longer. */
const defaultRequestMs = 120_000;
export const longestRequestMs = 3_600_000;
/** How many windows an answer may lie before any further byte of it is taken: a tunnel is no reason to be cut off. */
const unreadWindows = 2;
/** How many windows an answer may take until all of it was taken (five minutes of 15 s windows). */
const takenWithinWindows = 20;

/** The body of a request while it comes in. */
export interface WatchedUpload {
  /** Called once when the sender has become too slow, in place of answering 408 past everything else; null for that again. */
  onStalled(end: ((why: VigilError) => void) | null): void;
  /** It is a file, and has an hour to come in. */
  takesLong(): void;
}

export interface SlowClients {
  /** From now on the request has to make progress, and its answer has to be taken, or the connection is closed. */
  watch(request: IncomingMessage, response: ServerResponse): WatchedUpload;
  stop(): void;
}

export interface SlowClientsOptions {
  /** How long nothing, or next to nothing, may happen on a connection that owes us something. Milliseconds. */
  readonly windowMs: number;
  /** How long a request may take to come in that is no file, however steadily. Default 2 minutes. */
  readonly requestMs?: number | undefined;
  /** Answers 408 on the bare socket and closes it. */
  readonly answerTimeout: (socket: Socket) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly sinceMs: number;
  mayTakeMs: number;
  fromMs: number;
  bytesAtFrom: number;
  /** Since when some of the answer has been waiting to be taken; null while nothing is. */
  unreadSinceMs: number | null;
  end: ((why: VigilError) => void) | null;
  ended: boolean;
}

/** Looks at every open connection a few times per window, so that a request costs no timer of its own. */
export function watchSlowClients({ windowMs, requestMs = defaultRequestMs, answerTimeout }: SlowClientsOptions): SlowClients {
  const open = new Set<Exchange>();
  const leastBytes = (leastBytesPerSecond * windowMs) / 1000;

  function checkUpload(exchange: Exchange, nowMs: number): void {
    const { request, response, socket } = exchange;
    if (request.complete) return;
    // Nobody asks for bytes at the moment: that they do not come is no fault of the sender.
    const waits = request.readableFlowing === true;
    const isOver = nowMs - exchange.sinceMs > exchange.mayTakeMs;
    if (waits && nowMs - exchange.fromMs < windowMs && !isOver) return;
    if (!isOver && (!waits || socket.bytesRead - exchange.bytesAtFrom >= leastBytes)) {
      exchange.fromMs = nowMs;
      exchange.bytesAtFrom = socket.bytesRead;
      return;
    }
    exchange.fromMs = nowMs;
    if (exchange.ended || response.headersSent) socket.destroy();
    else if (exchange.end) exchange.end(tooSlow());
    else answerTimeout(socket);
    exchange.ended = true;
  }

  function checkAnswer(exchange: Exchange, nowMs: number): void {
    const { socket } = exchange;
    const waits = socket.writableLength > 0;
    if (!waits && exchange.unreadSinceMs === null) return;
    // Node knows how much of a single large write the other side has taken; its timer starts again with every bit of it.
    if (exchange.unreadSinceMs === null) {
      exchange.unreadSinceMs = nowMs;
      socket.setTimeout(windowMs * unreadWindows);
    } else if (!waits) {
      exchange.unreadSinceMs = null;
      socket.setTimeout(0);
    } else if (nowMs - exchange.unreadSinceMs > windowMs * takenWithinWindows) socket.destroy();
  }

  function look(): void {
    const nowMs = performance.now();
    for (const exchange of open) {
      const { request, response, socket } = exchange;
      if (socket.destroyed || (response.closed && request.complete)) open.delete(exchange);
      else {
        checkUpload(exchange, nowMs);
        if (!response.closed) checkAnswer(exchange, nowMs);
      }
    }
  }

  // After a long pause of the event loop, what has arrived meanwhile is read before anybody is judged.
  const timer = setInterval(() => setImmediate(look), Math.min(windowMs / 5, 3_000));
  timer.unref();
  return {
    watch(request, response) {
      const { socket } = request;
      const sinceMs = performance.now();
      const exchange: Exchange = {
        ...{ request, response, socket, sinceMs, mayTakeMs: requestMs, fromMs: sinceMs, bytesAtFrom: socket.bytesRead },
        ...{ unreadSinceMs: null, end: null, ended: false },
      };
      // Requests that were made up inside this process have no connection that could be slow.
      if (socket instanceof Socket) {
        open.add(exchange);
        response.once('close', () => {
          if (request.complete) open.delete(exchange);
        });
      }
      return {
        onStalled(end) {
          exchange.end = end;
        },
        takesLong() {
          exchange.mayTakeMs = longestRequestMs;
        },
      };
    },
    stop: () => clearInterval(timer),
  };
}

function tooSlow(): VigilError {
  return new VigilError(
    'request_timeout',
    'The body stopped arriving, or came too slowly, so nothing of it was used. Send it again, in smaller parts on a slow network.',
  );
}
