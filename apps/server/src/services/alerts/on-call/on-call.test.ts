import { randomUUID } from 'node:crypto';
import type { OnCallNow, OnCallRota, OnCallRotas } from '@vigil/contract/alerts-on-call.contract';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestTenant, TestUser } from '#testing/harness.ts';
import { startAlarms } from '../alarms/testing/alarms-server.ts';

const server = await startAlarms();
const { harness, call, staff, firing, report } = server;
afterAll(() => server.stop());

const base = '/alerts/api/v1/on-call';
interface Failure {
  readonly error: { readonly code: string; readonly message: string; readonly fields: readonly { readonly field: string }[] };
}
async function clinic() {
  const tenant = await harness.createTenant();
  const [md, ann, bob, coach, admin, observer] = await Promise.all([
    staff(tenant, 'md'),
    staff(tenant, 'nurse', { givenName: 'Ann', familyName: 'First' }),
    staff(tenant, 'nurse', { givenName: 'Bob', familyName: 'Second' }),
    staff(tenant, 'coach'),
    staff(tenant, 'tenant_admin'),
    staff(tenant, 'observer'),
  ]);
  return { tenant, md, ann, bob, coach, admin, observer };
}
const allWeek = (staffId: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00', staffId }));
const week = (staffId: string, version = 0) => ({ version, timeZone: 'Europe/Berlin', shifts: allWeek(staffId) });
const put = (by: TestUser, role: string, body: object) => call<OnCallRota & Failure>('PUT', `${base}/${role}`, by, body);
const nowOf = async (by: TestUser, role: string) => {
  const { body } = await call<OnCallNow[]>('GET', `${base}/now`, by);
  return body.find((one) => one.role === role);
};
const override = (by: TestUser, role: string, staffId: string, over: object = {}) =>
  call<OnCallRota & Failure>('POST', `${base}/${role}/overrides`, by, {
    ...{ id: randomUUID(), staffId, from: Date.now() - 60_000, until: Date.now() + 3_600_000 },
    ...over,
  });
const handOver = (by: TestUser, role: string, staffId: string, over: object = {}) =>
  call<{ now: OnCallNow; standing: { userId: string }[] } & Failure>('POST', `${base}/${role}/handover`, by, {
    id: randomUUID(),
    staffId,
    ...over,
  });

describe('the rota', () => {
  test('says of whom it names whether they are there: who is on hold, has left or holds the role no longer is not on call', async () => {
    const { admin, md, ann, bob, tenant } = await clinic();
    const cleo = await staff(tenant, 'nurse');
    await put(admin, 'nurse', { ...week(ann.id), shifts: [ann, bob, cleo].flatMap(({ id }) => allWeek(id)) });
    await harness.asOwner('update vigil.users set is_on_hold = true where id = $1', [ann.id]);
    await harness.asOwner("update vigil.users set roles = '{coach}' where id = $1", [cleo.id]);
    const now = await nowOf(md, 'nurse');
    expect([now?.people.map(({ id }) => id), now?.source]).toEqual([[bob.id], 'shift']);
    expect(now?.absent.map(({ id }) => id).sort()).toEqual([ann.id, cleo.id].sort());
    await harness.asOwner('update vigil.users set removed_at = now() where id = $1', [bob.id]);
    expect(await nowOf(md, 'nurse')).toMatchObject({ people: [], absent: [{}, {}, {}], source: 'shift' });
  });

  test('names who is on call now, role by role, for everybody of the staff to read', async () => {
    const { admin, ann, observer } = await clinic();
    expect(await nowOf(observer, 'nurse')).toEqual({ role: 'nurse', people: [], absent: [], until: null, source: 'nobody' });
    const { status, body } = await put(admin, 'nurse', week(ann.id));
    expect([status, body]).toEqual([200, { role: 'nurse', version: 1, timeZone: 'Europe/Berlin', shifts: allWeek(ann.id), covers: [] }]);
    expect(await nowOf(observer, 'nurse')).toMatchObject({
      ...{ people: [{ id: ann.id, firstName: 'Ann', lastName: 'First' }], source: 'shift', until: expect.any(Number) },
    });
    const { body: whole } = await call<OnCallRotas>('GET', base, observer);
    expect(whole.rotas.map(({ role, version }) => [role, version])).toEqual([
      ['md', 0],
      ['nurse', 1],
      ['coach', 0],
      ['specialist', 0],
      ['support', 0],
    ]);
    expect(whole.people.map(({ firstName }) => firstName)).toEqual(['Ann']);
  });

  test('that somebody else has changed meanwhile is refused with both versions; one whose answer was lost is written once', async () => {
    const { admin, md, ann, bob } = await clinic();
    await put(admin, 'nurse', week(ann.id));
    expect((await put(admin, 'nurse', week(ann.id))).body.version).toBe(1);
    const stale = await put(md, 'nurse', week(bob.id));
    expect([stale.status, stale.body.error.code, stale.body.error.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('version 0, and it is at 1'),
    ]);
    expect((await put(md, 'nurse', week(bob.id, 1))).body).toMatchObject({ version: 2, shifts: allWeek(bob.id) });
  });

  test('takes only who holds the role and has not left, naming the shift; and times and zones that there are', async () => {
    const { tenant, admin, ann, coach } = await clinic();
    const gone = await staff(tenant, 'nurse', { isInTheTenant: false });
    const elsewhere = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    const shifts = [ann, coach, gone, elsewhere].map(({ id }) => ({ weekday: 1, from: '07:00', to: '19:00', staffId: id }));
    const refused = await put(admin, 'nurse', { ...week(ann.id), shifts });
    expect([refused.status, refused.body.error.fields.map(({ field }) => field)]).toEqual([
      400,
      ['shifts.1.staffId', 'shifts.2.staffId', 'shifts.3.staffId'],
    ]);
    for (const [over, field] of [
      [{ timeZone: 'Europe/Nowhere' }, 'timeZone'],
      [{ shifts: [{ weekday: 8, from: '07:00', to: '19:00', staffId: ann.id }] }, 'shifts.0.weekday'],
      [{ shifts: [{ weekday: 1, from: '24:00', to: '19:00', staffId: ann.id }] }, 'shifts.0.from'],
    ] as const) {
      const { status, body } = await put(admin, 'nurse', { ...week(ann.id), ...over });
      expect([status, body.error.fields.map((one) => one.field)]).toEqual([400, [field]]);
    }
  });

  test('is written by physicians and administrators', async () => {
    const { admin, md, ann, coach, observer } = await clinic();
    const codes = [];
    for (const who of [ann, coach, observer])
      codes.push((await put(who, 'nurse', week(ann.id))).status, (await override(who, 'nurse', ann.id)).status);
    expect(codes).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await put(md, 'nurse', week(ann.id))).status).toBe(200);
    expect((await override(admin, 'nurse', ann.id)).status).toBe(200);
    const { body } = await call<OnCallRotas>('GET', base, ann);
    expect(body.people.map(({ id }) => id).sort()).toEqual([admin.id, ann.id].sort());
  });
});

