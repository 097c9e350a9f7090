import { afterAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '#platform/postgres/database.ts';
import { useHarness } from '#testing/harness.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const nowhere = createDatabase({ url: 'postgres://vigil_app:none@127.0.0.1:9/vigil', onError: () => {} });
let isAway = false;
const now = () => (isAway ? nowhere : harness.database);
const database: Database = {
  tenant: (tenantId, work) => now().tenant(tenantId, work),
  global: (work) => now().global(work),
  ask: (text, values) => now().ask(text, values),
  ping: () => now().ping(),
  close: async () => {},
};
const server = await startIdentity({ ...harness, database });
isAway = true;
afterAll(async () => {
  await server.stop();
  await nowhere.close();
});

const html = { accept: 'text/html', 'accept-language': 'en' };

it.each([
  ['the start of a sign-in', '/idp/auth?client_id=6a0c1b0c-2e1c-4c8e-9a53-0d7d64ac4b9a&response_type=code'],
  ['a link from a mail', '/idp/reset?token=unknown'],
])('while the database is away %s says so in a sentence, with 503 and when to come back', async (_page, url) => {
  const answer = await server.app.inject({ url, headers: html });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.body).toContain('not available for a moment');
});

it('a band that signs in is told the same by status and header', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/idp/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa('6a0c1b0c-2e1c-4c8e-9a53-0d7d64ac4b9a:x')}`,
    },
    payload: 'grant_type=client_credentials',
  });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
});
