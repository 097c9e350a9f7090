import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProcessBus, type Topic } from '#platform/bus.ts';
import { useHarness } from '#testing/harness.ts';
import { createBusEventsStore, type StoredTopic } from './bus-events.store.ts';
import { createHeardEvents } from './heard-events.ts';

/*
 * A process that has no Redis, and whatever another does, to the rows themselves: as another server would, or the operator's tool.
 */
const harness = await useHarness();
const { asOwner, database } = harness;
const log = { warn: () => {} };
const store = createBusEventsStore(database);
const topics: readonly StoredTopic[] = ['user.changed', 'device.revoked', 'sign-in.ended', 'assignments.changed', 'settings.changed'];

function startProcess() {
  const bus = createProcessBus((error) => {
    throw error;
  });
  const heard: (readonly [Topic, unknown])[] = [];
  for (const topic of topics) bus.subscribe(topic, (event) => heard.push([topic, event]));
  return { heard, events: createHeardEvents({ store, local: bus, log, everySeconds: 0.1 }) };
}

const process = startProcess();
beforeAll(() => process.events.listen());
afterAll(() => process.events.stop());
beforeEach(() => {
  process.heard.length = 0;
});
/** Other files change things of their own meanwhile. */
const heardOf = (id: string) => process.heard.filter(([, event]) => JSON.stringify(event).includes(id));

test('hears of a changed person and of nothing else of them, once for each change', async () => {
  const tenant = await harness.createTenant();
  const { id } = await harness.createUser(tenant);
  await asOwner("update vigil.users set portal_settings = '{}' where id = $1", [id]);
  await asOwner('update vigil.users set is_on_hold = true where id = $1', [id]);
  await expect.poll(() => heardOf(id)).toEqual([['user.changed', { tenantId: tenant.id, userId: id }]]);
});

test('hears of a device that is revoked, once', async () => {
  const tenant = await harness.createTenant();
  const member = await harness.createUser(tenant);
  const [device] = await asOwner<{ id: string }>(
    "insert into vigil.devices (tenant_id, user_id, label, secret_sha256) values ($1, $2, 'Band', '\\x00') returning id",
    [tenant.id, member.id],
  );
  const id = device?.id ?? '';
  await asOwner('update vigil.devices set last_seen_at = now() where id = $1', [id]);
  for (let time = 0; time < 2; time += 1)
    await asOwner('update vigil.devices set revoked_at = coalesce(revoked_at, now()) where id = $1', [id]);
  await expect.poll(() => heardOf(id)).toEqual([['device.revoked', { deviceId: id }]]);
});

test('hears of a sign-in that ends: of all of an account, and of one; not of one whose time was over', async () => {
  const [account] = await asOwner<{ id: string }>(
    'insert into vigil.accounts (id, email, created_at) values (gen_random_uuid(), $1, now()) returning id',
    [`${randomUUID()}@test.example`],
  );
  const id = account?.id ?? '';
  await asOwner('update vigil.accounts set sessions_ended_at = now() where id = $1', [id]);
  const ended = ['sign-in.ended', { accountId: id }];
  await expect.poll(() => heardOf(id)).toEqual([ended]);
  const grant = (hash: string, expiresAt: string) =>
    asOwner(
      "insert into vigil.oidc_records (kind, id_hash, payload, account_id, expires_at) values ('Grant', $1, '{}', $2, now() + $3::interval)",
      [...[hash, id, expiresAt]],
    );
  await grant(`${id} over`, '-1 hour');
  await asOwner('delete from vigil.oidc_records where account_id = $1', [id]);
  await grant(id, '1 hour');
  await asOwner('delete from vigil.oidc_records where account_id = $1', [id]);
  await expect.poll(() => heardOf(id)).toEqual([ended, ended]);
});

test('hears whom of the staff and of the members an assignment concerns, and whom a member who joins a care team', async () => {
  const tenant = await harness.createTenant();
  const [nurse, md, member] = await Promise.all([
    ...(['nurse', 'md'] as const).map((role) => harness.createUser(tenant, { roles: [role] })),
    harness.createUser(tenant),
  ]);
  const note = (event: string, who: object) =>
    asOwner(
      `insert into vigil.care_history (tenant_id, event, patient_id, clinician_id, care_team_id, at, executed_by_roles)
       select $1, $2, one.patient, one.clinician, one.team, now(), '{}' from jsonb_to_record($3) as one (patient uuid, clinician uuid, team uuid)`,
      [tenant.id, event, JSON.stringify(who)],
    );
  const concerned = () => heardOf(tenant.id).map(([topic, event]) => [topic, (event as { userId: string }).userId]);
  await note('ASSIGNED', { patient: member?.id, clinician: nurse?.id });
  const first = [nurse, member].map((one) => ['assignments.changed', one?.id]);
  await expect.poll(concerned).toEqual(expect.arrayContaining(first));
  const [team] = await asOwner<{ id: string }>(
    "insert into vigil.care_teams (tenant_id, id, name, created_at, changed_at) values ($1, gen_random_uuid(), 'Ward', now(), now()) returning id",
    [tenant.id],
  );
  await asOwner("insert into vigil.care_team_people (tenant_id, care_team_id, user_id, side) values ($1, $2, $3, 'CLINICIAN')", [
    ...[tenant.id, team?.id, md?.id],
  ]);
  await note('TEAM_JOINED', { patient: member?.id, team: team?.id });
  await expect.poll(concerned).toEqual(expect.arrayContaining([...first, ['assignments.changed', md?.id]]));
});

test('hears of settings, of one tenant and of all', async () => {
  const tenant = await harness.createTenant();
  await asOwner('update vigil.tenants set settings = $2 where id = $1', [tenant.id, { app: {} }]);
  await expect.poll(() => heardOf(tenant.id)).toEqual([['settings.changed', { tenantId: tenant.id }]]);
});

test('never skips what is committed after later numbers were read', async () => {
  const tenant = await harness.createTenant();
  const [slow, quick] = await Promise.all([harness.createUser(tenant), harness.createUser(tenant)]);
  const hold = 'update vigil.users set is_on_hold = true where id = $1';
  let goOn = () => {};
  const mayEnd = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const isWritten = Promise.withResolvers<void>();
  const writing = database.tenant(tenant.id, async (sql) => {
    await sql.query(hold, [slow.id]);
    isWritten.resolve();
    await mayEnd;
  });
  await isWritten.promise;
  await asOwner(hold, [quick.id]);
  await expect.poll(() => heardOf(quick.id)).toHaveLength(1);
  expect(heardOf(slow.id)).toEqual([]);
  goOn();
  await writing;
  await expect.poll(() => heardOf(slow.id)).toHaveLength(1);
});

test('the application can neither read nor write what is told', async () => {
  for (const text of [
    'select 1 from vigil.bus_events',
    'delete from vigil.bus_events',
    "insert into vigil.bus_events (topic, event) values ('user.changed', '{}')",
  ])
    await expect(database.global((sql) => sql.query(text))).rejects.toMatchObject({ code: '42501' });
});

test('is kept for an hour', async () => {
  const id = randomUUID();
  await asOwner("insert into vigil.bus_events (topic, event, created_at) values ('device.revoked', $1, now() - interval '61 minutes')", [
    { deviceId: id },
  ]);
  await store.forget();
  expect(await asOwner('select 1 from vigil.bus_events where event ->> $1 = $2', ['deviceId', id])).toEqual([]);
});
