import { decodeJwt } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal, type TokenAnswer } from '#testing/identity-browser.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const { identity } = server;
const password = 'correct horse battery';
const pin = '284917';
const [minuteMs, dayMs] = [60_000, 86_400_000];

let visitor: ReturnType<typeof createBrowser>;
let portal: ReturnType<typeof createPortal>;
let addresses = 0;
beforeEach(() => {
  addresses += 1;
  visitor = createBrowser(server.app, { origin: server.origin, ip: `10.9.9.${addresses}` });
  portal = createPortal(server.origin);
});

interface Wanted {
  readonly roles?: readonly ('patient' | 'nurse')[];
  readonly settings?: Record<string, unknown>;
}

async function person({ roles = ['patient'], settings = {} }: Wanted = {}) {
  const tenant = await harness.createTenant({ settings });
  const user = await harness.createUser(tenant, { roles: [...roles] });
  const account = await identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return { tenant, user, account, caller: callerOf(account.id, null) };
}

const callerOf = (subject: string, grantId: string | null) => ({ subject, grantId, ip: '10.9.8.1', language: undefined, host: undefined });

/** Signed in with a PIN set before. */
async function member(wanted: Wanted = {}) {
  const somebody = await person(wanted);
  await identity.own.quickUnlock.set(somebody.caller, { pin, password });
  const tokens = await portal.signIn(visitor, somebody.user.email, password);
  return { ...somebody, tokens, lock: async () => identity.own.quickUnlock.lock(callerOf(somebody.account.id, await grantOf(tokens))) };
}

const grantOf = async ({ access_token }: TokenAnswer) => {
  const found = await identity.verifyToken(access_token);
  return found.kind === 'person' ? found.grantId : null;
};

const silently = async () => (await visitor.open(portal.authorizeUrl({ prompt: 'none' }))).location?.searchParams;
const isAsked = async () => (await silently())?.get('error') === 'login_required';

async function unlock(digits: string) {
  await visitor.open(portal.authorizeUrl());
  return visitor.submit({ pin: digits });
}

test('a member with a PIN is signed in for 30 days, as long as the page is used, and not a minute longer', async () => {
  let { tokens } = await member();
  for (const days of [1, 14, 14]) {
    harness.clock.advance(days * dayMs);
    expect(await isAsked()).toBe(true);
    tokens = await portal.redeem(visitor, (await unlock(pin)).location);
    harness.clock.advance(13 * minuteMs);
    tokens = await portal.refresh(visitor, tokens.refresh_token);
    expect(tokens.access_token).toBeTruthy();
    expect(await isAsked()).toBe(false);
  }
  harness.clock.advance(dayMs);
  const page = await visitor.open(portal.authorizeUrl());
  expect(page.body).toContain('name="password"');
  expect(page.body).not.toContain('name="pin"');
});

