import { afterAll, beforeEach, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal, type TokenAnswer } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const { identity } = server;
const [password, pin] = ['correct horse battery', '284917'];
const minuteMs = 60_000;

let visitor: ReturnType<typeof createBrowser>;
let portal: ReturnType<typeof createPortal>;
let addresses = 0;
beforeEach(() => {
  addresses += 1;
  visitor = createBrowser(server.app, { origin: server.origin, ip: `10.9.7.${addresses}` });
  portal = createPortal(server.origin);
});

const callerOf = (subject: string, grantId: string | null) => ({ subject, grantId, ip: '10.9.8.1', language: undefined, host: undefined });

const grantOf = async ({ access_token }: TokenAnswer) => {
  const found = await identity.verifyToken(access_token);
  return found.kind === 'person' ? found.grantId : null;
};

/** A member with a PIN, signed in a moment ago. */
async function member() {
  const user = await harness.createUser(await harness.createTenant(), { roles: ['patient'] });
  const account = await identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  await identity.own.quickUnlock.set(callerOf(account.id, null), { pin, password });
  const tokens = await portal.signIn(visitor, user.email, password);
  const lock = async (held: TokenAnswer) => identity.own.quickUnlock.lock(callerOf(account.id, await grantOf(held)));
  return { user, account, tokens, lock };
}

const isAsked = async () => {
  const answer = await visitor.open(portal.authorizeUrl({ prompt: 'none' }));
  return answer.location?.searchParams.get('error') === 'login_required';
};

/** Goes where the provider goes on once its question is answered, without an answer. */
async function resumeUnanswered() {
  const page = await visitor.open(portal.authorizeUrl());
  expect(page.body).toContain('name="pin"');
  return visitor.open(page.url.pathname.replace('/interaction/', '/auth/'));
}

test.each([0, 2, 10, 13, 15])('going on without an answer opens no locked session, %d minutes after the sign-in', async (minutes) => {
  const { tokens, lock } = await member();
  harness.clock.advance(Math.min(minutes, 13) * minuteMs);
  const renewed = await portal.refresh(visitor, tokens.refresh_token);
  await lock(renewed);
  harness.clock.advance(Math.max(0, minutes - 13) * minuteMs);
  for (let again = 0; again < 2; again++) {
    expect((await resumeUnanswered()).location).toBeNull();
    expect(await isAsked()).toBe(true);
  }
  await visitor.open(portal.authorizeUrl());
  const opened = await portal.redeem(visitor, (await visitor.submit({ pin })).location);
  expect(opened.access_token).toBeTruthy();
  expect(await isAsked()).toBe(false);
});

test('staying signed in on the page that signs out opens no locked session', async () => {
  const { tokens, lock } = await member();
  await lock(tokens);
  await visitor.open('/idp/session/end?client_id=vigil-portal');
  expect((await visitor.submit({})).status).toBe(200);
  expect(await isAsked()).toBe(true);
  expect((await visitor.open(portal.authorizeUrl())).location).toBeNull();
});

test('a session that the PIN has opened can be locked again, and opened again by the password', async () => {
  const { user, tokens, lock } = await member();
  await lock(tokens);
  await visitor.open(portal.authorizeUrl());
  await lock(await portal.redeem(visitor, (await visitor.submit({ pin })).location));
  await resumeUnanswered();
  expect(await isAsked()).toBe(true);
  const page = await visitor.open(portal.authorizeUrl());
  await visitor.open(`${page.url.pathname}?with=password`);
  const done = await visitor.submit({ email: user.email, password, action: 'password' });
  expect((await portal.redeem(visitor, done.location)).access_token).toBeTruthy();
  expect(await isAsked()).toBe(false);
});

test('the password opens the locked session also on a page that was opened before the sign-in', async () => {
  const early = await visitor.open(portal.authorizeUrl());
  const { user, tokens, lock } = await member();
  await lock(tokens);
  await visitor.open(early.url.pathname);
  const done = await visitor.submit({ email: user.email, password, action: 'password' });
  expect((await portal.redeem(visitor, done.location)).access_token).toBeTruthy();
});

test('somebody else’s password does not open it', async () => {
  const { tokens, lock } = await member();
  const other = await harness.createUser(await harness.createTenant(), { roles: ['patient'] });
  await identity.accounts.create({ email: other.email, password, userId: other.id, emailVerified: true });
  await lock(tokens);
  const page = await visitor.open(portal.authorizeUrl());
  await visitor.open(`${page.url.pathname}?with=password`);
  await visitor.submit({ email: other.email, password, action: 'password' });
  expect(await isAsked()).toBe(true);
});

test('taking the PIN away opens no session that is locked: the password does', async () => {
  const { user, account, tokens, lock } = await member();
  await lock(tokens);
  await identity.own.quickUnlock.remove(callerOf(account.id, null));
  expect(await isAsked()).toBe(true);
  expect((await visitor.open(portal.authorizeUrl())).body).not.toContain('name="pin"');
  const done = await visitor.submit({ email: user.email, password, action: 'password' });
  expect((await portal.redeem(visitor, done.location)).access_token).toBeTruthy();
});

test('somebody else can sign in where it is locked: the session that was locked ends', async () => {
  const { account, tokens, lock } = await member();
  const other = await harness.createUser(await harness.createTenant(), { roles: ['patient'] });
  const { id } = await identity.accounts.create({ email: other.email, password, userId: other.id, emailVerified: true });
  await lock(tokens);
  const page = await visitor.open(portal.authorizeUrl());
  expect(page.body).toContain('Not Test? Sign in as someone else');
  await visitor.open(`${page.url.pathname}?with=password`);
  expect(visitor.page.body).not.toContain('@test.example');
  await visitor.submit({ email: other.email, password, action: 'password' });
  const theirs = await portal.redeem(visitor, (await visitor.submit({})).location);
  expect(await identity.verifyToken(theirs.access_token)).toMatchObject({ userId: other.id });
  expect(id).not.toBe(account.id);
  expect((await identity.own.sessions.list(callerOf(account.id, null))).sessions).toEqual([]);
});
