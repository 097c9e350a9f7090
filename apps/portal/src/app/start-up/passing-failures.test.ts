import { ApiError } from '@vigil/contract/client';
import { expect, test } from 'vitest';
import { isRefusal, mayRenewLater, retryAfter, retryDelayMs } from './passing-failures.ts';

test.each([
  ['the first try', 0, undefined, 2000],
  ['the second', 1, undefined, 4000],
  ['the third', 2, undefined, 8000],
  ['the fourth', 3, undefined, 15_000],
  ['any later one', 40, undefined, 15_000],
  ['one that the server names', 3, 5, 5000],
  ['one that the server wants at once', 0, 0, 1000],
  ['one that the server puts off for an hour', 0, 3600, 60_000],
])('%s waits as long as it should', (_name, tries, afterSeconds, delayMs) => {
  expect(retryDelayMs(tries, { afterSeconds })).toBe(delayMs);
});

test('the wait is the one that the failure names', () => {
  expect(retryAfter(new ApiError(503, 'database_unavailable', '', { retryAfterSeconds: 7 }))).toEqual({ afterSeconds: 7 });
  expect(retryAfter(new TypeError('Failed to fetch'))).toEqual({ afterSeconds: undefined });
});

test.each([
  [400, true],
  [401, true],
  [403, true],
  [404, true],
  [0, false],
  [408, false],
  [429, false],
  [500, false],
  [502, false],
  [503, false],
])('a call that answered %i is a refusal: %s', (status, refusal) => {
  expect(isRefusal(new ApiError(status, 'unexpected_answer', ''))).toBe(refusal);
});

test.each<[string, unknown, boolean]>([
  ['a network timeout', Object.assign(new Error('Network timed out'), { name: 'ErrorTimeout' }), true],
  ['a hidden frame that stays silent', Object.assign(new Error('IFrame timed out without a response'), { name: 'ErrorTimeout' }), false],
  ['a bad gateway', new Error('Bad Gateway (502)'), true],
  ['a bad request', new Error('Bad Request (400): {}'), false],
  ['a proxy’s page', new Error('Invalid response Content-Type: text/html, from URL: https://id.example/token'), true],
  ['a provider under load', { error: 'temporarily_unavailable' }, true],
  ['a refresh token that was revoked', { error: 'invalid_grant' }, false],
  ['a refusal of the API', { error: { code: 'forbidden' } }, false],
  ['an unknown error', new Error('The identity provider gave no answer.'), false],
])('a renewal that failed by %s is worth another try: %s', (_name, reason, later) => {
  expect(mayRenewLater(reason)).toBe(later);
});