describe('an override', () => {
  test('holds instead of the rota until it ends, is said once, and is taken back', async () => {
    const { admin, ann, bob } = await clinic();
    await put(admin, 'nurse', week(ann.id));
    const id = randomUUID();
    const [from, until] = [Date.now() - 60_000, Date.now() + 3_600_000];
    for (let time = 0; time < 2; time += 1) expect((await override(admin, 'nurse', bob.id, { id, from, until })).status).toBe(200);
    expect(await nowOf(ann, 'nurse')).toMatchObject({ people: [{ id: bob.id }], source: 'cover', until });
    for (const [staffId, over] of [
      [ann.id, { until }],
      [bob.id, { until: until + 60_000 }],
      [bob.id, { from: from - 60_000, until }],
    ] as const)
      expect((await override(admin, 'nurse', staffId, { id, from, ...over })).status).toBe(409);
    const { body } = await call<OnCallRota>('DELETE', `${base}/nurse/overrides/${id}`, admin);
    expect(body.covers).toEqual([]);
    expect(await nowOf(ann, 'nurse')).toMatchObject({ people: [{ id: ann.id }], source: 'shift' });
    expect((await call('DELETE', `${base}/md/overrides/${id}`, admin)).status).toBe(404);
  });

  test.each([
    ['that ends before it begins', -60_000, -120_000],
    ['that has passed', -120_000, -60_000],
    ['that lasts for years', 0, 3 * 366 * 86_400_000],
  ])('%s is refused by field', async (_, from, until) => {
    const { admin, ann } = await clinic();
    const { status, body } = await override(admin, 'nurse', ann.id, { from: Date.now() + from, until: Date.now() + until });
    expect([status, body.error.fields.map(({ field }) => field)]).toEqual([400, ['until']]);
  });
});

