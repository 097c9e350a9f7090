import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const next = 'another horse entirely';
const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = (origin = server.origin) => createBrowser(server.app, { origin, ip: `10.${octet()}.${octet()}.${octet()}` });

async function account() {
  const email = `${randomUUID()}@test.example`;
  const made = await server.identity.accounts.create({ email, password });
  return { email, id: made.id };
}

/** A tenant with the origin that its people are at. */
type Clinic = Awaited<ReturnType<typeof clinic>>;
async function clinic({ magicLink }: { magicLink?: boolean } = {}) {
  const tenant = await harness.createTenant({ settings: magicLink === undefined ? {} : { featureFlags: { auth: { magicLink } } } });
  return { ...tenant, host: originOf(tenant) };
}
const originOf = ({ code }: { code: string }) => `http://${code}.localhost:3000`;

async function memberOf(tenant: Parameters<typeof harness.createUser>[0], { invitedBy }: { invitedBy?: Clinic } = {}) {
  const { id: userId, email } = await harness.createUser(tenant);
  if (invitedBy) {
    await harness.createUser(invitedBy, { id: userId, email });
    const person = { tenantId: invitedBy.id, email, roles: ['patient'], givenName: 'Test', familyName: 'Member' } as const;
    const { id } = await server.identity.invitations.create(person);
    await harness.asOwner('update vigil.invitations set user_id = $2, makes_user = true where id = $1', [id, userId]);
  }
  const made = await server.identity.accounts.create({ email, password, userId, emailVerified: true });
  return { email, id: made.id, userId };
}

const callAt = (origin: string) => ({
  ip: `10.${octet()}.${octet()}.${octet()}`,
  language: undefined,
  host: new URL(origin).host,
  raw: { headers: {} } as IncomingMessage,
});

async function askForReset(email: string, visitor = browser(), origin = server.origin) {
  await visitor.open(`${origin}/idp/forgot`);
  const answer = await visitor.submit({ email });
  await server.settle();
  return answer;
}

test('the e-mailed link sets a new password once, ends earlier sessions, and tells the owner', async () => {
  const { email } = await account();
  const portal = createPortal(server.origin);
  const elsewhere = browser();
  const before = await portal.signIn(elsewhere, email, password);
  harness.clock.advance(2_000);
  await askForReset(email);
  const link = linkIn(server.box);
  const visitor = browser();
  await visitor.open(link.href);
  const done = await visitor.submit({ password: next, repeat: next });
  expect(done.body).toContain('Your password has been changed');
  expect(server.box.at(-1)).toMatchObject({ to: email, subject: 'Your password has been changed' });
  expect((await portal.refresh(elsewhere, before.refresh_token)).error).toBe('invalid_grant');
  expect((await portal.signIn(browser(), email, next)).access_token).toBeTruthy();
  expect((await browser().open(link.href)).status).toBe(410);
});

test('a link that was opened but not used still works: mail scanners open links', async () => {
  const { email } = await account();
  await askForReset(email);
  const link = linkIn(server.box);
  await browser().open(link.href);
  expect((await browser().open(link.href)).status).toBe(200);
});

