import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = () => createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}` });

async function account() {
  const email = `${randomUUID()}@test.example`;
  await server.identity.accounts.create({ email, password, emailVerified: true });
  return email;
}

async function device() {
  const tenant = await harness.createTenant();
  const member = await harness.createUser(tenant);
  const [id, secret] = [randomUUID(), randomBytes(32).toString('base64url')];
  const digest = createHash('sha256').update(secret).digest();
  await harness.asOwner('insert into vigil.devices (tenant_id, id, user_id, label, secret_sha256) values ($1, $2, $3, $4, $5)', [
    tenant.id,
    id,
    member.id,
    'band',
    digest,
  ]);
  return { id, secret };
}

async function askForToken(form: Record<string, string>) {
  const answer = await browser().request(`${server.origin}/idp/token`, form);
  return JSON.parse(answer.body) as { access_token?: string; error?: string };
}

/** A code as it comes back to the portal, with the request's secret. */
async function codeOf(email: string) {
  const portal = createPortal(server.origin);
  const visitor = browser();
  await visitor.open(portal.authorizeUrl());
  const { location } = await visitor.submit({ email, password, action: 'password' });
  return { portal, visitor, location, code: location?.searchParams.get('code') ?? '' };
}

describe('PKCE cannot be weakened', () => {
  test.each([
    ['plain', { code_challenge_method: 'plain' }],
    ['another method', { code_challenge_method: 'S1' }],
    ['no method, which means plain', { code_challenge_method: '' }],
    ['a challenge that is too short', { code_challenge: 'abc' }],
    ['no challenge', { code_challenge: '' }],
  ])('to %s', async (_case, extra) => {
    const url = new URL(createPortal(server.origin).authorizeUrl(extra));
    for (const [name, value] of Object.entries(extra)) if (value === '') url.searchParams.delete(name);
    const answer = await browser().open(url.href);
    expect(answer.location?.searchParams.get('error')).toBe('invalid_request');
  });

  test('by leaving the verifier out, or by another request’s', async () => {
    const { code, portal } = await codeOf(await account());
    const form = { grant_type: 'authorization_code', client_id: 'vigil-portal', code, redirect_uri: portal.redirectUri };
    expect((await askForToken(form)).error).toBe('invalid_grant');
    expect((await askForToken({ ...form, code_verifier: randomBytes(32).toString('base64url') })).error).toBe('invalid_grant');
  });
});

describe('a code is good for the one who asked for it', () => {
  test('not for a device, nor together with a device’s credentials', async () => {
    const { code, location, portal, visitor } = await codeOf(await account());
    const { id, secret } = await device();
    const clients: Record<string, string>[] = [{ client_id: id, client_secret: secret }, { client_id: id }];
    for (const client of clients) {
      const form = { ...client, grant_type: 'authorization_code', code, redirect_uri: portal.redirectUri, code_verifier: 'v'.repeat(43) };
      expect((await askForToken(form)).access_token).toBeUndefined();
    }
    expect((await portal.redeem(visitor, location)).access_token).toBeTruthy();
  });

  test('not at another redirect address, not after a minute', async () => {
    const { code } = await codeOf(await account());
    const elsewhere = { grant_type: 'authorization_code', client_id: 'vigil-portal', code, redirect_uri: `${server.origin}/auth/silent` };
    expect((await askForToken({ ...elsewhere, code_verifier: 'v'.repeat(43) })).error).toBe('invalid_grant');
    const late = await codeOf(await account());
    harness.clock.advance(60_000);
    expect((await late.portal.redeem(late.visitor, late.location)).error).toBe('invalid_grant');
  });

  test('and the portal gets no tokens without a person', async () => {
    for (const grant_type of ['client_credentials', 'password', 'implicit', 'urn:ietf:params:oauth:grant-type:token-exchange'])
      expect((await askForToken({ grant_type, client_id: 'vigil-portal', username: 'a', password })).access_token).toBeUndefined();
  });
});

describe('a sign-in never leads elsewhere', () => {
  test.each([
    'http://localhost:3000.evil.example/auth/callback',
    'http://localhost:3000@evil.example/auth/callback',
    'http://evil.example\\@localhost:3000/auth/callback',
    'http://localhost:3000/auth/callback/../../evil',
    'http://localhost:3000/auth/callback?next=http://evil.example',
    'http://localhost:3000/auth/callback#x',
    'http://LOCALHOST:3000/auth/callback/',
    'http://localhost:3001/auth/callback',
    'https://localhost:3000/auth/callback',
    '//localhost:3000/auth/callback',
    'javascript:alert(1)//localhost:3000/auth/callback',
    'data:text/html,localhost:3000/auth/callback',
    '/auth/callback',
  ])('to %s', async (redirectUri) => {
    const visitor = browser();
    const answer = await visitor.open(createPortal(server.origin).authorizeUrl({ redirect_uri: redirectUri }));
    expect([answer.status, answer.location]).toEqual([400, null]);
    const signedOut = await visitor.open(
      `${server.origin}/idp/session/end?${new URLSearchParams({ client_id: 'vigil-portal', post_logout_redirect_uri: redirectUri })}`,
    );
    expect([signedOut.status, signedOut.location]).toEqual([400, null]);
  });

  test.each(['token', 'id_token', 'code token', 'none'])('with tokens in the address (%s)', async (responseType) => {
    const answer = await browser().open(createPortal(server.origin).authorizeUrl({ response_type: responseType, nonce: 'n' }));
    expect(answer.location?.href ?? '').not.toMatch(/access_token|id_token=/);
    expect(answer.body).not.toContain('<form method="post" action="/idp/interaction');
  });
});

describe('what has ended stays ended', () => {
  test('prompt=none after signing out, with the very cookies of before', async () => {
    const { portal, visitor, location } = await codeOf(await account());
    const tokens = await portal.redeem(visitor, location);
    const cookies = [...visitor.jar];
    await visitor.open(`${server.origin}/idp/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token })}`);
    await visitor.submit({ logout: 'yes' });
    const thief = browser();
    for (const [key, cookie] of cookies) thief.jar.set(key, cookie);
    const silent = await thief.open(createPortal(server.origin).authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
  });

  test('a code that was given out before a new password, and the session that gave it', async () => {
    const email = await account();
    const { portal, visitor, location } = await codeOf(email);
    const owner = browser();
    await owner.open(`${server.origin}/idp/forgot`);
    await owner.submit({ email });
    await server.settle();
    await owner.open(linkIn(server.box).href);
    await owner.submit({ password: 'another horse entirely', repeat: 'another horse entirely' });
    expect((await portal.redeem(visitor, location)).error).toBe('invalid_grant');
    const silent = await visitor.open(portal.authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
  });

  test('a sign-in that began with the old password and ends after the new one was set', async () => {
    const email = await account();
    const portal = createPortal(server.origin);
    const slow = browser();
    await slow.open(portal.authorizeUrl());
    const owner = browser();
    await owner.open(`${server.origin}/idp/forgot`);
    await owner.submit({ email });
    await server.settle();
    await owner.open(linkIn(server.box).href);
    const [late] = await Promise.all([
      slow.submit({ email, password, action: 'password' }),
      owner.submit({ password: 'another horse entirely', repeat: 'another horse entirely' }),
    ]);
    const tokens = late.location?.searchParams.get('code') ? await portal.redeem(slow, late.location) : null;
    if (tokens?.access_token)
      await expect(server.identity.verifyToken(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    const silent = await slow.open(portal.authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
  });
});
