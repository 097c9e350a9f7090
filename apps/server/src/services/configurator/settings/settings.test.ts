import { afterAll, describe, expect, test, vi } from 'vitest';
import { createDirectory } from '#http/directory.ts';
import { createAudit } from '#platform/audit/audit.ts';
import { useOwnHarness } from '#testing/harness.ts';
import { startApi } from '#testing/start-api.ts';
import { startHttp } from '#testing/start-http.ts';
import { type Configurator, createConfigurator, tenantState } from '../index.ts';

/* Global settings hold for every tenant of a database: this file has one of its own. */
const harness = await useOwnHarness();
const { database, people, bus, clock } = harness;
let configurator: Configurator | undefined;
const identityApi = await startApi(harness, {}, ({ hosts }, config) => {
  configurator = createConfigurator({ config, hosts, database, people, bus, clock });
  return [];
});
if (!configurator) throw new Error('the module was not wired');
const { routes, settings } = configurator;
const { hosts } = identityApi.identity;
const server = await startHttp(harness, {
  routes,
  // A token is the user's id, taken at its word.
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock, key: 'seal' }),
});
afterAll(async () => {
  await server.stop();
  await identityApi.stop();
});
const operator = { kind: 'operator', id: null, name: 'root' } as const;

async function newTenant(stored?: object) {
  const tenant = await harness.createTenant(stored ? { settings: stored } : {});
  const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ana', familyName: 'Lee' });
  const other = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ben', familyName: 'Okafor' });
  return { ...tenant, admin: admin.id, other: other.id };
}
type Tenant = Awaited<ReturnType<typeof newTenant>>;

