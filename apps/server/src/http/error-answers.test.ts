import { expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { toVigilError } from './error-answers.ts';

const harness = await useHarness();

it.each([
  ['a text', 'select $1::text', 'a\0b'],
  ['JSON', 'select $1::jsonb', '{"label":"a\\u0000b"}'],
])('a NUL character in %s is the sender’s mistake, not the server’s', async (_name, statement, value) => {
  const failure = await harness.database.global((sql) => sql.query(statement, [value])).catch((error: unknown) => error);
  expect(toVigilError(failure)).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('NUL') });
});

it.each([
  ['half a character in JSON', 'select $1::jsonb', JSON.stringify({ label: 'a\ud800' }), /half a character/],
  ['the year 0', 'select $1::date', '0000-01-01', /date/],
  ['a moment that no calendar has', 'select $1::timestamptz', '2026-13-45T00:00:00Z', /date/],
])('%s is the sender’s mistake, and told as one', async (_name, statement, value, message) => {
  const failure = await harness.database.global((sql) => sql.query(statement, [value])).catch((error: unknown) => error);
  expect(toVigilError(failure)).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(message) });
});

it('what is of another form than a statement of ours expects is our own mistake', async () => {
  const failure = await harness.database.global((sql) => sql.query('select $1::uuid', ['abc'])).catch((error: unknown) => error);
  expect(toVigilError(failure).code).toBe('internal');
});

it.each(['53100', 'ENOSPC', 'EDQUOT'])('a full disk (%s) is told as one', (code) =>
  expect(toVigilError(Object.assign(new Error('no space left on device'), { code }))).toMatchObject({
    code: 'storage_full',
    retryAfterSeconds: 60,
  }),
);
