import { ApiError, type CallOptions, type Client, createClient } from '@vigil/contract/client';
import { noteAnswer, noteSilence } from './connection.ts';
import { tellInOwnLanguage } from './failure-language.ts';
import { keepQuiet, reactionTo, reportFailure } from './failures.ts';
import { sessionHeaders } from './session/session.ts';

const client = createClient({ baseUrl: '', headers: sessionHeaders });

export interface PortalCallOptions extends CallOptions {
  /** The caller shows a failure itself, as a background refresh does: no notice to the person. A 401 still signs out. */
  readonly quiet?: boolean;
}

/**
 * Makes one call of the contract as the signed-in person in the chosen tenant. Throws ApiError. A 401 and a refused member are
 * reacted to here and at once; a server's failure by the query client, once its tries are used up (lib/query.ts).
 */
export async function call<E extends Parameters<Client['call']>[0]>(
  endpoint: E,
  sent: Parameters<typeof client.call<E>>[1],
  { quiet = false, ...options }: PortalCallOptions = {},
): Promise<Awaited<ReturnType<typeof client.call<E>>>> {
  try {
    const answer = await inTime(options.signal, answerWithinMs + bytesIn(sent) / slowestBytesPerMs, (signal) =>
      client.call(endpoint, sent, { ...options, signal }),
    );
    noteAnswer();
    return answer;
  } catch (failure) {
    if (failure instanceof ApiError) noteFailure(failure, { quiet });
    throw failure;
  }
}

/** What follows from any call that failed: its words, what it says of the connection and of the session. */
export function noteFailure(failure: ApiError, { quiet }: { readonly quiet: boolean }): void {
  tellInOwnLanguage(failure);
  if (failure.status === 0) noteSilence();
  else noteAnswer();
  if (quiet) keepQuiet(failure);
  const reaction = reactionTo(failure);
  if (reaction === 'sign-out' || (reaction === 'no-access' && !quiet)) reportFailure(failure);
}

/** A call that is not answered within this time has failed: nobody stares at a page for longer. Milliseconds. */
const answerWithinMs = 15_000;

/** A file is on its way for as long as a bad mobile line takes, 200 kbit/s, before anybody can answer. Bytes in a millisecond. */
const slowestBytesPerMs = 25;

/** Length of the file that is sent; 0 for anything else, which is short. */
function bytesIn(sent: unknown): number {
  const body = (sent as { readonly body?: unknown }).body;
  if (body instanceof Blob) return body.size;
  return ArrayBuffer.isView(body) || body instanceof ArrayBuffer ? body.byteLength : 0;
}

/** Makes a call with a signal that ends it in time; no answer in time is the same as no answer. */
async function inTime<T>(gone: AbortSignal | undefined, withinMs: number, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  let isCut = false;
  const cut = () => {
    isCut = true;
    late.abort();
  };
  // Whoever waits for minutes is told at once that the line is gone.
  if (withinMs > answerWithinMs) addEventListener('offline', cut);
  try {
    return await make(gone === undefined ? late.signal : AbortSignal.any([gone, late.signal]));
  } catch (failure) {
    if (late.signal.aborted && !(failure instanceof ApiError) && gone?.aborted !== true)
      throw new ApiError(
        0,
        'unreachable',
        isCut ? 'The connection was lost on the way.' : `The server did not answer within ${Math.round(withinMs / 1000)} s.`,
      );
    throw failure;
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', cut);
  }
}