async function call(by: string, method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) {
  const answer = await server.http.inject({
    method,
    url: `/configurator/api/v1/config/${path}`,
    headers: { authorization: `Bearer ${by}` },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const read = ({ id, admin }: Tenant, by = admin) => call(by, 'GET', `tenants/${id}`);
const change = ({ id }: Tenant, by: string, revision: number, changes: readonly object[]) =>
  call(by, 'PATCH', `tenants/${id}`, { revision, changes });
const history = async ({ id, admin }: Tenant) => (await call(admin, 'GET', `tenants/${id}/changes`)).body.content;
const undo = ({ id, admin }: Tenant, changeId: string) => call(admin, 'POST', `tenants/${id}/changes/${changeId}/undo`);
const file = async ({ code }: Tenant) => (await call('', 'GET', `get?file_name=tenant-${code}.json`)).body;
const settingOf = (answer: { body: { settings: { path: string }[] } }, path: string) =>
  answer.body.settings.find((one) => one.path === path);
const banner = (value: string) => ({ path: 'app.alert_banner_message', value });

describe('an administrator', () => {
  test('sees what holds and where it comes from, and changes it for everybody in the tenant', async () => {
    const tenant = await newTenant({ tenant: { chat: 'OFF' } });
    const before = await read(tenant);
    expect(before.body.revision).toBe(0);
    expect(settingOf(before, 'tenant.chat')).toMatchObject({ value: 'OFF', source: 'tenant', inherited: 'ON', changeable: true });
    expect(settingOf(before, 'tenant.hosts')).toMatchObject({ value: [], source: 'default', changeable: false });
    const flags = { path: 'featureFlags.some.new.flag', value: true };
    const after = await change(tenant, tenant.admin, 0, [banner('Tonight'), flags, { path: 'tenant.chat', reset: true }]);
    expect(after).toMatchObject({ status: 200, body: { revision: 1 } });
    expect(settingOf(after, 'featureFlags.some.new.flag')).toMatchObject({ value: true, source: 'tenant' });
    expect(await file(tenant)).toMatchObject({
      app: { alert_banner_message: 'Tonight' },
      featureFlags: { some: { new: { flag: true } }, careTeam: false },
      tenant: { chat: 'ON' },
    });
    const elsewhere = await newTenant();
    expect(await file(elsewhere)).toMatchObject({ app: { alert_banner_message: '' } });
  });

  test('is told every field that cannot be so, and then nothing is changed', async () => {
    const tenant = await newTenant();
    const answer = await change(tenant, tenant.admin, 0, [
      banner('Tonight'),
      { path: 'app.idleTimerTimeout', value: 5 },
      { path: 'tenant.hosts', value: ['care.example'] },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    expect(answer.body.error.fields.map((one: { field: string }) => one.field)).toEqual(['app.idleTimerTimeout', 'tenant.hosts']);
    expect((await read(tenant)).body.revision).toBe(0);
    expect(await history(tenant)).toEqual([]);
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['half a character', 'a\ud800b'],
    ['a line break', 'a\nb'],
  ])('is told that a banner cannot hold %s', async (_, value) => {
    const tenant = await newTenant();
    expect(await change(tenant, tenant.admin, 0, [banner(value)])).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input' } },
    });
  });

  test('cannot change what somebody else has changed meanwhile without having seen it; other settings lose nothing', async () => {
    const tenant = await newTenant();
    await change(tenant, tenant.other, 0, [banner('From Ben')]);
    expect(await change(tenant, tenant.admin, 0, [banner('From Ana'), { path: 'tenant.chat', value: 'OFF' }])).toMatchObject({
      status: 409,
      body: { error: { fields: [{ field: 'app.alert_banner_message', message: 'Ben Okafor has changed it meanwhile.' }] } },
    });
    expect((await change(tenant, tenant.admin, 0, [{ path: 'tenant.chat', value: 'OFF' }])).status).toBe(200);
    expect((await change(tenant, tenant.admin, 2, [banner('From Ana')])).status).toBe(200);
    expect(await file(tenant)).toMatchObject({ app: { alert_banner_message: 'From Ana' }, tenant: { chat: 'OFF' } });
  });

  test('holds a revision that there never was, as after a restore: nothing is overwritten unseen', async () => {
    const tenant = await newTenant();
    await change(tenant, tenant.other, 0, [banner('From Ben')]);
    expect(await change(tenant, tenant.admin, 2, [banner('From Ana')])).toMatchObject({
      status: 409,
      body: { error: { fields: [{ field: 'app.alert_banner_message' }] } },
    });
    expect(await file(tenant)).toMatchObject({ app: { alert_banner_message: 'From Ben' } });
  });

  test('at the same moment as another one: one is saved, the other one is told', async () => {
    const tenant = await newTenant();
    const both = await Promise.all([tenant.admin, tenant.other].map((by) => change(tenant, by, 0, [banner(by)])));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await history(tenant)).toHaveLength(1);
  });

  test('finds every change with its author, and takes one back', async () => {
    const tenant = await newTenant();
    await change(tenant, tenant.other, 0, [banner('One')]);
    await change(tenant, tenant.admin, 1, [banner('Two')]);
    const [second, first] = await history(tenant);
    expect(first).toMatchObject({ by: { kind: 'person', name: 'Ben Okafor' }, before: null, after: { value: 'One' }, undoable: false });
    expect(second).toMatchObject({
      by: { name: 'Ana Lee' },
      at: clock.now(),
      before: { value: 'One' },
      after: { value: 'Two' },
      undoable: true,
    });
    expect(await undo(tenant, first.id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect((await undo(tenant, second.id)).status).toBe(200);
    expect(await file(tenant)).toMatchObject({ app: { alert_banner_message: 'One' } });
    expect((await history(tenant))[0]).toMatchObject({ before: { value: 'Two' }, after: { value: 'One' } });
    expect(await undo(tenant, first.id)).toMatchObject({ status: 200 });
    expect(settingOf(await read(tenant), 'app.alert_banner_message')).toMatchObject({ value: '', source: 'default' });
  });

  test('is kept to the own tenant, changes and history alike; nobody else changes anything', async () => {
    const [tenant, foreign] = [await newTenant(), await newTenant()];
    await change(foreign, foreign.admin, 0, [banner('Theirs')]);
    const [theirs] = await history(foreign);
    for (const answer of [
      await read(foreign, tenant.admin),
      await change(foreign, tenant.admin, 1, [banner('Ours')]),
      await undo(tenant, theirs.id),
      await call(tenant.admin, 'GET', `tenants/${foreign.id}/changes`),
    ])
      expect(answer).toMatchObject({ status: 404 });
    const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
    expect(await change(tenant, nurse.id, 0, [banner('Nurse')])).toMatchObject({ status: 403 });
    const row = (await harness.asOwner('select settings from vigil.tenants where id = $1', [foreign.id]))[0];
    expect(row).toEqual({ settings: { app: { alert_banner_message: 'Theirs' } } });
  });

  test('stands in the audit log with each change and each refusal; what was only read does not', async () => {
    const tenant = await newTenant();
    await read(tenant);
    await change(tenant, tenant.admin, 0, [banner('Tonight')]);
    await change(tenant, tenant.admin, 0, [{ path: 'app.idleTimerTimeout', value: 0 }]);
    const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
    await change(tenant, nurse.id, 0, [banner('Nurse')]);
    const rows = await harness.asOwner('select endpoint, actor_id, status from vigil.audit_log where tenant_id = $1 order by sequence', [
      tenant.id,
    ]);
    const endpoint = 'configurator.changeTenantSettings';
    expect(rows).toEqual([
      { endpoint, actor_id: tenant.admin, status: 200 },
      { endpoint, actor_id: tenant.admin, status: 400 },
      { endpoint, actor_id: nurse.id, status: 403 },
    ]);
  });
});

describe('the operator', () => {
  test('sets what holds for all tenants; a tenant’s own value comes first', async () => {
    const [tenant, own] = [await newTenant(), await newTenant()];
    await change(own, own.admin, 0, [banner('Ours')]);
    await settings.change('global', operator, [banner('For all'), { path: 'featureFlags.careTeam', value: true }]);
    expect(await file(tenant)).toMatchObject({ app: { alert_banner_message: 'For all' }, featureFlags: { careTeam: true } });
    expect(await file(own)).toMatchObject({ app: { alert_banner_message: 'Ours' }, featureFlags: { careTeam: true } });
    expect((await call('', 'GET', 'get?file_name=global.json')).body).toMatchObject({ app: { alert_banner_message: 'For all' } });
    expect(settingOf(await read(own), 'app.alert_banner_message')).toMatchObject({ value: 'Ours', inherited: 'For all', source: 'tenant' });
    expect(settingOf(await read(tenant), 'app.alert_banner_message')).toMatchObject({ value: 'For all', source: 'global' });
    const { rows } = await settings.changes('global', { page: 0, size: 20 }, true);
    expect(rows).toMatchObject([
      { actorName: 'root', path: 'app.alert_banner_message', undoable: true },
      { path: 'featureFlags.careTeam' },
    ]);
    for (const { id } of rows) await settings.undo('global', operator, id);
    expect(await file(tenant)).toMatchObject({ app: { alert_banner_message: '' }, featureFlags: { careTeam: false } });
  });

  test('sets for all tenants whether links sign in, which the sign-in pages follow', async () => {
    const tenant = await newTenant();
    const linksAt = async () => (await hosts.tenantById(tenant.id))?.magicLink;
    expect(await linksAt()).toBe(false);
    const path = 'featureFlags.auth.magicLink';
    await settings.change('global', operator, [{ path, value: true }]);
    expect(await linksAt()).toBe(true);
    await change(tenant, tenant.admin, 0, [{ path, value: false }]);
    expect(await linksAt()).toBe(false);
    await settings.change('global', operator, [{ path, reset: true }]);
  });

  test('gives a tenant its hosts, and can give none away that is another tenant’s, also not in the same moment', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const host = `care.${tenant.code}.example`;
    const give = ({ id }: Tenant, value: readonly string[]) =>
      settings.change({ tenantId: id }, operator, [{ path: 'tenant.hosts', value }]);
    const both = await Promise.allSettled([give(tenant, [host]), give(other, [host])]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'tenant.hosts.0', message: `${host} belongs to another tenant.` }],
    });
    const owner = both[0]?.status === 'fulfilled' ? tenant : other;
    expect(await hosts.tenantOfHost(host)).toMatchObject({ id: owner.id });
  });
});

