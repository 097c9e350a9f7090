import { ApiError } from '@vigil/contract/client';
import { expect, test } from 'vitest';
import { keepQuiet, onFailure, reactionTo, reportLastFailure } from './failures.ts';

test.each([
  [401, 'unauthenticated', 'sign-out'],
  [401, 'token_expired', 'sign-out'],
  [403, 'no_access_to_user', 'no-access'],
  [403, 'forbidden', 'none'],
  [400, 'invalid_input', 'refresh-hint'],
  [500, 'internal', 'refresh-hint'],
  [503, 'ticks_unavailable', 'refresh-hint'],
  [502, 'unexpected_answer', 'refresh-hint'],
  [404, 'not_found', 'none'],
  [409, 'conflict', 'none'],
  [429, 'too_many_requests', 'none'],
  [0, 'unreachable', 'none'],
] as const)('%i %s: %s', (status, code, reaction) => {
  expect(reactionTo({ status, code })).toBe(reaction);
});

test('a failure that its caller shows is not reported a second time', () => {
  const seen: ApiError[] = [];
  const stop = onFailure((failure) => seen.push(failure));
  const loud = new ApiError(500, 'internal', 'a');
  const quiet = new ApiError(500, 'internal', 'b');
  keepQuiet(quiet);
  reportLastFailure(loud);
  reportLastFailure(quiet);
  reportLastFailure(new ApiError(404, 'not_found', 'c'));
  stop();
  expect(seen).toEqual([loud]);
});
