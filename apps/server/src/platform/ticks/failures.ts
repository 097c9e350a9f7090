import { VigilError } from '@vigil/contract/errors';
import { refusals } from './refusals.ts';

/** The engine's own words for why it did not carry out a statement: `Code: 47. DB::Exception: … (UNKNOWN_IDENTIFIER)`. */
export class EngineError extends Error {
  readonly code: string;
  /** The code's name; undefined in answers that are cut short. */
  readonly type: string | undefined;

  private constructor(text: string, code: string) {
    super(text);
    this.code = code;
    this.type = /\(([A-Z][A-Z0-9_]{2,})\)/.exec(text)?.[1];
  }

  /** A plain Error where it was not the engine that answered, but a proxy before it. */
  static from(text: string): Error {
    const code = /\bCode: (\d+)\./.exec(text)?.[1];
    return code === undefined ? new Error(text) : new EngineError(text, code);
  }
}

const retryAfterSeconds = 5;

/** What the reader of a failure is told of some codes. Others that are no refusals are an outage like any other. */
const reasons = new Map([
  ['159', 'took too long to answer'],
  ['160', 'took too long to answer'],
  ['202', 'has too many questions waiting'],
  ['241', 'has no memory left for this question'],
  ['252', 'is still merging earlier data'],
  ['394', 'cancelled the question'],
  ['516', 'refused its credentials'],
]);
const full = new Set(['243', '74', '75']);

/**
 * Translates whatever the client threw. The engine's own text stays in `cause`: it may quote values and is never shown. `isOutOfTime`:
 * the call was given up for its time. The error does not tell: Node says `aborted` of an engine that was killed as well.
 */
export function ticksFailure(error: unknown, isOutOfTime = false): VigilError {
  if (error instanceof VigilError) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof EngineError) return engineFailure(error, text);
  const lost = isOutOfTime ? 'took too long to answer' : 'cannot be reached';
  return new VigilError('ticks_unavailable', `The ticks store ${lost}. Try again shortly: sending the same data again is safe.`, {
    retryAfterSeconds,
    cause: error,
  });
}

/** Of an answer that is not in its format. Why stays out of it, since readers quote what they could not read. */
export function unreadableAnswer(): VigilError {
  return new VigilError('ticks_unavailable', 'The ticks store’s answer could not be read. Try again shortly.', { retryAfterSeconds });
}

function engineFailure(error: EngineError, text: string): VigilError {
  if (error.code === '243' || (full.has(error.code) && /no space left|errno: 28/i.test(text)))
    return new VigilError(
      'storage_full',
      'The ticks store has no room left and stored nothing of this. Free disk space, then send again.',
      { retryAfterSeconds: 60, cause: error },
    );
  if (refusals.has(Number(error.code)))
    return new VigilError('internal', `The ticks store could not carry out a statement (${error.code} ${error.type ?? ''}).`, {
      cause: error,
    });
  const why = reasons.get(error.code) ?? 'is not fully available right now';
  return new VigilError('ticks_unavailable', `The ticks store ${why}. Try again shortly: sending the same data again is safe.`, {
    retryAfterSeconds,
    cause: error,
  });
}

/** True of an outage: the ticks store could not be reached, was overloaded or took too long. What is known without it can still be told. */
export function isTicksOutage(error: unknown): error is VigilError {
  return error instanceof VigilError && error.code === 'ticks_unavailable';
}

/** True when the engine answered, and why is its own word: it was reached. */
export function isEngineWord(error: unknown): boolean {
  return error instanceof VigilError && error.cause instanceof EngineError;
}

/** True when the engine will never carry the statement out (`refusals`); asking again is of no use. */
export function isRefusal(error: unknown): boolean {
  return error instanceof VigilError && error.code === 'internal' && error.cause instanceof EngineError;
}

/** Where a ticks store was looked for and why it did not answer, for the operator: the address without user and password. */
export function whereUnreachable(failure: VigilError, url: string): string {
  const { cause } = failure;
  const why = cause instanceof EngineError ? cause.type : (cause as NodeJS.ErrnoException | undefined)?.code;
  return `${new URL(url).host} (${why ?? 'no answer in time'})`;
}
