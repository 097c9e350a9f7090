import { type ErrorCode, type ErrorDetails, VigilError } from '@vigil/contract/errors';

/** What a pool and its processes say to each other. A process has one task at a time, so only questions need numbers. */
export type ToProcess =
  | { readonly kind: 'task'; readonly work: string; readonly input: unknown }
  | { readonly kind: 'answer'; readonly question: number; readonly value: unknown }
  /** The question failed: the task has come to nothing, whatever the process makes of it. */
  | { readonly kind: 'no-answer'; readonly question: number };

export type FromProcess =
  | { readonly kind: 'question'; readonly question: number; readonly value: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }
  /** It takes more memory than it may, and is still at work. */
  | { readonly kind: 'out-of-memory' };

/** An error on its way between processes, which would arrive without its class. */
type SentError =
  | { readonly code: ErrorCode; readonly message: string; readonly details: Pick<ErrorDetails, 'fields' | 'retryAfterSeconds'> }
  | { readonly code: null; readonly message: string; readonly stack: string | undefined };

export function sentError(error: unknown): SentError {
  if (error instanceof VigilError) {
    const { code, message, fields, retryAfterSeconds } = error;
    return { code, message, details: { fields, retryAfterSeconds } };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { code: null, message, stack };
}

export function receivedError(sent: SentError): Error {
  if (sent.code !== null) return new VigilError(sent.code, sent.message, sent.details);
  const error = new Error(sent.message);
  if (sent.stack !== undefined) error.stack = sent.stack;
  return error;
}
