import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const portal = () => createPortal(server.origin);
/** Every browser has a network address of its own, so that failed attempts of one test do not slow another one. */
const browser = () => createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}` });
const octet = () => Math.floor(Math.random() * 250) + 1;

async function person(roles: ('nurse' | 'md' | 'patient')[] = ['nurse']) {
  const tenant = await harness.createTenant();
  const user = await harness.createUser(tenant, { roles });
  const account = await server.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return { tenant, user, account, email: user.email };
}

describe('signing in', () => {
  test('code with PKCE gives an access token of 900 s with the specified claims', async () => {
    const { account, email, user } = await person();
    const tokens = await portal().signIn(browser(), email, password);
    expect(tokens.expires_in).toBe(900);
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({
      sub: account.id,
      extension_healthId: user.id,
      roles: ['nurse'],
      aud: 'urn:vigil:api',
      iss: server.identity.issuer,
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
    expect(claims).not.toHaveProperty('email');
    expect(await server.identity.verifyToken(tokens.access_token)).toMatchObject({
      kind: 'person',
      userId: user.id,
      verifiedEmail: email,
      tokenUse: 'access',
    });
  });

  test('roles are the union over tenants, without tenants that discharged the person', async () => {
    const { email, user } = await person(['nurse']);
    await harness.createUser(await harness.createTenant(), { id: user.id, roles: ['md'], email });
    await harness.createUser(await harness.createTenant(), { id: user.id, roles: ['tenant_admin'], email, isInTheTenant: false });
    const tokens = await portal().signIn(browser(), email, password);
    expect(decodeJwt(tokens.access_token).roles).toEqual(['md', 'nurse']);
  });

  test('an ID token opens only what asks for one', async () => {
    const { email } = await person();
    const tokens = await portal().signIn(browser(), email, password);
    await expect(server.identity.verifyToken(tokens.id_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await server.identity.verifyToken(tokens.id_token, { idToken: true })).toMatchObject({ tokenUse: 'id', verifiedEmail: email });
  });

  test.each([
    ['a wrong password', (email: string) => ({ email, password: 'not the password' })],
    ['an unknown address', () => ({ email: `${randomUUID()}@test.example`, password })],
  ])('%s is refused with the same words', async (_case, credentials) => {
    const { email } = await person();
    const visitor = browser();
    await visitor.open(portal().authorizeUrl());
    const answer = await visitor.submit({ ...credentials(email), action: 'password' });
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('The e-mail address or the password is not right.');
    expect(answer.location).toBeNull();
  });

  test('the address is found in whatever case it is typed', async () => {
    const { email } = await person();
    expect(await portal().signIn(browser(), ` ${email.toUpperCase()}`, password)).toHaveProperty('access_token');
  });

  test('a form without the token of our own page, or from another site, is refused', async () => {
    const { email } = await person();
    const visitor = browser();
    await visitor.open(portal().authorizeUrl());
    const forged = await visitor.submit({ email, password, action: 'password', csrf: 'made-up' });
    expect(forged.status).toBe(400);
    await visitor.open(portal().authorizeUrl());
    const foreign = await visitor.submit({ email, password, action: 'password' }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(400);
  });

  test('neither the log of events nor the counters hold an e-mail address', async () => {
    const { account, email } = await person();
    const visitor = browser();
    await visitor.open(portal().authorizeUrl());
    await visitor.submit({ email, password: 'not the password', action: 'password' });
    const events = await harness.asOwner<{ text: string }>('select e::text as text from vigil.sign_in_events e where account_id = $1', [
      account.id,
    ]);
    expect(events).toHaveLength(1);
    expect(events[0]?.text).toContain('password,refused');
    const everything = await harness.asOwner<{ text: string }>(
      'select t::text as text from vigil.sign_in_throttles t union all select e::text from vigil.sign_in_events e',
    );
    expect(everything.filter(({ text }) => text.includes('@'))).toEqual([]);
  });
});

describe('the person whom the portal names', () => {
  test('stands in the form already', async () => {
    const { email } = await person();
    expect((await browser().open(portal().authorizeUrl({ login_hint: email }))).body).toContain(`value="${email}"`);
  });

  test('goes through without a form when signed in', async () => {
    const { email } = await person();
    const visitor = browser();
    await portal().signIn(visitor, email, password);
    expect((await visitor.open(portal().authorizeUrl({ login_hint: email }))).location?.searchParams.get('code')).toBeTruthy();
  });

  test('is asked for the password when somebody else is signed in, and takes the browser over', async () => {
    const [first, second] = [await person(), await person()];
    const visitor = browser();
    const before = await portal().signIn(visitor, first.email, password);
    const asking = portal();
    await visitor.open(asking.authorizeUrl({ login_hint: second.email }));
    await visitor.submit({ email: second.email, password, action: 'password' });
    const done = await visitor.submit({});
    const tokens = await asking.redeem(visitor, done.location);
    expect(decodeJwt(tokens.access_token).sub).toBe(second.account.id);
    expect((await portal().refresh(visitor, before.refresh_token)).error).toBe('invalid_grant');
  });
});

describe('the authorisation request', () => {
  test('without PKCE there is no code', async () => {
    const visitor = browser();
    const url = new URL(portal().authorizeUrl());
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const answer = await visitor.open(url.href);
    expect(answer.location?.searchParams.get('error')).toBe('invalid_request');
  });

  test.each(['https://evil.example/auth/callback', 'http://nobody.localhost:3000/auth/callback', 'http://localhost:3000/elsewhere'])(
    'the redirect address %s is not one of ours: no redirect happens',
    async (redirectUri) => {
      const answer = await browser().open(portal().authorizeUrl({ redirect_uri: redirectUri }));
      expect(answer.status).toBe(400);
      expect(answer.location).toBeNull();
      expect(answer.body).toContain('not known here');
    },
  );

  test('the host of a tenant, and a host named in its settings, may sign in as soon as they exist', async () => {
    const named = `care-${randomUUID()}.example`;
    const tenant = await harness.createTenant({ settings: { tenant: { hosts: [named] } } });
    for (const origin of [`http://${tenant.code}.localhost:3000`, `http://${named}`]) {
      const answer = await createBrowser(server.app, { origin }).open(createPortal(origin).authorizeUrl());
      expect(answer.status, origin).toBe(200);
      // The whole way stays at the host of the portal: its cookie is first-party.
      expect(answer.url.origin).toBe(origin);
    }
  });

  test('a forged Host or X-Forwarded-Host leads nowhere', async () => {
    const answer = await server.app.inject({
      url: new URL(portal().authorizeUrl()).pathname + new URL(portal().authorizeUrl()).search,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(String(answer.headers.location)).toMatch(/^\/idp\/interaction\//);
    const discovery = await server.app.inject({
      url: '/idp/.well-known/openid-configuration',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(discovery.json()).toMatchObject({ issuer: 'http://localhost:3000/idp', token_endpoint: 'http://localhost:3000/idp/token' });
  });
});

describe('renewal', () => {
  test('a refresh token works once; its second use ends everything that came from it', async () => {
    const { email } = await person();
    const visitor = browser();
    const first = await portal().signIn(visitor, email, password);
    const second = await portal().refresh(visitor, first.refresh_token);
    expect(second.access_token).toBeTruthy();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await portal().refresh(visitor, first.refresh_token)).error).toBe('invalid_grant');
    expect((await portal().refresh(visitor, second.refresh_token)).error).toBe('invalid_grant');
  });

  test('of many simultaneous uses of one refresh token at most one succeeds', async () => {
    const { email } = await person();
    const visitor = browser();
    const first = await portal().signIn(visitor, email, password);
    const answers = await Promise.all(Array.from({ length: 5 }, () => portal().refresh(visitor, first.refresh_token)));
    expect(answers.filter((answer) => answer.access_token).length).toBeLessThanOrEqual(1);
  });

  test('prompt=none answers with a code while the session lives, and may pass through a frame', async () => {
    const { email } = await person();
    const visitor = browser();
    await portal().signIn(visitor, email, password);
    const silent = portal();
    const answer = await visitor.open(silent.authorizeUrl({ prompt: 'none' }));
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self';");
    expect((await silent.redeem(visitor, answer.location)).access_token).toBeTruthy();
  });

  test('prompt=none without a session answers login_required', async () => {
    const answer = await browser().open(portal().authorizeUrl({ prompt: 'none' }));
    expect(answer.location?.searchParams.get('error')).toBe('login_required');
  });

  test('the sign-in page itself cannot be framed and runs nothing inline', async () => {
    const answer = await browser().open(portal().authorizeUrl());
    expect(answer.headers['x-frame-options']).toBe('DENY');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    // With `no-referrer` browsers send forms with the Origin `null`.
    expect(answer.headers['referrer-policy']).toBe('same-origin');
    expect(answer.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style="/);
  });
});

describe('signing out', () => {
  test('ending the sessions of a user refuses refresh, silent renewal and the tokens given out before', async () => {
    const { email, user } = await person();
    const visitor = browser();
    const tokens = await portal().signIn(visitor, email, password);
    harness.clock.advance(2_000);
    await server.identity.endSessions(user.id);
    expect((await portal().refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
    const silent = await visitor.open(portal().authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
    await expect(server.identity.verifyToken(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await portal().signIn(visitor, email, password)).access_token).toBeTruthy();
  });

  test('the sign-out address with the person’s ID token ends the session and returns to the portal', async () => {
    const { email } = await person();
    const visitor = browser();
    const tokens = await portal().signIn(visitor, email, password);
    const question = await visitor.open(
      `${server.origin}/idp/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${server.origin}/` })}`,
    );
    expect(question.body).toContain('data-submit="at-once"');
    const done = await visitor.submit({ logout: 'yes' });
    expect(done.location?.href).toBe('http://localhost:3000/');
    const silent = await visitor.open(portal().authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
    expect((await portal().refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
  });

  test('without the ID token it asks first: a link on another site signs nobody out', async () => {
    const { email } = await person();
    const visitor = browser();
    await portal().signIn(visitor, email, password);
    const question = await visitor.open(`${server.origin}/idp/session/end`);
    expect(question.body).not.toContain('at-once');
    expect(question.body).toContain('Sign out?');
  });

  test('after the sessions were ended on the server the sign-out address still returns to the portal', async () => {
    const { email, user } = await person();
    const visitor = browser();
    const tokens = await portal().signIn(visitor, email, password);
    await server.identity.endSessions(user.id);
    const page = await visitor.open(
      `${server.origin}/idp/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${server.origin}/` })}`,
    );
    expect(page.status).toBe(200);
    expect((await visitor.submit({})).location?.href).toBe('http://localhost:3000/');
  });
});
