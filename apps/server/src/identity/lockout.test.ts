import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { type Browser, createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const address = () => `10.${octet()}.${octet()}.${octet()}`;
const browser = (ip = address()) => createBrowser(server.app, { origin: server.origin, ip });

async function account() {
  const email = `${randomUUID()}@test.example`;
  await server.identity.accounts.create({ email, password, emailVerified: true });
  return email;
}

async function attempt(visitor: Browser, email: string, given: string) {
  await visitor.open(createPortal(server.origin).authorizeUrl());
  return visitor.submit({ email, password: given, action: 'password' });
}

async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let made = 0; made < times; made++) statuses.push((await attempt(browser(), email, `guess number ${made}`)).status);
  return statuses;
}

test.each([
  ['an account', account],
  ['an address that no account has', async () => `${randomUUID()}@test.example`],
])('five wrong passwords from anywhere lock %s, and the page says when to come back', async (_case, make) => {
  const email = await make();
  expect(await guess(email, 5)).toEqual([401, 401, 401, 401, 401]);
  const locked = await attempt(browser(), email, password);
  expect(locked.status).toBe(429);
  expect(locked.headers['retry-after']).toBe('60');
  expect(locked.body).toContain('Try again in 1 minute.');
});

test('the right password opens again when the lock is over, and forgives what was before', async () => {
  const email = await account();
  await guess(email, 5);
  harness.clock.advance(60_000);
  expect((await attempt(browser(), email, password)).location?.searchParams.get('code')).toBeTruthy();
  expect(await guess(email, 4)).toEqual([401, 401, 401, 401]);
  expect((await attempt(browser(), email, password)).status).toBe(303);
});

test('a lock outlives a restart of the server', async () => {
  const email = await account();
  await guess(email, 5);
  const restarted = await startIdentity(harness);
  const visitor = createBrowser(restarted.app, { origin: restarted.origin, ip: address() });
  expect((await attempt(visitor, email, password)).status).toBe(429);
  await restarted.stop();
});

test('guesses sent all at once count one by one', async () => {
  const email = await account();
  const visitors = await Promise.all(
    Array.from({ length: 9 }, async () => {
      const visitor = browser();
      await visitor.open(createPortal(server.origin).authorizeUrl());
      return visitor;
    }),
  );
  const answers = await Promise.all(
    visitors.map((visitor, index) => visitor.submit({ email, password: `guess ${index}`, action: 'password' })),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
});

test('somebody who locks an account does not lock out its owner at the computer they always use', async () => {
  const email = await account();
  const owner = browser();
  expect((await attempt(owner, email, password)).status).toBe(303);
  await guess(email, 5);
  expect((await attempt(browser(), email, password)).status).toBe(429);
  await owner.open(`${server.origin}/idp/session/end`);
  await owner.submit({ logout: 'yes' });
  expect((await attempt(owner, email, password)).status).toBe(303);
});

test('a forged cookie of a known browser gives no tries of its own', async () => {
  const email = await account();
  const known = await server.identity.accounts.findByEmail(email);
  await guess(email, 5);
  const visitor = browser();
  visitor.jar.set('vigil_known /idp', { value: `${known?.id}.nonce.signature`, path: '/idp' });
  expect((await attempt(visitor, email, password)).status).toBe(429);
});

test('one address that tries many accounts is slowed down as well, and others are not', async () => {
  const ip = address();
  for (let made = 0; made < 50; made++) await attempt(browser(ip), `${randomUUID()}@test.example`, 'guess');
  const email = await account();
  expect((await attempt(browser(ip), email, password)).status).toBe(429);
  expect((await attempt(browser(), email, password)).status).toBe(303);
});
