import { afterAll, beforeEach, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal, type TokenAnswer } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const { identity } = server;
const [password, pin] = ['correct horse battery', '284917'];
const [minuteMs, hourMs] = [60_000, 3_600_000];

let visitor: ReturnType<typeof createBrowser>;
let portal: ReturnType<typeof createPortal>;
let addresses = 0;
beforeEach(() => {
  addresses += 1;
  visitor = createBrowser(server.app, { origin: server.origin, ip: `10.9.4.${addresses}` });
  portal = createPortal(server.origin);
});

const callerOf = (subject: string, grantId: string | null) => ({ subject, grantId, ip: '10.9.8.1', language: undefined, host: undefined });
const grantOf = async ({ access_token }: TokenAnswer) => {
  const found = await identity.verifyToken(access_token);
  return found.kind === 'person' ? found.grantId : null;
};
/** As the portal's hidden frame does it. */
const askSilently = async () => portal.redeem(visitor, (await visitor.open(portal.authorizeUrl({ prompt: 'none' }))).location);
const isAsked = async () =>
  (await visitor.open(portal.authorizeUrl({ prompt: 'none' }))).location?.searchParams.get('error') === 'login_required';

/** Signed in with a password that was chosen a moment ago, and no PIN yet. */
async function newMember() {
  const user = await harness.createUser(await harness.createTenant(), { roles: ['patient'] });
  const account = await identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  const tokens = await portal.signIn(visitor, user.email, password);
  const caller = callerOf(account.id, await grantOf(tokens));
  return { user, account, tokens, caller };
}

test('right after the password was chosen a PIN is set without it, and not ten minutes later', async () => {
  const { caller } = await newMember();
  expect(await identity.own.quickUnlock.state(caller)).toMatchObject({ isOffered: true, asksPassword: false });
  expect(await identity.own.quickUnlock.set(caller, { pin })).toMatchObject({ setAt: expect.any(Number) });
  harness.clock.advance(11 * minuteMs);
  expect(await identity.own.quickUnlock.state(caller)).toMatchObject({ asksPassword: true });
  await expect(identity.own.quickUnlock.set(caller, { pin })).rejects.toMatchObject({ fields: [{ field: 'password' }] });
});

test('a session from before the password asks for it: an operator has replaced it', async () => {
  const { user, caller } = await newMember();
  harness.clock.advance(minuteMs);
  await identity.accounts.create({ email: user.email, password: 'another horse battery', userId: user.id, emailVerified: true });
  expect(await identity.own.quickUnlock.state(caller)).toMatchObject({ asksPassword: true });
  await expect(identity.own.quickUnlock.set(caller, { pin })).rejects.toMatchObject({ fields: [{ field: 'password' }] });
  const since = createBrowser(server.app, { origin: server.origin, ip: '10.9.5.1' });
  const tokens = await portal.signIn(since, user.email, 'another horse battery');
  const renewed = callerOf(caller.subject, await grantOf(tokens));
  expect(await identity.own.quickUnlock.set(renewed, { pin })).toMatchObject({ setAt: expect.any(Number) });
});

test('a password that is given is judged, even where none is asked for', async () => {
  const { caller } = await newMember();
  await expect(identity.own.quickUnlock.set(caller, { pin, password: 'something else' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('the session in which a PIN is set lasts for as long as one from after it', async () => {
  let { caller, tokens } = await newMember();
  await identity.own.quickUnlock.set(caller, { pin });
  tokens = await askSilently();
  for (let hours = 0; hours < 13; hours++) {
    for (const minutes of [13, 13, 13, 13, 8]) {
      harness.clock.advance(minutes * minuteMs);
      tokens = await portal.refresh(visitor, tokens.refresh_token);
      expect([hours, tokens.error]).toEqual([hours, undefined]);
    }
  }
  harness.clock.advance(24 * hourMs);
  const page = await visitor.open(portal.authorizeUrl());
  expect(page.body).toContain('name="pin"');
  expect((await portal.redeem(visitor, (await visitor.submit({ pin })).location)).access_token).toBeTruthy();
});

test('it locks by itself from then on, also where tokens from before could still be renewed', async () => {
  const { caller, tokens } = await newMember();
  await identity.own.quickUnlock.set(caller, { pin });
  harness.clock.advance(31 * minuteMs);
  expect(await isAsked()).toBe(true);
  expect((await portal.refresh(visitor, tokens.refresh_token)).error).toBe('invalid_grant');
  expect((await visitor.open(portal.authorizeUrl())).body).toContain('name="pin"');
});

test('the cookie of the session is kept for as long', async () => {
  const { caller } = await newMember();
  await identity.own.quickUnlock.set(caller, { pin });
  const answer = await visitor.request(portal.authorizeUrl({ prompt: 'none' }));
  const cookie = [answer.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('vigil_session='));
  const until = Date.parse(/expires=([^;]+)/i.exec(cookie ?? '')?.[1] ?? '');
  expect(until - Date.now()).toBeGreaterThan(29 * 24 * hourMs);
});

test('the locked page says whom to call where the member is, in an emergency', async () => {
  const tenant = await harness.createTenant({ settings: { emergency: { number: '061' } } });
  const user = await harness.createUser(tenant, { roles: ['patient'], timeZone: 'Europe/Madrid' });
  const account = await identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  const tokens = await portal.signIn(visitor, user.email, password);
  const caller = callerOf(account.id, await grantOf(tokens));
  await identity.own.quickUnlock.set(caller, { pin });
  await identity.own.quickUnlock.lock(caller);
  const { body } = await visitor.open(portal.authorizeUrl());
  expect(body).toContain('In an emergency in Spain');
  expect([...body.matchAll(/href="(tel:[^"]+)"/g)].map(([, link]) => link)).toEqual(['tel:061', 'tel:112']);
});
