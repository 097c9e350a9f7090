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
