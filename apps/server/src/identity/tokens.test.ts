import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, expect, test, vi } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());

async function person() {
  const tenant = await harness.createTenant();
  const user = await harness.createUser(tenant, { roles: ['nurse'] });
  const account = await server.identity.accounts.create({ email: user.email, userId: user.id, emailVerified: true });
  return { tenant, user, account, email: user.email };
}

test('the operator’s token acts as the person, in the named tenant', async () => {
  const { email, tenant, user } = await person();
  const token = await server.identity.issueToken({ email, tenantCode: tenant.code });
  expect(await server.identity.verifyToken(token)).toMatchObject({
    kind: 'person',
    userId: user.id,
    tenantId: tenant.id,
    roles: ['nurse'],
  });
});

test('the operator gets no token for an unknown account, an unknown tenant, or a tenant the person is not in', async () => {
  const { email } = await person();
  const other = await harness.createTenant();
  await expect(server.identity.issueToken({ email: 'nobody@test.example' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(server.identity.issueToken({ email, tenantCode: 'no-such-tenant' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(server.identity.issueToken({ email, tenantCode: other.code })).rejects.toMatchObject({ code: 'forbidden' });
});

test('a token is told to be expired from its 900th second on', async () => {
  const { email } = await person();
  harness.clock.set(Math.floor(harness.clock.now() / 1000) * 1000);
  const token = await server.identity.issueToken({ email });
  harness.clock.advance(899_999);
  await expect(server.identity.verifyToken(token)).resolves.toBeTruthy();
  harness.clock.advance(1);
  await expect(server.identity.verifyToken(token)).rejects.toMatchObject({ code: 'token_expired' });
});

test('a signature is checked once for calls that follow each other, and anew a minute later', async () => {
  const { email } = await person();
  const token = await server.identity.issueToken({ email });
  const check = vi.spyOn(globalThis.crypto.subtle, 'verify');
  try {
    for (let call = 0; call < 3; call++) await server.identity.verifyToken(token);
    expect(check).toHaveBeenCalledTimes(1);
    harness.clock.advance(60_000);
    await server.identity.verifyToken(token);
    expect(check).toHaveBeenCalledTimes(2);
  } finally {
    check.mockRestore();
  }
});

test('a token that was good a moment ago is told to be expired as soon as it is', async () => {
  const { email } = await person();
  harness.clock.set(Math.floor(harness.clock.now() / 1000) * 1000);
  const token = await server.identity.issueToken({ email });
  harness.clock.advance(880_000);
  await server.identity.verifyToken(token);
  harness.clock.advance(20_000);
  await expect(server.identity.verifyToken(token)).rejects.toMatchObject({ code: 'token_expired' });
});

const forgeries: Record<string, (claims: Record<string, unknown>, genuine: string) => Promise<string> | string> = {
  'signed with another key': async (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' }).sign((await generateKeyPair('ES256')).privateKey),
  'not signed at all': (claims) => new UnsecuredJWT(claims).encode(),
  'signed with the public key as a shared secret': async (claims) => {
    const { keys } = (await server.app.inject({ url: '/idp/jwks' })).json<{ keys: object[] }>();
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(new TextEncoder().encode(JSON.stringify(keys[0])));
  },
  'with a changed payload': (_claims, genuine) => {
    const [header, payload = '', signature] = genuine.split('.');
    const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), roles: ['tenant_admin'] };
    return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
  },
  'cut short': (_claims, genuine) => genuine.slice(0, -4),
  'no token at all': () => 'not.a.token',
  empty: () => '',
};

test.each(Object.keys(forgeries))('a token %s proves nothing', async (kind) => {
  const { account, email, user } = await person();
  const genuine = await server.identity.issueToken({ email });
  const now = Math.floor(harness.clock.now() / 1000);
  const claims = {
    sub: account.id,
    extension_healthId: user.id,
    roles: ['nurse'],
    iss: server.identity.issuer,
    aud: 'urn:vigil:api',
    iat: now,
    exp: now + 900,
    auth_time: now,
  };
  const forged = await forgeries[kind]?.(claims, genuine);
  await expect(server.identity.verifyToken(forged ?? '')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a token whose account was erased says that the account no longer exists', async () => {
  const { email } = await person();
  const token = await server.identity.issueToken({ email });
  await harness.asOwner('delete from vigil.accounts where email = $1', [email]);
  await expect(server.identity.verifyToken(token)).rejects.toMatchObject({ code: 'account_gone' });
});

test('a token of another Vigil (other keys, other issuer) proves nothing here', async () => {
  const { email } = await person();
  const other = await startIdentity(
    { ...harness, secrets: { ...harness.secrets, cookies: 'the secret of another installation' } },
    { publicUrl: 'http://other.example' },
  );
  const token = await other.identity.issueToken({ email });
  await expect(server.identity.verifyToken(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  await other.stop();
});

test('a token outlives a restart of the server, because its keys are kept', async () => {
  const { email, user } = await person();
  const token = await server.identity.issueToken({ email });
  const restarted = await startIdentity(harness);
  expect(await restarted.identity.verifyToken(token)).toMatchObject({ userId: user.id });
  await restarted.stop();
});
