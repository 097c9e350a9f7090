import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createConfigurator } from '#services/configurator/index.ts';
import { useOwnHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startApi } from '#testing/start-api.ts';
import { linkIn } from '#testing/start-identity.ts';

/* How many tenants a server has decides where links go: this file has a database of its own, and its tests build on each other. */
const harness = await useOwnHarness();
const publicUrl = 'https://vigil.example';
const app = await startApi(harness, { publicUrl }, ({ hosts }, config) => createConfigurator({ ...harness, config, hosts }).routes);
const { hosts } = app.identity;
afterAll(() => app.stop());

const linksOf = async ({ id }: { id: string }) => {
  const tenant = await hosts.tenantById(id);
  return tenant && hosts.homeOf(tenant);
};
const setHosts = ({ id }: { id: string }, listed: readonly string[]) =>
  harness.asOwner("update vigil.tenants set settings = jsonb_set(settings, '{tenant}', $2) where id = $1", [id, { hosts: listed }]);
const signInPageAt = async (origin: string) => {
  const visitor = createBrowser(app.http, { origin });
  await visitor.open(createPortal(origin).authorizeUrl());
  return visitor;
};

const first = await harness.createTenant({
  displayName: 'Northgate Clinic',
  settings: { featureFlags: { auth: { magicLink: true } } },
});

test('the only tenant of a server has its links, its sign-in page and its configuration at PUBLIC_URL’s own host', async () => {
  expect(await linksOf(first)).toBe(publicUrl);
  expect(await hosts.tenantOfHost(`${first.code}.vigil.example`)).toMatchObject({ id: first.id });
  const textsFor = await app.identity.invitationTexts(first.id);
  expect(textsFor({ token: 'abc', expiresAtMs: 0 }, 'en').text).toContain(`${publicUrl}/idp/invitation?token=abc`);
  const configured = await app.http.inject({
    url: '/configurator/api/v1/config/get?file_name=global.json',
    headers: { host: 'vigil.example' },
  });
  expect(configured.json().app.tenant).toBe(`tenant-${first.code}.json`);

  const email = `${randomUUID()}@test.example`;
  const { id } = await app.identity.accounts.create({ email, password: 'correct horse battery' });
  const visitor = await signInPageAt(publicUrl);
  expect(visitor.page.body).toContain('Northgate Clinic');
  await visitor.submit({ email, action: 'magic' });
  await app.identity.settled();
  const link = linkIn(app.box);
  expect(link.origin).toBe(publicUrl);
  await visitor.open(link.href);
  await visitor.submit({});
  const portal = createPortal(publicUrl);
  const silent = await visitor.open(portal.authorizeUrl({ prompt: 'none' }));
  const tokens = await portal.redeem(visitor, silent.location);
  expect(await app.identity.verifyToken(tokens.access_token)).toMatchObject({ subject: id });
});

test('on a server with several, a tenant without a host has its links at its label; one that lists the portal’s own stays there', async () => {
  const second = await harness.createTenant();
  expect(await linksOf(first)).toBe(`https://${first.code}.vigil.example`);
  expect(await linksOf(second)).toBe(`https://${second.code}.vigil.example`);
  for (const listed of [['vigil.example'], ['care.example', 'vigil.example'], ['vigil.example:443']]) {
    await setHosts(first, listed);
    expect(await linksOf(first)).toBe(publicUrl);
  }
  await setHosts(second, ['care.example', 'ward.example']);
  expect(await linksOf(second)).toBe('https://care.example');
});

test('the portal’s own host names no tenant once there are several, whoever lists it', async () => {
  expect(await hosts.tenantOfHost('vigil.example')).toBeNull();
  expect(await hosts.tenantShownAt('vigil.example')).toBeNull();
  const visitor = await signInPageAt(publicUrl);
  expect(visitor.page.body).not.toContain('Northgate Clinic');
  expect(visitor.page.body).not.toContain('E-mail me a sign-in link');
});

test('on a host that tenants share, the person and the tenant they choose decide; another tenant’s host opens nothing', async () => {
  const [north, south] = [await harness.createTenant(), await harness.createTenant()];
  const foreign = await harness.createTenant({ settings: { tenant: { hosts: ['foreign.example'] } } });
  for (const one of [north, south]) await setHosts(one, ['vigil.example']);
  const signedIn = async (...tenants: (typeof north)[]) => {
    const [home, ...others] = tenants;
    if (!home) throw new Error('no tenant');
    const user = await harness.createUser(home, { roles: ['tenant_admin'] });
    for (const other of others) await harness.createUser(other, { id: user.id, email: user.email, roles: ['tenant_admin'] });
    await app.identity.accounts.create({ email: user.email, password: 'correct horse battery', userId: user.id, emailVerified: true });
    const ip = `10.8.8.${1 + Math.floor(Math.random() * 250)}`;
    const tokens = await createPortal(publicUrl).signIn(
      createBrowser(app.http, { origin: publicUrl, ip }),
      ...([user.email, 'correct horse battery'] as const),
    );
    return tokens.access_token;
  };
  const settingsOf = async (token: string, { id }: { id: string }, headers: Record<string, string>) =>
    (await app.http.inject({ url: `/configurator/api/v1/config/tenants/${id}`, headers: { authorization: `Bearer ${token}`, ...headers } }))
      .statusCode;

  const ofNorth = await signedIn(north);
  expect(await settingsOf(ofNorth, north, { host: 'vigil.example' })).toBe(200);
  expect(await settingsOf(ofNorth, south, { host: 'vigil.example' })).toBe(404);
  expect(await settingsOf(ofNorth, south, { host: 'vigil.example', 'x-tenant-id': south.id })).toBe(403);
  expect(await settingsOf(ofNorth, north, { host: 'foreign.example' })).toBe(403);
  expect(await settingsOf(ofNorth, foreign, { host: 'foreign.example' })).toBe(403);

  const ofBoth = await signedIn(north, south);
  expect(await settingsOf(ofBoth, south, { host: 'vigil.example' })).toBe(403);
  for (const one of [north, south]) expect(await settingsOf(ofBoth, one, { host: 'vigil.example', 'x-tenant-id': one.id })).toBe(200);
});
