import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#platform/log.ts';
import { errorAnswer, toVigilError } from './error-answers.ts';
import { describeError } from './error-log.ts';

export interface EventStream {
  readonly log: Log;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Rejects when the caller would no longer be let in. */
  readonly stillAllowed: () => Promise<unknown>;
  /**
   * The handler; its signal ends when the client goes away or is no longer allowed, with the refusal as its reason. What it
   * writes at once then is still sent.
   */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Ends when the client goes away. */
  readonly signal: AbortSignal;
  /** Ends when the server stops. */
  readonly stopping: AbortSignal | undefined;
  readonly recheckMs: number;
  /** Calls back when something about the caller has changed that may end the access; returns what ends the watch. */
  readonly watchCaller: (onChange: () => void) => () => void;
}

/** How long a stream may outlive an expired token, or what another process has been told of (a sign-out, a discharge), in milliseconds. */
export const defaultRecheckMs = 30_000;

/**
 * Hands the connection to the handler. Somebody who may no longer read is cut off: the stream is closed cleanly, and the
 * client that connects again is judged anew.
 */
export async function streamEvents(stream: EventStream): Promise<void> {
  const { log, request, reply, stillAllowed, run, signal, stopping, recheckMs } = stream;
  const refused = new AbortController();
  const judgeAnew = () => void stillAllowed().catch((refusal) => refused.abort(refusal));
  const recheck = setInterval(judgeAnew, recheckMs);
  const unwatch = stream.watchCaller(judgeAnew);
  recheck.unref();
  const end = () => {
    if (!reply.raw.writableEnded) reply.raw.end();
  };
  refused.signal.addEventListener('abort', () => setImmediate(end), { once: true });
  const stop = () => {
    refused.abort();
    end();
  };
  stopping?.addEventListener('abort', stop, { once: true });
  reply.hijack();
  try {
    await run(AbortSignal.any([signal, refused.signal]));
    end();
  } catch (error) {
    if (signal.aborted || refused.signal.aborted) return;
    const failure = toVigilError(error);
    if (failure.status >= 500)
      log.error({ requestId: request.id, failure: failure.code, cause: describeError(failure.cause ?? failure) }, 'event stream failed');
    if (reply.raw.headersSent) return void reply.raw.destroy();
    const answer = errorAnswer(failure, 'json');
    reply.raw.writeHead(answer.status, { ...answer.headers, 'content-type': answer.contentType }).end(JSON.stringify(answer.body));
  } finally {
    clearInterval(recheck);
    unwatch();
    stopping?.removeEventListener('abort', stop);
  }
}
