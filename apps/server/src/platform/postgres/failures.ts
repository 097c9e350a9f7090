import { VigilError } from '@vigil/contract/errors';

/**
 * What a connection or a statement threw, translated where it means that the database is away, or that it gave this transaction up
 * because it and another waited for each other: everyone who asks then says the same (503, come back shortly), whatever they were
 * doing. Failures of a statement itself are handed back as they are.
 */
export function databaseFailure(error: unknown): unknown {
  if (isGivenUp(error))
    return new VigilError(
      'database_unavailable',
      'Two changes waited for each other, and this one was given up. Nothing was saved. Please try again.',
      {
        retryAfterSeconds: 1,
        cause: error,
      },
    );
  if (!isAway(error)) return error;
  return new VigilError('database_unavailable', 'The database cannot be reached at the moment. Nothing was saved. Please try again.', {
    retryAfterSeconds: 5,
    cause: error,
  });
}

/** SQLSTATE: connection exceptions; shutting down, crashed, starting up; no connection left. */
const awayStates = /^(08...|57P0[123]|53300)$/;
/** What the driver says when it gives a connection up; it has no codes for these. */
const awayTexts =
  /^Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/;
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** SQLSTATE: deadlock detected. */
const isGivenUp = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01';

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return awayStates.test(code) || socketCodes.has(code) || awayTexts.test(error.message);
}