describe('a change takes effect', () => {
  /** What this process has changed is told on its next turn; the caches of others forget by themselves. */
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  const revision = async ({ code }: Tenant) => (await call('', 'GET', `revision?file_name=tenant-${code}.json`)).body;

  test('on pages that ask for the revision: it differs from the file’s that they read as soon as a setting has changed', async () => {
    const tenant = await newTenant();
    const held = (await file(tenant)).revision;
    expect(await revision(tenant)).toEqual({ revision: held, askAgainAfterMs: 5_000 });
    await change(tenant, tenant.admin, 0, [banner('Tonight')]);
    await nextTurn();
    const now = (await revision(tenant)).revision;
    expect(now).not.toBe(held);
    expect(now).toBe((await file(tenant)).revision);
    await settings.change('global', operator, [banner('For all')]);
    await nextTurn();
    expect((await revision(tenant)).revision).not.toBe(now);
    await settings.change('global', operator, [{ path: 'app.alert_banner_message', reset: true }]);
    expect(await call('', 'GET', 'revision?file_name=tenant-nobody.json')).toMatchObject({ status: 404 });
  });

  test('without a line of the log for each question of each page; one that fails has its line', async () => {
    const info = vi.spyOn(harness.log, 'info');
    await call('', 'GET', 'revision?file_name=global.json');
    await call('', 'GET', 'revision?file_name=tenant-nobody.json');
    expect(info.mock.calls.map(([line]) => (line as { status?: number }).status)).toEqual([404]);
    info.mockRestore();
  });

  test('on whom staff see: at once in this process, and after three seconds in every other', async () => {
    const tenant = await newTenant();
    let nowMs = 0;
    const wired = {
      people,
      deviceState: async () => null,
      tenants: { tenantById: (id: string) => tenantState(database, id), tenantOfHost: hosts.tenantOfHost },
      monotonicMs: () => nowMs,
    };
    const here = createDirectory({ ...wired, bus });
    const elsewhere = createDirectory({ ...wired, bus: { publish: () => {}, subscribe: () => () => {} } });
    const scopes = async () => [(await here.tenantById(tenant.id))?.patients, (await elsewhere.tenantById(tenant.id))?.patients];
    expect(await scopes()).toEqual(['tenant', 'tenant']);
    await change(tenant, tenant.admin, 0, [{ path: 'access.patients', value: 'assigned' }]);
    await nextTurn();
    expect(await scopes()).toEqual(['assigned', 'tenant']);
    nowMs += 3_001;
    expect(await scopes()).toEqual(['assigned', 'assigned']);
    here.close();
    elsewhere.close();
  });
});

test('row-level security: a tenant is changed from inside it only, by its settings alone, and what was changed stays written down', async () => {
  const [here, there] = [await newTenant(), await newTenant()];
  await change(here, here.admin, 0, [banner('Here')]);
  const write = "update vigil.tenants set settings = '{}' where id = $1 returning 1";
  expect(await database.tenant(here.id, (sql) => sql.query(write, [there.id]))).toEqual([]);
  expect(await database.global((sql) => sql.query(write, [here.id]))).toEqual([]);
  for (const refused of [
    "update vigil.tenants set code = 'stolen'",
    'delete from vigil.tenants',
    'update vigil.tenant_setting_changes set after = null',
    'delete from vigil.tenant_setting_changes',
    'delete from vigil.global_setting_changes',
  ])
    await expect(
      database.tenant(here.id, (sql) => sql.query(refused)),
      refused,
    ).rejects.toMatchObject({ code: '42501' });
});
