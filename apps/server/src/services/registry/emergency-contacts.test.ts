import type { Role } from '@vigil/domain/roles';
import { afterAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#platform/audit/audit-entry.ts';
import { useHarness } from '#testing/harness.ts';
import { registryOn } from '#testing/registry-on.ts';
import { startHttp } from '#testing/start-http.ts';

const harness = await useHarness();
const audited: AuditEntry[] = [];
const server = await startHttp(harness, {
  routes: registryOn(harness).routes,
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: { record: async (entry) => void audited.push(entry) },
});
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' });
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });

const ana = { name: 'Ana Ibarra', relationship: 'Daughter', phoneNumber: '+15550100101' };
const ben = { name: 'Ben Ibarra', relationship: null, phoneNumber: '+34600000001' };
type Someone = { readonly id: string };

async function call(method: 'GET' | 'PUT', who: Someone, by: Someone, payload?: object) {
  const answer = await server.http.inject({
    ...{ method, url: `/registry/api/v1/users/${who.id}`, headers: { authorization: `Bearer ${by.id}` } },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const contactsOf = async (who: Someone, by: Someone = admin) => (await call('GET', who, by)).body.contactInfo.emergencyContacts;
const put = (who: Someone, by: Someone, version: number, emergencyContacts: readonly object[]) =>
  call('PUT', who, by, { version, contactInfo: { emergencyContacts } });

describe('emergency contacts', () => {
  test('nobody is named at first; a member names people in order, changes the order and removes them', async () => {
    const member = await harness.createUser(tenant);
    expect(await contactsOf(member, member)).toEqual([]);
    const { relationship: _, ...withoutRelationship } = ben;
    expect(await put(member, member, 1, [{ ...ana, name: '  Ana Ibarra ' }, withoutRelationship])).toMatchObject({
      status: 200,
      body: { version: 2, contactInfo: { emergencyContacts: [ana, ben], email: member.email } },
    });
    expect((await put(member, member, 2, [ben, ana])).body).toMatchObject({ version: 3, contactInfo: { emergencyContacts: [ben, ana] } });
    expect((await put(member, member, 3, [ben, ana])).body).toMatchObject({ version: 3, changed: false });
    expect((await put(member, member, 3, [])).body).toMatchObject({ version: 4, contactInfo: { emergencyContacts: [] } });
    expect((await put(member, member, 4, [])).body).toMatchObject({ version: 4, changed: false });
  });

  test('an account that was read with contacts is sent back whole and stays as it was', async () => {
    const member = await harness.createUser(tenant);
    await put(member, admin, 1, [ana]);
    const { body } = await call('GET', member, admin);
    expect((await call('PUT', member, admin, body)).body).toMatchObject({ version: 2, changed: false });
  });

  test.each<[string, readonly object[], string]>([
    ['no name', [{ ...ana, name: '  ' }], '0.name'],
    ['a name of two lines', [{ ...ana, name: 'Ana\nIbarra' }], '0.name'],
    ['no phone number', [ana, { ...ben, phoneNumber: '' }], '1.phoneNumber'],
    ['a phone number without its country', [{ ...ana, phoneNumber: '555 0100' }], '0.phoneNumber'],
    ['an emergency number', [{ ...ana, phoneNumber: '911' }], '0.phoneNumber'],
    ['a relationship that is a story', [{ ...ana, relationship: 'x'.repeat(101) }], '0.relationship'],
  ])('%s is refused by its place, and nothing is stored', async (_, contacts, place) => {
    const member = await harness.createUser(tenant);
    const answer = await put(member, member, 1, contacts);
    expect([answer.status, answer.body.error.fields.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      [`contactInfo.emergencyContacts.${place}`],
    ]);
    expect(await contactsOf(member)).toEqual([]);
  });

  test('five are taken, a sixth is refused', async () => {
    const member = await harness.createUser(tenant);
    expect((await put(member, member, 1, Array(6).fill(ana))).status).toBe(400);
    expect((await put(member, member, 1, Array(5).fill(ana))).status).toBe(200);
  });

  test.each<[string, Role, number]>([
    ['an administrator', 'tenant_admin', 200],
    ['a nurse', 'nurse', 403],
    ['a physician', 'md', 403],
    ['an observer', 'observer', 403],
    ['another member', 'patient', 403],
  ])('%s who changes those of a member is answered %i', async (_, role, status) => {
    const [member, by] = [await harness.createUser(tenant), await harness.createUser(tenant, { roles: [role] })];
    expect((await put(member, by, 1, [ana])).status).toBe(status);
    expect(await contactsOf(member)).toEqual(status === 200 ? [ana] : []);
  });

  test('whoever may read the account reads them: staff in scope, not another member and not another tenant', async () => {
    const [member, neighbour] = [await harness.createUser(tenant), await harness.createUser(tenant)];
    const stranger = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    await put(member, member, 1, [ana, ben]);
    expect(await contactsOf(member, nurse)).toEqual([ana, ben]);
    expect([(await call('GET', member, neighbour)).status, (await call('GET', member, stranger)).status]).toEqual([403, 404]);
  });

  test('only members have them; those of somebody who was a member are hidden from colleagues and can be removed', async () => {
    expect(await put(nurse, nurse, 1, [ana])).toMatchObject({
      status: 400,
      body: { error: { fields: [{ field: 'contactInfo.emergencyContacts' }] } },
    });
    const both = await harness.createUser(tenant, { roles: ['patient', 'coach'] });
    await put(both, both, 1, [ana]);
    await harness.asOwner(`update vigil.users set roles = '{coach}' where id = $1`, [both.id]);
    expect([await contactsOf(both, nurse), await contactsOf(both, both)]).toEqual([[], [ana]]);
    const { version } = (await call('GET', both, both)).body;
    expect((await put(both, both, version, [])).status).toBe(200);
  });

  test('of two who change them at once the second is told and overwrites nothing; a change of the phone number beside them is kept', async () => {
    const member = await harness.createUser(tenant);
    expect((await put(member, admin, 1, [ana])).status).toBe(200);
    const second = await put(member, member, 1, [ben]);
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'conflict', fields: [{ field: 'emergencyContacts' }] } } });
    expect(second.body.error.fields[0].message).toMatch(/^Changed by Ada Admin at /);
    expect(
      (await call('PUT', member, member, { version: 1, contactInfo: { phoneNumber: '+15550100199' } })).body.contactInfo,
    ).toMatchObject({
      phoneNumber: '+15550100199',
      emergencyContacts: [ana],
    });
  });

  test('reads and changes are on record, with whose they are and which field it was', async () => {
    const member = await harness.createUser(tenant);
    audited.length = 0;
    await put(member, member, 1, [ana]);
    await contactsOf(member, nurse);
    await put(member, nurse, 2, [ben]);
    expect(audited.map(({ endpoint, members, actorId, status }) => [endpoint, members, actorId, status])).toEqual([
      ['registry.putUser', [member.id], member.id, 200],
      ['registry.getUser', [member.id], nurse.id, 200],
      ['registry.putUser', [member.id], nurse.id, 403],
    ]);
    const sql = 'select field, actor_id from vigil.account_changes where user_id = $1';
    expect(await harness.asOwner(sql, [member.id])).toEqual([{ field: 'emergency_contacts', actor_id: member.id }]);
  });
});
