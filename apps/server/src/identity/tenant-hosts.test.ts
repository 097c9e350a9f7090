import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';
import { createTenantHosts } from './tenant-hosts.ts';

const harness = await useHarness();
const listed = `care-${randomUUID()}.example`;
const tenant = await harness.createTenant({ settings: { tenant: { hosts: [listed, `${listed}:8443`] } } });
const hostsAt = (publicUrl: string, defaultHost?: string) => createTenantHosts({ publicUrl, defaultHost }, harness.database);

test.each([
  { host: `${tenant.code}.localhost:3000`, found: true },
  { host: `${tenant.code.toUpperCase()}.LOCALHOST`, found: true },
  { host: listed, found: true },
  { host: `${listed}:8443`, found: true },
  { host: 'localhost:3000', found: false },
  { host: '127.0.0.1:3000', found: false },
  { host: '[::1]:3000', found: false },
  { host: 'nobody.localhost:3000', found: false },
  { host: '', found: false },
  { host: '%%%', found: false },
])('the host "$host" belongs to the tenant: $found', async ({ host, found }) => {
  expect((await hostsAt('http://localhost:3000').tenantOfHost(host))?.id ?? null).toBe(found ? tenant.id : null);
});

test('the default host belongs to no tenant, even when its first label is the name of one', async () => {
  const hosts = hostsAt('https://vigil.example', `${tenant.code}.portal.example`);
  expect(await hosts.tenantOfHost(`${tenant.code}.portal.example`)).toBeNull();
  expect(await hosts.isOurs(`https://${tenant.code}.portal.example`)).toBe(true);
});

test.each([
  { origin: 'https://vigil.example', ours: true },
  { origin: `https://${tenant.code}.vigil.example`, ours: true },
  { origin: `https://${listed}`, ours: true },
  { origin: `https://${listed}:8443`, ours: true },
  { origin: 'http://vigil.example', ours: false },
  { origin: `http://${tenant.code}.vigil.example`, ours: false },
  { origin: `https://${tenant.code}.vigil.example:444`, ours: false },
  { origin: `https://${tenant.code}.evil.example`, ours: false },
  { origin: `https://a.${tenant.code}.vigil.example`, ours: false },
  { origin: 'https://nobody.vigil.example', ours: false },
  { origin: 'https://evil.example', ours: false },
  { origin: 'null', ours: false },
])('people may be sent back to $origin: $ours', async ({ origin, ours }) => {
  expect(await hostsAt('https://vigil.example').isOurs(origin)).toBe(ours);
});

test('behind a proxy that ends TLS, every cookie is secure and every address https', async () => {
  const server = await startIdentity(harness, { publicUrl: 'https://vigil.example' });
  const origin = `https://${tenant.code}.vigil.example`;
  const visitor = createBrowser(server.app, { origin });
  const begun = await visitor.request(createPortal(origin).authorizeUrl());
  const page = await visitor.open(begun.location?.href ?? '');
  const cookies = [begun, page].flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat());
  expect(cookies.length).toBeGreaterThanOrEqual(3);
  for (const cookie of cookies) expect(cookie).toMatch(/; ?secure/i);
  const discovery = await visitor.request('/idp/.well-known/openid-configuration');
  expect(JSON.parse(discovery.body)).toMatchObject({ issuer: 'https://vigil.example/idp', authorization_endpoint: `${origin}/idp/auth` });
  await server.stop();
});
