import { randomUUID } from 'node:crypto';
import type { BellItem } from '@vigil/contract/notification.contract';
import type { Role } from '@vigil/domain/roles';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '#app';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import type { NewPush } from './publish.ts';

const harness = await useHarness();
const { asOwner, clock, database, log } = harness;
const start = () =>
  createApp({ config: { ...harness.config, publicUrl: 'http://localhost:3000' }, stores: harness, log, clock, portal: false });
/** Two server processes, which share nothing but the database. */
const [one, other] = [await start(), await start()];
const [url, otherUrl] = [await one.listen(), await other.listen()];
afterAll(() => Promise.all([one.stop(), other.stop()]));

interface Shown {
  readonly asOf: number;
  readonly items: readonly BellItem[];
  readonly badges: Readonly<Record<string, number>>;
}

async function person(tenant: TestTenant, ...roles: Role[]) {
  const user = await harness.createUser(tenant, { roles, email: `${randomUUID()}@test.example` });
  await one.identity.accounts.create({ email: user.email, userId: user.id, emailVerified: true });
  return { ...user, authorization: `Bearer ${await one.identity.issueToken({ email: user.email })}` };
}
type Person = Awaited<ReturnType<typeof person>>;

const itemsOf = (id: string) => `/notification/api/v1/users/${id}/items`;
async function bell(who: Person, { of = who, at = url }: { of?: TestUser; at?: string } = {}) {
  const answer = await fetch(`${at}${itemsOf(of.id)}`, { headers: { authorization: who.authorization } });
  return { status: answer.status, ...((await answer.json()) as Shown) };
}
async function mark(who: Person, body: object, { of = who as TestUser, at = url } = {}) {
  const answer = await fetch(`${at}${itemsOf(of.id)}/read`, {
    method: 'PUT',
    headers: { authorization: who.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'actions', ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as { read: number } };
}
const publish = (tenant: TestTenant, push: Partial<NewPush> & Pick<NewPush, 'to'>) =>
  database.tenant(tenant.id, (sql) =>
    one.publishPush(sql, { tenantId: tenant.id, contentType: 'ACTION', patientId: null, description: 'told', ...push }),
  );
const words = (shown: Shown) => shown.items.map(({ description }) => description);

test('the bell has what a person and the roles held were told, newest first and counted, though no stream was open', async () => {
  const tenant = await harness.createTenant();
  const [nurse, coach, member] = [await person(tenant, 'nurse'), await person(tenant, 'coach'), await harness.createUser(tenant)];
  const id = await publish(tenant, { to: { userIds: [nurse.id] }, description: 'first', patientId: member.id });
  await publish(tenant, { to: { roles: ['nurse'] }, description: 'second' });
  await publish(tenant, { to: { roles: ['coach'] }, description: 'not for nurses' });
  await publish(tenant, { to: { userIds: [nurse.id] }, description: 'no action', contentType: 'MESSAGE' });
  const shown = await bell(nurse);
  expect(words(shown)).toEqual(['second', 'first']);
  expect(shown.items[1]).toMatchObject({ id, type: 'actions', patientId: member.id, clicked: false });
  expect(Math.abs((shown.items[1]?.createdAt ?? 0) - Date.now() / 1000)).toBeLessThan(600);
  expect(shown.badges).toEqual({ calendar: 0, actions: 2, messages: 0 });
  expect(words(await bell(coach))).toEqual(['not for nurses']);
});

test('what is read is read in every process, once; what came after it was looked at stays, and so does everybody else’s', async () => {
  const tenant = await harness.createTenant();
  const [nurse, colleague] = [await person(tenant, 'nurse'), await person(tenant, 'nurse')];
  const to = { roles: ['nurse'] } as const;
  for (const description of ['one', 'two']) await publish(tenant, { to, description });
  const { asOf } = await bell(nurse);
  await publish(tenant, { to, description: 'three' });
  expect(await mark(nurse, { asOf })).toEqual({ status: 200, body: { read: 2 } });
  expect((await mark(nurse, { asOf }, { at: otherUrl })).body.read).toBe(0);
  const there = await bell(nurse, { at: otherUrl });
  expect([words(there), there.badges.actions]).toEqual([['three'], 1]);
  expect(words(await bell(colleague))).toEqual(['three', 'two', 'one']);
});

test('a clicked item is read by itself; nobody marks what was told to others', async () => {
  const tenant = await harness.createTenant();
  const [nurse, coach] = [await person(tenant, 'nurse'), await person(tenant, 'coach')];
  const ids = [await publish(tenant, { to: { roles: ['nurse'] } }), await publish(tenant, { to: { roles: ['nurse'] } })];
  expect((await mark(coach, { ids })).body.read).toBe(0);
  expect((await mark(nurse, { ids: [ids[0]?.toUpperCase()], clicked: true })).body.read).toBe(1);
  expect((await bell(nurse)).items.map(({ id }) => id)).toEqual([ids[1]]);
  expect(await asOwner('select user_id, push_id, clicked from vigil.bell_reads where tenant_id = $1', [tenant.id])).toEqual([
    { user_id: nurse.id, push_id: ids[0], clicked: true },
  ]);
});

test('a list tells its newest hundred and counts all of them; all are marked with it', async () => {
  const tenant = await harness.createTenant();
  const nurse = await person(tenant, 'nurse');
  await database.tenant(tenant.id, async (sql) => {
    for (let n = 1; n <= 130; n += 1)
      await one.publishPush(sql, {
        ...{ tenantId: tenant.id, to: { roles: ['nurse'] }, contentType: 'ACTION', patientId: null, description: `${n}` },
      });
  });
  const shown = await bell(nurse);
  expect([shown.items.length, shown.badges.actions]).toEqual([100, 130]);
  expect((await mark(nurse, { asOf: shown.asOf })).body.read).toBe(130);
  expect((await bell(nurse)).badges.actions).toBe(0);
});

test('of members only those whom the person may see now, on record; nobody sees another person’s bell', async () => {
  const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
  const [nurse, member, stranger] = [await person(tenant, 'nurse'), await harness.createUser(tenant), await harness.createUser(tenant)];
  const admin = await person(tenant, 'tenant_admin');
  await one.care.relations.assign(
    tenant.id,
    { userId: admin.id, roles: ['tenant_admin'], atMs: clock.now() },
    { clinicianId: nurse.id, patientId: member.id, teamType: 'PRIMARY', assignmentType: 'DIRECT_ASSIGNMENT' },
  );
  for (const { id } of [member, stranger]) await publish(tenant, { to: { roles: ['nurse'] }, patientId: id, description: id });
  expect(words(await bell(nurse))).toEqual([member.id]);
  expect((await bell(nurse)).badges.actions).toBe(1);
  expect(
    await asOwner("select members from vigil.audit_log where tenant_id = $1 and endpoint = 'notification.listItems' limit 1", [tenant.id]),
  ).toEqual([{ members: [member.id] }]);
  expect([(await bell(admin, { of: nurse })).status, (await mark(admin, { asOf: 1 }, { of: nurse })).status]).toEqual([403, 403]);
});

test('what stands in a bell outlives what is kept for streams, and goes after its days with what was read of it', async () => {
  const tenant = await harness.createTenant();
  const nurse = await person(tenant, 'nurse');
  const to = { userIds: [nurse.id] };
  const [kept, old] = [await publish(tenant, { to, description: 'kept' }), await publish(tenant, { to, description: 'old' })];
  const aboutId = randomUUID();
  for (const description of ['older news', 'newer news']) await publish(tenant, { to, description, aboutId });
  await publish(tenant, { to, description: 'a message', contentType: 'MESSAGE' });
  await mark(nurse, { ids: [old] });
  await asOwner("update vigil.pushes set created_at = created_at - interval '2 days' where tenant_id = $1", [tenant.id]);
  await asOwner("update vigil.pushes set created_at = created_at - interval '13 days' where tenant_id = $1 and id = $2", [tenant.id, old]);
  await one.forgetPushes();
  expect(
    await asOwner('select id::text, description from vigil.pushes where tenant_id = $1 order by description', [tenant.id]),
  ).toMatchObject([{ id: kept, description: 'kept' }, { description: 'newer news' }]);
  expect(await asOwner('select push_id from vigil.bell_reads where tenant_id = $1', [tenant.id])).toEqual([]);
  expect(words(await bell(nurse))).toEqual(['newer news', 'kept']);
});
