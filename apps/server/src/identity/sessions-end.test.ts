import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { type Browser, createBrowser, createPortal, type TokenAnswer } from '#testing/identity-browser.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = () => createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}` });

async function person(tenant?: TestTenant) {
  const user = await harness.createUser(tenant ?? (await harness.createTenant()), { roles: ['nurse'] });
  const account = await server.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return { user, account, email: user.email };
}

async function signedIn() {
  const somebody = await person();
  const portal = createPortal(server.origin);
  const visitor = browser();
  const tokens = await portal.signIn(visitor, somebody.email, password);
  await server.identity.verifyToken(tokens.access_token);
  return { ...somebody, portal, visitor, tokens };
}

async function signOut(visitor: Browser, tokens: TokenAnswer) {
  await visitor.open(`${server.origin}/idp/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token })}`);
  await visitor.submit({ logout: 'yes' });
}

const refused = async (token: string, idToken = false) =>
  expect(server.identity.verifyToken(token, { idToken })).rejects.toMatchObject({ code: 'unauthenticated' });

/** Whoever redeems a code a second time, with everything that the first time had. */
async function redeemTwice(at: 'once' | 'after another') {
  const somebody = await person();
  const portal = createPortal(server.origin);
  const visitor = browser();
  await visitor.open(portal.authorizeUrl());
  const { location } = await visitor.submit({ email: somebody.email, password, action: 'password' });
  if (at === 'once')
    return { portal, visitor, answers: await Promise.all([portal.redeem(visitor, location), portal.redeem(visitor, location)]) };
  const first = await portal.redeem(visitor, location);
  await server.identity.verifyToken(first.access_token);
  return { portal, visitor, answers: [first, await portal.redeem(visitor, location)] };
}

