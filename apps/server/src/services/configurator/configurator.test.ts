import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Config } from '#platform/config.ts';
import { useHarness } from '#testing/harness.ts';
import { startApi } from '#testing/start-api.ts';
import { createConfigurator } from './index.ts';

const harness = await useHarness();
const configuratorOf = (config: Config, hosts: Parameters<typeof createConfigurator>[0]['hosts']) =>
  createConfigurator({ config, hosts, database: harness.database, people: harness.people, bus: harness.bus, clock: harness.clock });
const start = (overrides: Partial<Config>) => startApi(harness, overrides, ({ hosts }, config) => configuratorOf(config, hosts).routes);
const app = await start({});
afterAll(() => app.stop());

async function get(path: string, host = 'localhost:3000', from = app) {
  const answer = await from.http.inject({ url: `/configurator/api/v1/${path}`, headers: { host } });
  return { status: answer.statusCode, body: answer.json() };
}

test('the global question names the global file first', async () => {
  expect(await get('config?global=true')).toEqual({ status: 200, body: ['global.json'] });
});

test('a tenant is found by its id and by its code; an unknown one has no files', async () => {
  const tenant = await harness.createTenant();
  for (const name of [tenant.id, tenant.code, tenant.code.toUpperCase()])
    expect((await get(`config?tenant_id=${name}`)).body, name).toEqual([`tenant-${tenant.code}.json`]);
  for (const name of [randomUUID(), 'no-such-tenant', "'; drop table vigil.tenants; --"])
    expect(await get(`config?tenant_id=${encodeURIComponent(name)}`), name).toEqual({ status: 200, body: [] });
  expect((await get('config')).body).toEqual([]);
});

test('the global configuration tells where to sign in, and of which tenant the host is', async () => {
  const [tenant] = [await harness.createTenant(), await harness.createTenant()];
  const atHome = await get('config/get?file_name=global.json');
  expect(atHome).toMatchObject({
    status: 200,
    body: {
      app: { tenant: null, idleTimerTimeout: 900_000 },
      identity: { authority: 'http://localhost:3000/idp', clientId: 'vigil-portal', resource: 'urn:vigil:api' },
    },
  });
  expect(atHome.body).not.toHaveProperty('demo');
  const atTenant = await get('config/get?file_name=global.json', `${tenant.code}.localhost:3000`);
  expect(atTenant.body).toMatchObject({
    app: { tenant: `tenant-${tenant.code}.json` },
    identity: { authority: `http://${tenant.code}.localhost:3000/idp` },
  });
});

test('a host that is not ours is not told to sign in anywhere but at home', async () => {
  expect((await get('config/get?file_name=global.json', 'evil.example')).body).toMatchObject({
    app: { tenant: null },
    identity: { authority: 'http://localhost:3000/idp' },
  });
});

test('a tenant’s configuration is the defaults with its settings', async () => {
  const host = `care-${randomUUID()}.example`;
  const tenant = await harness.createTenant({
    displayName: 'Lakeside',
    settings: {
      featureFlags: { auth: { magicLink: true } },
      app: { alert_banner_message: 'Maintenance on Sunday' },
      tenant: { chat: 'OFF', hosts: [host] },
      welcome: { title: 'Welcome', text: 'To Lakeside', colors: { background: '#ffffff', text: '#17212b', accent: '#0b6e7f' } },
      access: { patients: 'assigned' },
    },
  });
  const { body, status } = await get(`config/get?file_name=tenant-${tenant.code}.json`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    featureFlags: { auth: { magicLink: true }, careTeam: false },
    app: { alert_banner_message: 'Maintenance on Sunday', idleTimerTimeout: 900_000 },
    tenant: { id: tenant.id, name: tenant.code, displayName: 'Lakeside', chat: 'OFF', hosts: [`${tenant.code}.localhost:3000`, host] },
    welcome: { title: 'Welcome', picture: null },
  });
  expect(body).not.toHaveProperty('access');
  expect(await configuratorOf(app.config, app.identity.hosts).tenantOfHost(host)).toEqual({ id: tenant.id, code: tenant.code });
});

test.each(['tenant-nobody.json', 'other.json', '../global.json'])('the file %s does not exist', async (name) => {
  expect(await get(`config/get?file_name=${encodeURIComponent(name)}`)).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found' } },
  });
});

test('settings that make no sense are an error that names the place, not a broken page', async () => {
  const tenant = await harness.createTenant({ settings: { app: { idleTimerTimeout: 'soon' } } });
  expect((await get(`config/get?file_name=tenant-${tenant.code}.json`)).status).toBe(500);
});

test('a demonstration server lists its accounts; with an issuer of its own, that is where people sign in', async () => {
  const demo = await start({ demo: true });
  const listed = (await get('config/get?file_name=global.json', 'localhost:3000', demo)).body.demo;
  expect(listed.password).toBe('vigil-demo');
  expect(listed.accounts).toContainEqual({ email: 'nurse@demo.example', role: 'Nurse', tenant: 'demo' });
  expect(listed.accounts).toContainEqual({ email: 'md@lakeside.example', role: 'Provider', tenant: 'lakeside' });
  await demo.stop();
  const external = await start({ oidcIssuer: 'https://login.hospital.example', oidcClientId: 'vigil' });
  expect((await get('config/get?file_name=global.json', 'localhost:3000', external)).body.identity).toMatchObject({
    authority: 'https://login.hospital.example',
    clientId: 'vigil',
  });
  await external.stop();
});
