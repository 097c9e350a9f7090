import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';

async function person(roles: ('nurse' | 'md' | 'patient')[] = ['nurse']) {
  const tenant = await harness.createTenant();
  const user = await harness.createUser(tenant, { roles });
  const account = await server.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return { tenant, user, account, email: user.email };
}

test('code with PKCE signs in and gives an access token of 900 s with the specified claims', async () => {
  const { account, email, user } = await person();
  const tokens = await createPortal(server.origin).signIn(createBrowser(server.app, server), email, password);
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
  expect(await server.identity.verifyToken(tokens.access_token)).toMatchObject({
    kind: 'person',
    userId: user.id,
    verifiedEmail: email,
    tokenUse: 'access',
  });
});