describe('an access token ends with the session', () => {
  test('that the person signs out of; their session in another browser goes on', async () => {
    const { visitor, tokens, email, portal } = await signedIn();
    const elsewhere = await portal.signIn(browser(), email, password);
    await signOut(visitor, tokens);
    await refused(tokens.access_token);
    await refused(tokens.id_token, true);
    await expect(server.identity.verifyToken(elsewhere.access_token)).resolves.toMatchObject({ kind: 'person' });
  });

  test('that the portal gives up by revoking its refresh token', async () => {
    const { visitor, tokens } = await signedIn();
    await visitor.request(`${server.origin}/idp/token/revocation`, { client_id: 'vigil-portal', token: tokens.refresh_token });
    await refused(tokens.access_token);
  });

  test('that an administrator ends, in the very second of its issue; one issued after that is good', async () => {
    harness.clock.set(Math.floor(harness.clock.now() / 1000) * 1000 + 100);
    const { user, email, tokens, portal, visitor } = await signedIn();
    const operators = await server.identity.issueToken({ email });
    for (let time = 1; time <= 3; time++) {
      await server.identity.endSessions(user.id);
      const later = await portal.signIn(browser(), email, password);
      const laterOperators = await server.identity.issueToken({ email });
      await server.identity.verifyToken(later.access_token);
      await server.identity.verifyToken(later.id_token, { idToken: true });
      await server.identity.verifyToken(laterOperators);
      expect((await portal.refresh(browser(), later.refresh_token)).access_token).toBeTruthy();
      expect(decodeJwt(later.access_token).iat).toBe(decodeJwt(tokens.access_token).iat);
    }
    await refused(tokens.access_token);
    await refused(tokens.id_token, true);
    await refused(operators);
    expect((await portal.refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
  });

  test('that a new password ends, and links that were mailed before are dead', async () => {
    const { email, tokens } = await signedIn();
    const asking = browser();
    await asking.open(`${server.origin}/idp/forgot`);
    await asking.submit({ email });
    await server.settle();
    const visitor = browser();
    await visitor.open(linkIn(server.box).href);
    expect((await visitor.submit({ password: 'another horse entirely', repeat: 'another horse entirely' })).status).toBe(200);
    await refused(tokens.access_token);
    const rows = await harness.asOwner(
      'select 1 from vigil.sign_in_links l join vigil.accounts a on a.id = l.account_id where a.email = $1',
      [email],
    );
    expect(rows).toEqual([]);
  });

  test('that its account’s deactivation ends: within ten seconds, whoever did it', async () => {
    const { account, tokens, portal, visitor } = await signedIn();
    await harness.asOwner('update vigil.accounts set disabled_at = now() where id = $1', [account.id]);
    harness.clock.advance(10_000);
    await refused(tokens.access_token);
    expect((await portal.refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
    const silent = await visitor.open(portal.authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
  });

  test('that has less than 15 minutes left', async () => {
    const { portal, visitor, tokens } = await signedIn();
    harness.clock.advance(12 * 3_600_000 - 60_000);
    const last = await portal.refresh(visitor, tokens.refresh_token);
    expect(last.expires_in).toBeLessThanOrEqual(60);
    await server.identity.verifyToken(last.access_token);
    harness.clock.advance(60_000);
    await expect(server.identity.verifyToken(last.access_token)).rejects.toMatchObject({ code: 'token_expired' });
  });

  test('that another process ended, within ten seconds', async () => {
    const { visitor, tokens } = await signedIn();
    const other = await startIdentity(harness);
    await other.identity.verifyToken(tokens.access_token);
    await signOut(visitor, tokens);
    harness.clock.advance(10_000);
    await expect(other.identity.verifyToken(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await other.stop();
  });

  test('that the browser leaves by signing somebody else in with a mailed link', async () => {
    const tenant = await harness.createTenant({ settings: { featureFlags: { auth: { magicLink: true } } } });
    const origin = `http://${tenant.code}.localhost:3000`;
    const [first, second] = [await person(tenant), await person(tenant)];
    const visitor = createBrowser(server.app, { origin, ip: '10.1.1.1' });
    const portal = createPortal(origin);
    const tokens = await portal.signIn(visitor, first.email, password);
    const asking = createBrowser(server.app, { origin, ip: '10.1.1.2' });
    await asking.open(portal.authorizeUrl());
    await asking.submit({ email: second.email, action: 'magic' });
    await server.settle();
    await visitor.open(linkIn(server.box).href);
    await visitor.submit({});
    await refused(tokens.access_token);
    expect((await portal.refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
  });
});

describe('an authorisation code that is used twice', () => {
  test.each(['after another', 'once'] as const)('(%s) takes back everything that was issued for it (RFC 6749 §4.1.2)', async (at) => {
    const { answers, portal, visitor } = await redeemTwice(at);
    expect(answers.filter((answer) => answer.error === 'invalid_grant').length).toBeGreaterThanOrEqual(1);
    for (const answer of answers.filter((one) => one.access_token)) {
      await refused(answer.access_token);
      expect((await portal.refresh(visitor, answer.refresh_token)).error).toBe('invalid_grant');
    }
  });

  test('without the verifier of PKCE nobody takes anything back, and gets nothing', async () => {
    const { email } = await person();
    const portal = createPortal(server.origin);
    const visitor = browser();
    await visitor.open(portal.authorizeUrl());
    const { location } = await visitor.submit({ email, password, action: 'password' });
    const tokens = await portal.redeem(visitor, location);
    expect((await createPortal(server.origin).redeem(browser(), location)).error).toBe('invalid_grant');
    await server.identity.verifyToken(tokens.access_token);
  });
});

test('a refresh token that is used twice takes the access tokens along', async () => {
  const { portal, visitor, tokens } = await signedIn();
  const next = await portal.refresh(visitor, tokens.refresh_token);
  await server.identity.verifyToken(next.access_token);
  await portal.refresh(visitor, tokens.refresh_token);
  await refused(next.access_token);
  await refused(tokens.access_token);
});
