import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

/** Two installations: one is the hospital's identity provider, reached over HTTP; the other is told by OIDC_ISSUER to trust it. */
const harness = await useHarness();
const port = await freePort();
const hospitalUrl = `http://127.0.0.1:${port}`;
const hospital = await startIdentity(
  { ...harness, secrets: { ...harness.secrets, cookies: 'the secret of the hospital' } },
  { publicUrl: hospitalUrl },
);
const vigil = await startIdentity(harness, { oidcIssuer: `${hospitalUrl}/idp` });
const password = 'correct horse battery';

beforeAll(async () => {
  await hospital.app.listen({ port, host: '127.0.0.1' });
});
afterAll(() => Promise.all([hospital.stop(), vigil.stop()]));

async function signInAtHospital(email: string) {
  return createPortal(hospitalUrl).signIn(
    createBrowser(hospital.app, { origin: hospitalUrl, ip: `10.9.9.${Math.floor(Math.random() * 250)}` }),
    email,
    password,
  );
}

async function staff(userId: string | null, emailVerified = true) {
  const email = `${randomUUID()}@hospital.example`;
  const account = await hospital.identity.accounts.create({ email, password, userId, emailVerified });
  return { email, subject: account.id };
}

test('a person is the user that the issuer’s claim extension_healthId names', async () => {
  const user = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
  const { email, subject } = await staff(user.id);
  const tokens = await signInAtHospital(email);
  expect(await vigil.identity.verifyToken(tokens.access_token)).toMatchObject({
    kind: 'person',
    issuer: `${hospitalUrl}/idp`,
    subject,
    userId: user.id,
    tokenUse: 'access',
  });
});

test('without the claim, an invitation for the proven address makes the person a user, who is known from then on', async () => {
  const tenant = await harness.createTenant();
  const { email, subject } = await staff(null);
  const tokens = await signInAtHospital(email);
  const before = await vigil.identity.verifyToken(tokens.id_token, { idToken: true });
  expect(before).toMatchObject({ kind: 'person', userId: null, verifiedEmail: email });
  await vigil.identity.invitations.create({ tenantId: tenant.id, email, roles: ['md'], givenName: 'Synthetic', familyName: 'Doctor' });
  const accepted = await vigil.identity.acceptInvitation({ subject, verifiedEmail: email, userId: null });
  expect(accepted.roles).toEqual(['md']);
  expect(await vigil.identity.verifyToken(tokens.access_token)).toMatchObject({ userId: accepted.userId });
});

test('a proven address of an account that exists here links the person to its user', async () => {
  const { email } = await staff(null);
  const tokens = await signInAtHospital(email);
  const user = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
  await vigil.identity.accounts.create({ email, userId: user.id, emailVerified: true });
  expect(await vigil.identity.verifyToken(tokens.id_token, { idToken: true })).toMatchObject({ userId: user.id });
  expect(await vigil.identity.verifyToken(tokens.access_token), 'the access token has no address, the link holds').toMatchObject({
    userId: user.id,
  });
});

test('an address that the issuer does not vouch for links nobody', async () => {
  const { email, subject } = await staff(null, false);
  const user = await harness.createUser(await harness.createTenant());
  const tokens = await signInAtHospital(email);
  await harness.asOwner('update vigil.accounts set user_id = $2, email_verified = true where id = $1', [subject, user.id]);
  expect(await vigil.identity.verifyToken(tokens.id_token, { idToken: true })).toMatchObject({ userId: null, verifiedEmail: null });
});

test('an ID token opens only what asks for one, an expired token is told to be expired', async () => {
  const { email } = await staff(null);
  const tokens = await signInAtHospital(email);
  await expect(vigil.identity.verifyToken(tokens.id_token)).rejects.toMatchObject({ code: 'unauthenticated' });
  harness.clock.advance(901_000);
  await expect(vigil.identity.verifyToken(tokens.access_token)).rejects.toMatchObject({ code: 'token_expired' });
});

test('people cannot sign in at the embedded provider, devices can', async () => {
  const answer = await vigil.app.inject({
    url: createPortal(vigil.origin).authorizeUrl().slice(vigil.origin.length),
    headers: { host: 'localhost:3000' },
  });
  expect(answer.statusCode).toBe(400);
  expect((await vigil.app.inject({ url: '/idp/forgot' })).statusCode).toBe(404);
  expect((await vigil.app.inject({ url: '/idp/jwks' })).statusCode).toBe(200);
});

test('while the issuer is away nobody is let in, and the server starts all the same', async () => {
  const alone = await startIdentity(harness, { oidcIssuer: `http://127.0.0.1:${await freePort()}/idp` });
  const { email } = await staff(null);
  const tokens = await signInAtHospital(email);
  await expect(alone.identity.verifyToken(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
  await alone.stop();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