test('a locked session gives no tokens and takes those back that it gave, until the PIN opens it', async () => {
  const { tokens, lock, user } = await member();
  await lock();
  await expect(identity.verifyToken(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await portal.refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
  expect(await isAsked()).toBe(true);
  const page = await visitor.open(portal.authorizeUrl());
  expect(page.body).toContain('Test’s page is locked');
  expect(page.body).not.toContain(user.email);
  const opened = await portal.redeem(visitor, (await visitor.submit({ pin })).location);
  expect(await identity.verifyToken(opened.access_token)).toMatchObject({ userId: user.id });
  expect(await isAsked()).toBe(false);
});

test('a session locks by itself when no page of it was open, whatever the browser says', async () => {
  const { tokens } = await member();
  harness.clock.advance(29 * minuteMs);
  expect(await isAsked()).toBe(false);
  harness.clock.advance(30 * minuteMs);
  expect((await portal.refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
  expect(await isAsked()).toBe(true);
});

test('five wrong PINs end the session, and only the password begins another', async () => {
  const { lock, user, account } = await member();
  await lock();
  await visitor.open(portal.authorizeUrl());
  for (let tries = 0; tries < 4; tries++) expect((await visitor.submit({ pin: '111999' })).body).toContain('This PIN is not right');
  expect((await visitor.submit({ pin: '111999' })).body).toContain('Too many wrong PINs');
  const page = await visitor.open(portal.authorizeUrl());
  expect(page.body).not.toContain('name="pin"');
  expect((await identity.own.sessions.list(callerOf(account.id, null))).sessions).toEqual([]);
  const again = await portal.signIn(visitor, user.email, password);
  await identity.own.quickUnlock.lock(callerOf(account.id, await grantOf(again)));
  expect((await unlock(pin)).location?.searchParams.get('code')).toBeTruthy();
});

test('after five wrong PINs the other locked browsers ask for the password at once, and a sign-in link forgives the tries', async () => {
  const { lock, user, account, tenant } = await member({ settings: { featureFlags: { auth: { magicLink: true } } } });
  const elsewhere = createBrowser(server.app, { origin: server.origin, ip: `10.9.6.${addresses}` });
  const other = await portal.signIn(elsewhere, user.email, password);
  await lock();
  await identity.own.quickUnlock.lock(callerOf(account.id, await grantOf(other)));
  await visitor.open(portal.authorizeUrl());
  for (let tries = 0; tries < 5; tries++) await visitor.submit({ pin: '111999' });
  for (const extra of [{}, { prompt: 'login' }] as Record<string, string>[]) {
    const page = await elsewhere.open(portal.authorizeUrl(extra));
    expect(page.body).not.toContain('name="pin"');
    expect(page.body).toContain('name="password"');
  }

  const origin = `http://${tenant.code}.localhost:3000`;
  const reader = createBrowser(server.app, { origin, ip: `10.9.5.${addresses}` });
  await reader.open(createPortal(origin).authorizeUrl());
  await reader.submit({ email: user.email, action: 'magic' });
  await server.settle();
  await reader.open(linkIn(server.box).href);
  expect((await reader.submit({})).status).toBe(303);
  expect((await elsewhere.open(portal.authorizeUrl())).body).toContain('name="pin"');
  expect((await elsewhere.submit({ pin })).location?.searchParams.get('code')).toBeTruthy();
});

test('where the portal asks whether the person is still there, the PIN answers, and the sign-in keeps its time', async () => {
  const { tokens } = await member();
  const page = await visitor.open(portal.authorizeUrl({ prompt: 'login' }));
  expect(page.body).toContain('Your PIN, 6 digits');
  const opened = await portal.redeem(visitor, (await visitor.submit({ pin })).location);
  expect(decodeJwt(opened.id_token).auth_time).toBe(decodeJwt(tokens.id_token).auth_time);
});

test('the password opens a locked session too', async () => {
  const { lock, user } = await member();
  await lock();
  const page = await visitor.open(portal.authorizeUrl());
  await visitor.open(`${page.url.pathname}?with=password`);
  const done = await visitor.submit({ email: user.email, password, action: 'password' });
  expect((await portal.redeem(visitor, done.location)).access_token).toBeTruthy();
});

test('without a PIN, and without the setting, sessions are as short as everybody’s and are not locked', async () => {
  const { user, account } = await person();
  const tokens = await portal.signIn(visitor, user.email, password);
  await expect(identity.own.quickUnlock.lock(callerOf(account.id, await grantOf(tokens)))).rejects.toMatchObject({ code: 'conflict' });
  harness.clock.advance(11 * 60 * minuteMs);
  expect(await isAsked()).toBe(false);
  harness.clock.advance(60 * minuteMs);
  expect(await isAsked()).toBe(true);

  const off = await person({ settings: { app: { memberSessionDays: 0 } } });
  expect(await identity.own.quickUnlock.state(off.caller)).toMatchObject({ isOffered: false, setAt: null, days: 0 });
  await expect(identity.own.quickUnlock.set(off.caller, { pin, password })).rejects.toMatchObject({ code: 'conflict' });
});

test('staff have no PIN, and a member who joins the staff is signed out after 12 hours', async () => {
  const nurse = await person({ roles: ['nurse'] });
  await expect(identity.own.quickUnlock.set(nurse.caller, { pin, password })).rejects.toMatchObject({ code: 'conflict' });
  const { user } = await member();
  harness.clock.advance(13 * 60 * minuteMs);
  expect((await unlock(pin)).location?.searchParams.get('code')).toBeTruthy();
  await harness.createUser(await harness.createTenant(), { id: user.id, email: user.email, roles: ['nurse'] });
  expect(await isAsked()).toBe(true);
  expect((await visitor.open(portal.authorizeUrl())).body).not.toContain('name="pin"');
});

test('a PIN is set with the password only, kept as a hash, and what was done is on record', async () => {
  const { caller, account } = await person({ settings: { app: { memberSessionDays: 7 } } });
  await expect(identity.own.quickUnlock.set(caller, { pin, password: 'something else' })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await identity.own.quickUnlock.set(caller, { pin, password })).toMatchObject({
    isOffered: true,
    setAt: expect.any(Number),
    days: 7,
  });
  const [row] = await harness.asOwner<{ pin_hash: string }>('select pin_hash from vigil.accounts where id = $1', [account.id]);
  expect(row?.pin_hash).toMatch(/^\S{40,}$/);
  expect(row?.pin_hash).not.toContain(pin);
  expect(await identity.own.quickUnlock.remove(caller)).toMatchObject({ setAt: null });
  const events = await harness.asOwner<{ event: string }>(
    'select event from vigil.sign_in_events where account_id = $1 order by at, event',
    [account.id],
  );
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['pin-set', 'pin-removed']));
});
