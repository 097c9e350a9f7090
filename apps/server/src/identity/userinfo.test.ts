import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal, type TokenAnswer } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = () => createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}` });

async function person() {
  const user = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
  const account = await server.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return { user, account, email: user.email };
}

/** Signs in asking for a scope, as the portal would. */
async function signIn(email: string, scope: string): Promise<TokenAnswer> {
  const portal = createPortal(server.origin);
  const visitor = browser();
  await visitor.open(portal.authorizeUrl({ scope }));
  const done = await visitor.submit({ email, password, action: 'password' });
  return portal.redeem(visitor, done.location);
}

async function userinfo(token: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await server.app.inject({ method, url: '/idp/me', headers: { authorization: `Bearer ${token}` } });
  return { status: answer.statusCode, headers: answer.headers, claims: answer.json<Record<string, unknown>>() };
}

describe('userinfo (OpenID Connect Core §5.3)', () => {
  test.each(['GET', 'POST'] as const)('answers the access token of a sign-in with the claims of its scope (%s)', async (method) => {
    const { account, email, user } = await person();
    const tokens = await signIn(email, 'openid profile email api');
    const { claims, headers, status } = await userinfo(tokens.access_token, method);
    expect(status).toBe(200);
    expect(claims).toEqual({ sub: account.id, extension_healthId: user.id, roles: ['nurse'], email, email_verified: true });
    expect(claims.sub).toBe(decodeJwt(tokens.id_token).sub);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('gives no e-mail address to a token without that scope', async () => {
    const { account, email, user } = await person();
    const { claims } = await userinfo((await signIn(email, 'openid api')).access_token);
    expect(claims).toEqual({ sub: account.id, extension_healthId: user.id, roles: ['nurse'] });
  });

  test('refuses a token without the scope openid, and says which is missing', async () => {
    const { email } = await person();
    const { headers, status } = await userinfo((await signIn(email, 'api')).access_token);
    expect(status).toBe(403);
    expect(headers['www-authenticate']).toContain('insufficient_scope');
    expect(headers['www-authenticate']).toContain('scope="openid"');
  });

  test('refuses a token that has expired, an ID token, and one that was changed', async () => {
    const { email } = await person();
    const tokens = await signIn(email, 'openid email api');
    const changed = `${tokens.access_token.slice(0, -8)}AAAAAAAA`;
    for (const token of [tokens.id_token, changed, 'made-up']) {
      const { headers, status } = await userinfo(token);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toContain('invalid_token');
    }
    harness.clock.advance(901_000);
    expect((await userinfo(tokens.access_token)).status).toBe(401);
  });

  test('refuses the tokens of a session that has ended, also while others of the account go on', async () => {
    const { email, user } = await person();
    const visitor = browser();
    const signedOut = await createPortal(server.origin).signIn(visitor, email, password);
    const other = await signIn(email, 'openid');
    await visitor.open(`${server.origin}/idp/session/end?id_token_hint=${signedOut.id_token}`);
    await visitor.submit({ logout: 'yes' });
    expect((await userinfo(signedOut.access_token)).status).toBe(401);
    expect((await userinfo(other.access_token)).status).toBe(200);
    harness.clock.advance(2_000);
    await server.identity.endSessions(user.id);
    expect((await userinfo(other.access_token)).status).toBe(401);
  });

  test('refuses an operator’s token, which no sign-in and no scope stand behind', async () => {
    const { email } = await person();
    expect((await userinfo(await server.identity.issueToken({ email }))).status).toBe(403);
  });
});

describe('the token response says its scope (RFC 6749 §5.1)', () => {
  test.each([
    ['openid profile email api', 'openid profile email api'],
    ['openid', 'openid api'],
    ['openid email unheard-of', 'openid email api'],
  ])('asked for "%s" it says "%s", and so does the token', async (asked, granted) => {
    const { email } = await person();
    const tokens = await signIn(email, asked);
    expect(tokens.scope).toBe(granted);
    expect(decodeJwt(tokens.access_token).scope).toBe(granted);
  });

  test('a renewed token says its own, which may be asked to be less', async () => {
    const { email } = await person();
    const first = await signIn(email, 'openid email api');
    const renewed = await createPortal(server.origin).refresh(browser(), first.refresh_token);
    expect(renewed.scope).toBe('openid email api');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/idp/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'vigil-portal',
        refresh_token: renewed.refresh_token,
        scope: 'openid api',
      }).toString(),
    });
    expect(answer.json<TokenAnswer>().scope).toBe('openid api');
    const { claims, status } = await userinfo(answer.json<TokenAnswer>().access_token);
    expect([status, 'email' in claims]).toEqual([200, false]);
  });
});