test.each([
  ['in another century', Date.UTC(1900, 0, 1)],
  ['before any moment that can be stored', -9e15],
])('an override that began %s is refused by its beginning', async (_, from) => {
  const { admin, ann } = await clinic();
  const { status, body } = await override(admin, 'nurse', ann.id, { from });
  expect([status, body.error.fields.map(({ field }) => field)]).toEqual([400, ['from']]);
});

describe('what was changed after its answer was lost', () => {
  test('an override stands once, whether the first arrived before, later or not at all', async () => {
    const { admin, ann, bob, md } = await clinic();
    const first = { id: randomUUID(), from: Date.now() - 60_000, until: Date.now() + 7_200_000 };
    await override(admin, 'nurse', ann.id, first);
    const neverArrived = randomUUID();
    const second = await override(admin, 'nurse', bob.id, { replaces: [first.id, neverArrived] });
    expect([second.status, second.body.covers.map(({ staffId }) => staffId)]).toEqual([200, [bob.id]]);
    // What was on its way all the time does not hold any more.
    expect((await override(admin, 'nurse', ann.id, { id: neverArrived })).status).toBe(409);
    expect((await nowOf(md, 'nurse'))?.people.map(({ id }) => id)).toEqual([bob.id]);
  });

  test('nobody takes back what somebody else said by naming it', async () => {
    const { admin, ann, bob, md } = await clinic();
    const theirs = { id: randomUUID(), from: Date.now() - 60_000, until: Date.now() + 7_200_000 };
    await override(admin, 'nurse', ann.id, theirs);
    const { body } = await override(md, 'nurse', bob.id, { replaces: [theirs.id] });
    expect(body.covers.map(({ staffId }) => staffId)).toEqual([ann.id, bob.id]);
  });

  test('a handover that had handed over already is made anew by whom it took the role from', async () => {
    const { admin, ann, bob, tenant } = await clinic();
    const cleo = await staff(tenant, 'nurse');
    await put(admin, 'nurse', week(ann.id));
    const first = { id: randomUUID(), until: Date.now() + 7_200_000 };
    await handOver(ann, 'nurse', bob.id, first);
    expect((await handOver(ann, 'nurse', cleo.id)).status).toBe(403);
    const again = await handOver(ann, 'nurse', cleo.id, { until: Date.now() + 3_600_000, replaces: [first.id] });
    expect(again.body.now.people.map(({ id }) => id)).toEqual([cleo.id]);
    const { body } = await call<OnCallRotas>('GET', base, admin);
    expect(body.rotas.find(({ role }) => role === 'nurse')?.covers.map(({ staffId }) => staffId)).toEqual([cleo.id]);
  });

  test('the same override with another beginning is not answered as done', async () => {
    const { admin, ann } = await clinic();
    const said = { id: randomUUID(), from: Date.now() - 60_000, until: Date.now() + 7_200_000 };
    expect((await override(admin, 'nurse', ann.id, said)).status).toBe(200);
    expect((await override(admin, 'nurse', ann.id, said)).status).toBe(200);
    expect((await override(admin, 'nurse', ann.id, { ...said, from: said.from + 1_000 })).status).toBe(409);
  });
});

