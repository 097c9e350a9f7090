import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startApi } from '#testing/start-api.ts';
import { createUser } from './index.ts';

const harness = await useHarness();
const app = await startApi(harness, {}, (identity) => createUser({ people: harness.people, identity }).routes);
afterAll(() => app.stop());
const origin = app.config.publicUrl;
const password = 'correct horse battery';

async function call(method: 'GET' | 'POST', url: string, token: string) {
  const answer = await app.http.inject({ method, url, headers: { authorization: `Bearer ${token}`, host: 'localhost:3000' } });
  return { status: answer.statusCode, body: answer.json() };
}

async function signIn(email: string) {
  return createPortal(origin).signIn(createBrowser(app.http, { origin, ip: `10.7.7.${Math.floor(Math.random() * 250)}` }), email, password);
}

async function newcomer(emailVerified = true) {
  const email = `${randomUUID()}@test.example`;
  await app.identity.accounts.create({ email, password, emailVerified });
  return { email, tokens: await signIn(email) };
}

describe('roles', () => {
  test.each(['id_token', 'access_token'] as const)('with the %s: the user and the union of roles over the tenants', async (kind) => {
    const [one, two] = [await harness.createTenant(), await harness.createTenant()];
    const user = await harness.createUser(one, { roles: ['nurse'] });
    await harness.createUser(two, { id: user.id, email: user.email, roles: ['tenant_admin', 'nurse'] });
    await app.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
    const tokens = await signIn(user.email);
    expect(await call('GET', '/user/api/v3/roles', tokens[kind])).toEqual({
      status: 200,
      body: { userId: user.id, roles: ['nurse', 'tenant_admin'] },
    });
  });

  test('a person without an account holds none', async () => {
    const { tokens } = await newcomer();
    expect(await call('GET', '/user/api/v3/roles', tokens.id_token)).toEqual({ status: 200, body: { userId: null, roles: [] } });
  });
});

describe('account creation', () => {
  test('an open invitation for the proven address makes the account; the next sign-in knows it', async () => {
    const { email, tokens } = await newcomer();
    const tenant = await harness.createTenant();
    await app.identity.invitations.create({ tenantId: tenant.id, email, roles: ['coach'], givenName: 'Synthetic', familyName: 'Coach' });
    const created = await call('POST', '/user/api/v3/accounts', tokens.id_token);
    expect(created).toEqual({ status: 200, body: { userId: expect.any(String), roles: ['coach'] } });
    expect((await call('GET', '/user/api/v3/roles', tokens.id_token)).body).toEqual(created.body);
    const again = await signIn(email);
    expect((await call('GET', `/user/api/v3/users/clinicians/${created.body.userId}/tenants`, again.access_token)).body).toMatchObject([
      { tenantUuid: tenant.id },
    ]);
    expect((await call('POST', '/user/api/v3/accounts', again.id_token)).status).toBe(409);
  });

  test('without an invitation it is forbidden, and nothing is made', async () => {
    const { tokens } = await newcomer();
    expect(await call('POST', '/user/api/v3/accounts', tokens.id_token)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect((await call('GET', '/user/api/v3/roles', tokens.id_token)).body.roles).toEqual([]);
  });

  test('an address that was never proven gets nobody else’s invitation', async () => {
    const { email, tokens } = await newcomer(false);
    const tenant = await harness.createTenant();
    await app.identity.invitations.create({ tenantId: tenant.id, email, roles: ['md'], givenName: 'Synthetic', familyName: 'Doctor' });
    expect((await call('POST', '/user/api/v3/accounts', tokens.id_token)).status).toBe(403);
  });
});

describe('tenants to choose from', () => {
  test('the patient role selects patients, every other role clinicians; discharged tenants are left out', async () => {
    const [care, own, left] = [
      await harness.createTenant({ displayName: 'Care' }),
      await harness.createTenant(),
      await harness.createTenant(),
    ];
    const user = await harness.createUser(care, { roles: ['md', 'clinician'] });
    await harness.createUser(own, { id: user.id, email: user.email, roles: ['patient'] });
    await harness.createUser(left, { id: user.id, email: user.email, roles: ['md'], isInTheTenant: false });
    await app.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
    const { access_token } = await signIn(user.email);
    const tenants = async (type: string, userId = user.id) => call('GET', `/user/api/v3/users/${type}/${userId}/tenants`, access_token);
    expect((await tenants('clinicians')).body).toEqual([
      { tenantName: care.code, tenantDisplayName: 'Care', tenantUuid: care.id, role: ['clinician', 'md'] },
    ]);
    expect((await tenants('patients')).body).toEqual([
      { tenantName: own.code, tenantDisplayName: null, tenantUuid: own.id, role: ['patient'] },
    ]);
    expect((await tenants('clinicians', randomUUID())).status).toBe(403);
    expect((await tenants('everybody')).status).toBe(400);
  });
});
