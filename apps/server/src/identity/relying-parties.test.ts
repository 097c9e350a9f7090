import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';
import { redirectUriFault } from './relying-parties.rules.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const redirectUri = 'https://app.example/callback';
const verifier = 'a-verifier-of-more-than-forty-three-characters-xyz';

async function register(more: { isConfidential?: boolean; usesApi?: boolean } = {}) {
  return server.identity.clients.create({
    name: 'Ward <board>',
    redirectUris: [redirectUri],
    isConfidential: false,
    usesApi: false,
    by: 'op',
    ...more,
  });
}

async function signedIn() {
  const { email, id } = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
  const account = await server.identity.accounts.create({ email, password, userId: id, emailVerified: true });
  const visitor = createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}` });
  await createPortal(server.origin).signIn(visitor, email, password);
  return { visitor, account, email };
}
type Visitor = Awaited<ReturnType<typeof signedIn>>['visitor'];

async function authorize(visitor: Visitor, clientId: string, more: Record<string, string> = {}) {
  const asked = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  return visitor.open(`${server.origin}/idp/auth?${new URLSearchParams(asked)}`);
}

async function redeem(clientId: string, location: URL | null, secret?: string) {
  const code = location?.searchParams.get('code') ?? '';
  const answer = await server.app.inject({
    method: 'POST',
    url: '/idp/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...(secret === undefined ? {} : { client_secret: secret }),
    }).toString(),
  });
  return answer.json<Record<string, string>>();
}
const userinfo = async (token = '') => {
  const answer = await server.app.inject({ url: '/idp/me', headers: { authorization: `Bearer ${token}` } });
  return { status: answer.statusCode, claims: answer.json<object>() };
};

test('a registered application learns who signs in after consent, and its token opens nothing of the API', async () => {
  const { id } = await register();
  const { account, email, visitor } = await signedIn();
  const question = await authorize(visitor, id);
  expect(question.body).toContain('Share with Ward &#60;board&#62;?');
  expect(question.body).toContain('app.example');
  const tokens = await redeem(id, (await visitor.submit({ action: 'allow' })).location);
  expect(tokens).toMatchObject({ scope: 'openid email' });
  expect(tokens).not.toHaveProperty('refresh_token');
  const idToken = decodeJwt(tokens.id_token ?? '');
  expect(idToken).toMatchObject({ sub: account.id, aud: id, email });
  for (const inner of ['roles', 'extension_healthId', 'grant_id']) expect(idToken).not.toHaveProperty(inner);
  expect(await userinfo(tokens.access_token)).toEqual({ status: 200, claims: { sub: account.id, email, email_verified: true } });
  for (const token of [tokens.access_token, tokens.id_token])
    await expect(server.identity.verifyToken(token ?? '', { idToken: true })).rejects.toMatchObject({ code: 'unauthenticated' });
  // The yes holds as long as the session.
  expect((await authorize(visitor, id)).location?.searchParams.get('code')).toBeTruthy();
});

test('without consent there is no code: prompt=none answers consent_required', async () => {
  const { id } = await register();
  const { visitor } = await signedIn();
  expect((await authorize(visitor, id, { prompt: 'none' })).location?.searchParams.get('error')).toBe('consent_required');
});

test('the API is refused to an application that was not registered for it, and granted by consent to one that was', async () => {
  const { visitor } = await signedIn();
  const signInOnly = await authorize(visitor, (await register()).id, { resource: 'urn:vigil:api', scope: 'openid api' });
  expect(signInOnly.location?.searchParams.get('error')).toBe('invalid_target');
  const { id } = await register({ usesApi: true });
  // A yes to the sign-in is none to the API.
  await authorize(visitor, id);
  await visitor.submit({ action: 'allow' });
  expect((await authorize(visitor, id, { resource: 'urn:vigil:api' })).body).toContain('act in Vigil in your name');
  const tokens = await redeem(id, (await visitor.submit({ action: 'allow' })).location);
  expect(tokens.scope).toBe('openid email api');
  expect(await server.identity.verifyToken(tokens.access_token ?? '')).toMatchObject({ kind: 'person', tokenUse: 'access' });
  // Revoking the application ends its tokens for the API too, as soon as nobody believes what was known of the sign-in before.
  await server.identity.clients.revoke(id, 'op');
  harness.clock.advance(11_000);
  await expect(server.identity.verifyToken(tokens.access_token ?? '')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a confidential client needs its secret, of which only the digest is stored', async () => {
  const { id, secret } = await register({ isConfidential: true });
  const { visitor } = await signedIn();
  await authorize(visitor, id);
  const { location } = await visitor.submit({ action: 'allow' });
  expect((await redeem(id, location)).error).toBe('invalid_client');
  expect((await redeem(id, location, 'wrong')).error).toBe('invalid_client');
  expect(await redeem(id, location, secret ?? '')).toHaveProperty('id_token');
  const stored = await harness.asOwner<{ text: string }>('select c::text as text from vigil.oidc_clients c where id = $1', [id]);
  expect(stored[0]?.text).not.toContain(secret);
});

test.each([
  'https://app.example/callback/',
  'https://app.example/callback?x=1',
  'https://app.example:8443/callback',
  'https://app.example',
])('the redirect address is exact: %s leads nowhere', async (other) => {
  const { visitor } = await signedIn();
  const answer = await authorize(visitor, (await register()).id, { redirect_uri: other });
  expect([answer.status, answer.location]).toEqual([400, null]);
});

test('a revoked client is refused, and so is what people granted it', async () => {
  const { id } = await register();
  const { visitor } = await signedIn();
  await authorize(visitor, id);
  const tokens = await redeem(id, (await visitor.submit({ action: 'allow' })).location);
  await server.identity.clients.revoke(id, 'op');
  expect((await authorize(visitor, id)).status).toBe(400);
  expect((await userinfo(tokens.access_token)).status).toBe(401);
  expect((await server.identity.clients.list()).find((client) => client.id === id)?.revokedAt).toEqual(expect.any(Number));
  await expect(server.identity.clients.revoke('nobody', 'op')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['https://app.example/callback', true],
  ['http://127.0.0.1:8080/cb', true],
  ['http://localhost/cb', true],
  ['http://app.example/callback', false],
  ['http://localhost.evil.example/', false],
  ['https://app.example/callback#a', false],
  ['https://user:word@app.example/', false],
  ['https://*.app.example/callback', false],
  ['https://APP.example/callback', false],
  ['javascript:alert(1)', false],
  ['/callback', false],
])('an address to return to: %s (%s)', (uri, allowed) => {
  expect(redirectUriFault(uri) === null).toBe(allowed);
});

test('what is wrong with a new client is told by field, and nothing is made', async () => {
  const before = (await server.identity.clients.list()).length;
  const wish = { name: ' ', redirectUris: ['http://app.example/'], isConfidential: false, usesApi: false, by: 'op' };
  await expect(server.identity.clients.create(wish)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ field: 'redirect' }, { field: 'name' }],
  });
  expect((await server.identity.clients.list()).length).toBe(before);
});