test('of two who use one link at once, one sets the password', async () => {
  const { email } = await account();
  await askForReset(email);
  const link = linkIn(server.box);
  const visitors = [browser(), browser()];
  for (const visitor of visitors) await visitor.open(link.href);
  const answers = await Promise.all(
    visitors.map((visitor, index) => visitor.submit({ password: `${next} ${index}`, repeat: `${next} ${index}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test('a link is too old after 30 minutes, and a newer one replaces it', async () => {
  const { email } = await account();
  await askForReset(email);
  const first = linkIn(server.box);
  await askForReset(email);
  const second = linkIn(server.box);
  expect((await browser().open(first.href)).status).toBe(410);
  harness.clock.advance(30 * 60_000 - 1);
  expect((await browser().open(second.href)).status).toBe(200);
  harness.clock.advance(1);
  expect((await browser().open(second.href)).status).toBe(410);
});

test('an unknown address gets the same answer, and no mail', async () => {
  const { email } = await account();
  const known = await askForReset(email);
  const mails = server.box.length;
  const unknown = await askForReset(`${randomUUID()}@test.example`);
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toBe(known.body);
  expect(server.box).toHaveLength(mails);
  const nobody = createBrowser(server.app, { origin: server.origin, ip: '203.0.113.77' });
  await askForReset(`${randomUUID()}@test.example`, nobody);
  expect(await harness.asOwner("select 1 from vigil.sign_in_events where ip = '203.0.113.77'")).toEqual([]);
});

test('nobody is flooded with mails, and the answer does not show it', async () => {
  const { email } = await account();
  const before = server.box.length;
  const answers = [];
  for (let asked = 0; asked < 8; asked++) answers.push(await askForReset(email));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(server.box.length - before).toBe(5);
});

test.each([
  { password: 'short', repeat: 'short', says: 'at least 10 characters' },
  { password: 'password123', repeat: 'password123', says: 'easy to guess' },
  { password: next, repeat: 'something else', says: 'not the same' },
])('a new password "$password" is refused with the reason, and the link still works', async ({ says, ...fields }) => {
  const { email } = await account();
  await askForReset(email);
  const visitor = browser();
  await visitor.open(linkIn(server.box).href);
  const refused = await visitor.submit(fields);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain(says);
  expect((await visitor.submit({ password: next, repeat: next })).body).toContain('has been changed');
});

test('a reset lifts the lock that guessing left on the account', async () => {
  const { email } = await account();
  const portal = createPortal(server.origin);
  for (let made = 0; made < 5; made++) {
    const guesser = browser();
    await guesser.open(portal.authorizeUrl());
    await guesser.submit({ email, password: 'guess', action: 'password' });
  }
  await askForReset(email);
  const visitor = browser();
  await visitor.open(linkIn(server.box).href);
  await visitor.submit({ password: next, repeat: next });
  expect((await portal.signIn(browser(), email, next)).access_token).toBeTruthy();
});

test('links lead to the host where they were asked for, and never to a forged one', async () => {
  const tenant = await harness.createTenant();
  const { email } = await memberOf(tenant);
  const origin = originOf(tenant);
  const atTenant = browser(origin);
  await atTenant.open(`${origin}/idp/forgot`);
  await atTenant.submit({ email });
  await server.settle();
  expect(linkIn(server.box).origin).toBe(origin);
  const forged = browser('http://evil.example');
  await forged.open('http://evil.example/idp/forgot');
  await forged.submit({ email });
  await server.settle();
  expect(linkIn(server.box).origin).toBe('http://localhost:3000');
});

test.each([
  { case: 'of another tenant', known: async (home: Clinic, _asked: Clinic) => memberOf(home) },
  { case: 'whom the asked tenant has only invited', known: async (home: Clinic, asked: Clinic) => memberOf(home, { invitedBy: asked }) },
])('a link for somebody $case leads to their own tenant, whatever host it was asked for at', async ({ known }) => {
  const [home, asked] = [await clinic(), await clinic()];
  const { email } = await known(home, asked);
  const answer = await askForReset(email, browser(asked.host), asked.host);
  expect(linkIn(server.box).origin).toBe(home.host);
  await server.identity.own.password.requestReset(email, callAt(asked.host));
  await server.settle();
  expect(linkIn(server.box).origin).toBe(home.host);
  expect(answer.body).toBe((await askForReset(`${randomUUID()}@test.example`, browser(asked.host), asked.host)).body);
});

test('a link for an account of no tenant leads to the portal’s own host', async () => {
  const { host } = await clinic();
  const { email } = await account();
  await askForReset(email, browser(host), host);
  expect(linkIn(server.box).origin).toBe(server.origin);
});

test('of somebody’s several tenants, the one whose host they are at has the link', async () => {
  const [home, second] = [await clinic(), await clinic()];
  const { email, userId } = await memberOf(home);
  await harness.createUser(second, { id: userId, email });
  await askForReset(email, browser(second.host), second.host);
  expect(linkIn(server.box).origin).toBe(second.host);
});

test.each([
  { flags: [false], mails: 0 },
  { flags: [true, false], mails: 0 },
  { flags: [true, true], mails: 1 },
])('a sign-in link is sent only where every tenant of the person allows it: $flags', async ({ flags, mails }) => {
  const asked = await clinic({ magicLink: true });
  const [home, ...others] = await Promise.all(flags.map((magicLink) => clinic({ magicLink })));
  if (!home) throw new Error('no tenant');
  const { email, userId } = await memberOf(home);
  for (const other of others) await harness.createUser(other, { id: userId, email });
  const before = server.box.length;
  const answers = [];
  for (const name of [email, `${randomUUID()}@test.example`]) {
    const visitor = browser(asked.host);
    await visitor.open(createPortal(asked.host).authorizeUrl());
    answers.push((await visitor.submit({ email: name, action: 'magic' })).body);
    await server.settle();
  }
  expect(server.box.length - before).toBe(mails);
  if (mails > 0) expect([home, ...others].map(({ host }) => host)).toContain(linkIn(server.box).origin);
  expect(new Set(answers).size).toBe(1);
});

test('news about a sign-in names the person’s own host, whoever’s host the change was made at', async () => {
  const [home, other] = [await clinic(), await clinic()];
  const { email, id } = await memberOf(home);
  const call = { ...callAt(other.host), subject: id, grantId: null };
  await server.identity.own.password.change(call, { username: email, oldPassword: password, newPassword: next });
  expect(linkIn(server.box).origin).toBe(home.host);
});

test('where the tenant allows it, an e-mailed link signs in once, within 15 minutes', async () => {
  const tenant = await clinic({ magicLink: true });
  const origin = originOf(tenant);
  const { email, id } = await memberOf(tenant);
  const asking = browser(origin);
  await asking.open(createPortal(origin).authorizeUrl());
  expect(asking.page.body).toContain('E-mail me a sign-in link');
  await asking.submit({ email, action: 'magic' });
  await server.settle();
  const link = linkIn(server.box);

  const opening = browser(origin);
  await opening.open(link.href);
  const signedIn = await opening.submit({});
  expect(signedIn.location?.href).toBe(`${origin}/`);
  const portal = createPortal(origin);
  const silent = await opening.open(portal.authorizeUrl({ prompt: 'none' }));
  const tokens = await portal.redeem(opening, silent.location);
  expect(await server.identity.verifyToken(tokens.access_token)).toMatchObject({ subject: id, verifiedEmail: email });
  expect((await browser(origin).open(link.href)).status).toBe(410);

  await asking.open(createPortal(origin).authorizeUrl());
  await asking.submit({ email, action: 'magic' });
  await server.settle();
  harness.clock.advance(15 * 60_000);
  expect((await browser(origin).open(linkIn(server.box).href)).status).toBe(410);
});

test('where the tenant does not allow it, asking for a sign-in link sends nothing', async () => {
  const { email } = await account();
  const mails = server.box.length;
  const visitor = browser();
  await visitor.open(createPortal(server.origin).authorizeUrl());
  expect(visitor.page.body).not.toContain('sign-in link');
  await visitor.submit({ email, action: 'magic' });
  await server.settle();
  expect(server.box).toHaveLength(mails);
});

test('the database holds no token that opens anything', async () => {
  const { email } = await account();
  const visitor = browser();
  const tokens = await createPortal(server.origin).signIn(visitor, email, password);
  await askForReset(email);
  const secrets = [
    tokens.refresh_token,
    linkIn(server.box).searchParams.get('token') ?? 'no token',
    visitor.jar.get('vigil_session /idp')?.value ?? 'no cookie',
  ];
  const rows = await harness.asOwner<{ text: string }>(
    'select r::text as text from vigil.oidc_records r union all select l::text from vigil.sign_in_links l union all select k::text from vigil.identity_keys k',
  );
  for (const secret of secrets) expect(rows.filter(({ text }) => text.includes(secret)).map(({ text }) => text.slice(0, 40))).toEqual([]);
  expect(rows.some(({ text }) => text.includes('"kty"'))).toBe(false);
});

test('pages speak the language of the browser', async () => {
  const visitor = createBrowser(server.app, { origin: server.origin, language: 'es-MX,es;q=0.9,en;q=0.5' });
  const page = await visitor.open(`${server.origin}/idp/forgot`);
  expect(page.body).toContain('<html lang="es">');
  expect(page.body).toContain('Elegir una contraseña nueva');
});
