import { ClickHouseError } from '@clickhouse/client';
import { VigilError } from '@vigil/contract/errors';

const retryAfterSeconds = 5;

/** The engine's codes that mean: nothing is wrong with the question, ask again later. */
const overloaded = new Map([
  ['159', 'took too long to answer'],
  ['160', 'took too long to answer'],
  ['202', 'has too many questions waiting'],
  ['241', 'has no memory left for this question'],
  ['252', 'is still merging earlier data'],
  ['394', 'cancelled the question'],
  ['516', 'refused its credentials'],
]);
const full = new Set(['243', '74', '75']);

/** Translates whatever the client threw. The engine's own text stays in `cause`: it may quote values and is never shown. */
export function ticksFailure(error: unknown): VigilError {
  if (error instanceof VigilError) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof ClickHouseError) return engineFailure(error, text);
  const lost = /aborted/i.test(text) ? 'took too long to answer' : 'cannot be reached';
  return new VigilError('ticks_unavailable', `The ticks store ${lost}. Try again shortly: sending the same data again is safe.`, {
    retryAfterSeconds,
    cause: error,
  });
}

function engineFailure(error: ClickHouseError, text: string): VigilError {
  if (error.code === '243' || (full.has(error.code) && /no space left|errno: 28/i.test(text)))
    return new VigilError(
      'storage_full',
      'The ticks store has no room left and stored nothing of this. Free disk space, then send again.',
      { retryAfterSeconds: 60, cause: error },
    );
  const why = overloaded.get(error.code);
  if (why)
    return new VigilError('ticks_unavailable', `The ticks store ${why}. Try again shortly: sending the same data again is safe.`, {
      retryAfterSeconds,
      cause: error,
    });
  return new VigilError('internal', `The ticks store could not carry out a statement (${error.code} ${error.type ?? ''}).`, {
    cause: error,
  });
}

/** True when the engine understood the statement and will never carry it out; asking again is of no use. */
export function isRefusal(error: unknown): boolean {
  return error instanceof VigilError && error.code === 'internal' && error.cause instanceof ClickHouseError;
}

/** Where a ticks store was looked for and why it did not answer, for the operator: the address without user and password. */
export function whereUnreachable(failure: VigilError, url: string): string {
  const { cause } = failure;
  const why = cause instanceof ClickHouseError ? cause.type : (cause as NodeJS.ErrnoException | undefined)?.code;
  return `${new URL(url).host} (${why ?? 'no answer in time'})`;
}