test('a rota’s version that no rota can have is refused by its field', async () => {
  const { admin, ann } = await clinic();
  for (const version of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await put(admin, 'nurse', week(ann.id, version));
    expect([status, body.error.fields.map(({ field }) => field)]).toEqual([400, ['version']]);
  }
});

describe('handing over', () => {
  const standing = async (tenant: TestTenant, nurse: TestUser) => {
    const member = await harness.createUser(tenant);
    await report(await firing(tenant, member, { assigneeId: nurse.id }), 'persisted', 92);
    return member;
  };

  test('now, to somebody who is then asked: with the alarms that stand, until the shift ends', async () => {
    const { tenant, admin, ann, bob } = await clinic();
    await put(admin, 'nurse', week(ann.id));
    const member = await standing(tenant, ann);
    const shiftEnds = (await nowOf(ann, 'nurse'))?.until;
    const id = randomUUID();
    const first = await handOver(ann, 'nurse', bob.id, { id });
    expect([first.status, first.body.now, first.body.standing.map(({ userId }) => userId)]).toEqual([
      200,
      { role: 'nurse', people: [{ id: bob.id, firstName: 'Bob', lastName: 'Second' }], absent: [], until: shiftEnds, source: 'cover' },
      [member.id],
    ]);
    // Sent again, although Ann is no longer on call.
    expect((await handOver(ann, 'nurse', bob.id, { id })).body.now).toEqual(first.body.now);
    const second = await harness.createUser(tenant);
    const fired = await firing(tenant, second);
    await report(fired, 'persisted', 92);
    expect((await server.pushes(tenant, second)).map((push) => push.user_ids)).toEqual([[bob.id]]);
  });

  test('is for whoever is on call and for physicians; anybody of the role takes over; where nobody is on call, for some hours', async () => {
    const { admin, md, ann, bob, coach, observer } = await clinic();
    await put(admin, 'nurse', week(ann.id));
    expect((await handOver(bob, 'nurse', ann.id)).status).toBe(403);
    expect((await handOver(observer, 'nurse', bob.id)).status).toBe(403);
    expect((await handOver(coach, 'nurse', coach.id)).body.error.fields.map(({ field }) => field)).toEqual(['staffId']);
    expect((await handOver(bob, 'nurse', bob.id)).body.now.people[0]?.id).toBe(bob.id);
    expect((await handOver(md, 'nurse', ann.id)).body.now.people[0]?.id).toBe(ann.id);
    const { body } = await handOver(coach, 'coach', coach.id);
    expect(body.now.until).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  });

  test('shows nobody whom the one who hands over may not see', async () => {
    const { tenant, ann } = await clinic();
    await harness.asOwner(`update vigil.tenants set settings = '{"access": {"patients": "assigned"}}' where id = $1`, [tenant.id]);
    const [mine, other] = [await standing(tenant, ann), await standing(tenant, ann)];
    await server.lookAfter(ann, mine);
    const { body } = await handOver(ann, 'nurse', ann.id);
    expect(body.standing.map(({ userId }) => userId)).toEqual([mine.id]);
    const rows = await harness.asOwner<{ members: string[] }>(
      "select members from vigil.audit_log where tenant_id = $1 and endpoint = 'alertsOnCall.handOver'",
      [tenant.id],
    );
    expect([rows, rows.some(({ members }) => members.includes(other.id))]).toEqual([[{ members: [mine.id] }], false]);
  });
});
