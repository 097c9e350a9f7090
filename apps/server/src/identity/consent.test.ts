import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = (language = 'en') =>
  createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}`, language });

async function person() {
  const { email, id } = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
  await server.identity.accounts.create({ email, password, userId: id, emailVerified: true });
  return email;
}

test('prompt=consent asks after the sign-in, and a yes goes on with a code (OpenID Connect Core §3.1.2.1)', async () => {
  const email = await person();
  const visitor = browser();
  const portal = createPortal(server.origin);
  await visitor.open(portal.authorizeUrl({ prompt: 'consent' }));
  const question = await visitor.submit({ email, password, action: 'password' });
  expect(question.status).toBe(200);
  expect(question.body).toContain('Share with Vigil?');
  expect(question.body).toContain(email);
  expect(question.headers['x-frame-options']).toBe('DENY');
  const done = await visitor.submit({ action: 'allow' });
  expect((await portal.redeem(visitor, done.location)).access_token).toBeTruthy();
});

test('whoever is signed in already is asked for consent alone, in their language', async () => {
  const visitor = browser('es');
  await createPortal(server.origin).signIn(visitor, await person(), password);
  const question = await visitor.open(createPortal(server.origin).authorizeUrl({ prompt: 'consent' }));
  expect(question.body).toContain('¿Compartir con Vigil?');
  expect(question.body).toContain('No permitir');
  expect(question.body).not.toContain('type="password"');
});

test('prompt=login consent asks for both', async () => {
  const email = await person();
  const visitor = browser();
  const portal = createPortal(server.origin);
  await portal.signIn(visitor, email, password);
  await visitor.open(portal.authorizeUrl({ prompt: 'login consent' }));
  const question = await visitor.submit({ email, password, action: 'password' });
  expect(question.body).toContain('Share with Vigil?');
  const done = await visitor.submit({ action: 'allow' });
  expect((await portal.redeem(visitor, done.location)).access_token).toBeTruthy();
});

test('a no goes back with access_denied, without a code', async () => {
  const visitor = browser();
  await createPortal(server.origin).signIn(visitor, await person(), password);
  await visitor.open(createPortal(server.origin).authorizeUrl({ prompt: 'consent' }));
  const { location } = await visitor.submit({ action: 'refuse' });
  expect(location?.searchParams.get('error')).toBe('access_denied');
  expect(location?.searchParams.get('code')).toBeNull();
  expect(location?.searchParams.get('state')).toBe('the-state');
});

test('neither page takes the other’s answer: consent without a sign-in leads nowhere, and nobody signs in on the consent page', async () => {
  const [first, second] = [await person(), await person()];
  const stranger = browser();
  await stranger.open(createPortal(server.origin).authorizeUrl({ prompt: 'consent' }));
  expect((await stranger.submit({ action: 'allow' })).status).toBe(400);
  const visitor = browser();
  await createPortal(server.origin).signIn(visitor, first, password);
  await visitor.open(createPortal(server.origin).authorizeUrl({ prompt: 'consent' }));
  const answer = await visitor.submit({ email: second, password, action: 'password' });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain(first);
});

test('prompt=none with consent is refused, and nothing but prompt=consent asks the portal’s users', async () => {
  const visitor = browser();
  const portal = createPortal(server.origin);
  await portal.signIn(visitor, await person(), password);
  const both = await visitor.open(portal.authorizeUrl({ prompt: 'none consent' }));
  expect(both.location?.searchParams.get('error')).toBe('invalid_request');
  expect((await visitor.open(portal.authorizeUrl())).location?.searchParams.get('code')).toBeTruthy();
});
