import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@vigil/domain/roles';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#platform/audit/audit-entry.ts';
import { createMail } from '#platform/mail/mail.ts';
import { createTenantPost } from '#platform/outbox/outbox.ts';
import { type TestTenant, type TestUser, type UserOverrides, useHarness } from '#testing/harness.ts';
import { registryOn } from '#testing/registry-on.ts';
import { startHttp } from '#testing/start-http.ts';

const harness = await useHarness();
const { clock, log } = harness;
const dataDir = mkdtempSync(join(tmpdir(), 'vigil-emails-'));
const outbox = createMail({ config: { smtpUrl: undefined, dataDir, publicUrl: 'https://vigil.example' }, clock, log });
const refusesMail = 'refused@test.example';
const post = createTenantPost({
  database: harness.database,
  mail: {
    ...{ carries: outbox.carries, post: outbox.post },
    send: (message) => (message.to === refusesMail ? Promise.reject(new Error('550')) : outbox.send(message)),
  },
  sms: { carries: false, post: () => {}, send: async () => {} },
  clock,
});
const audited: AuditEntry[] = [];
/** The module behind the real HTTP server, contract and access rules; a token is the user's id, taken at its word. */
const server = await startHttp(harness, {
  routes: registryOn(harness, { post }).routes,
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: { record: async (entry) => void audited.push(entry) },
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Made {
  readonly tenant: TestTenant;
  readonly admin: TestUser;
}
/** A tenant with two administrators, so that one may go. */
async function newTenant(): Promise<Made & { readonly other: TestUser }> {
  const tenant = await harness.createTenant({ displayName: 'Lakeside Clinic' });
  const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' });
  const other = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Olga', familyName: 'Other' });
  return { tenant, admin, other };
}
const { tenant, admin, other } = await newTenant();
const newMember = (over: UserOverrides = {}) => harness.createUser(tenant, { onboardedAt: new Date('2026-01-01'), ...over });
const newStaff = (roles: readonly Role[] = ['nurse'], over: UserOverrides = {}) => harness.createUser(tenant, { roles, ...over });

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  by: { id: string },
  payload?: unknown,
  headers = {},
) {
  const answer = await server.http.inject({
    method,
    url: `/registry/api/v1/${path}`,
    headers: { authorization: `Bearer ${by.id}`, ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const read = async (who: { id: string }, by: { id: string } = admin) => (await call('GET', `users/${who.id}`, by)).body;
const patch = (who: { id: string }, changes: Record<string, unknown>, by: { id: string } = admin, headers = {}) =>
  call(
    'PATCH',
    `users/${who.id}`,
    by,
    Object.entries(changes).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value })),
    headers,
  );

describe('the standing of an account', () => {
  test.each<[string, readonly Role[], Record<string, boolean>, string, Record<string, boolean>]>([
    ['a member is discharged and restored', ['patient'], { isInTheTenant: false }, 'DISCHARGED', { isInTheTenant: true }],
    ['a member is put on hold and restarted', ['patient'], { isOnHold: true }, 'HOLDING', { isOnHold: false }],
    ['staff are switched off and on', ['nurse'], { isDeactivated: true }, 'INACTIVE', { isDeactivated: false }],
    ['staff leave and come back', ['clinician'], { isInTheTenant: false }, 'DISCHARGED', { isInTheTenant: true }],
  ])('%s, with the day of each change', async (_, roles, change, status, back) => {
    const who = await harness.createUser(tenant, { roles, onboardedAt: new Date('2026-01-01') });
    expect(await read(who)).toMatchObject({ accountStatus: 'ACTIVE', version: 1 });
    clock.advance(60_000);
    const first = clock.now();
    expect(await patch(who, change)).toMatchObject({ status: 200, body: { accountStatus: status, lastStatusDate: first, version: 2 } });
    clock.advance(60_000);
    expect(await patch(who, change)).toMatchObject({ body: { accountStatus: status, lastStatusDate: first, version: 2 } });
    expect(await patch(who, back)).toMatchObject({ body: { accountStatus: 'ACTIVE', lastStatusDate: clock.now(), version: 3 } });
    expect(await read(who)).toMatchObject({ accountStatus: 'ACTIVE', lastStatusDate: clock.now() });
  });

  test('the first sync of a band makes a created member active, from that day on, and disturbs no edit', async () => {
    const member = await harness.createUser(tenant);
    const before = await read(member);
    expect(before).toMatchObject({ accountStatus: 'CREATED', lastStatusDate: before.createdAt });
    const sync = [{ userId: member.id, atMs: clock.now() }];
    await harness.database.tenant(tenant.id, (sql) => harness.people.noteFirstBandSyncs(sql, tenant.id, sync));
    const after = await read(member);
    expect(after).toMatchObject({ accountStatus: 'ACTIVE', version: before.version });
    expect(after.lastStatusDate).toBeGreaterThan(before.lastStatusDate);
  });

  test('somebody on hold reads, keeps the own settings, and changes nothing', async () => {
    const member = await newMember({ isOnHold: true });
    expect((await read(member, member)).accountStatus).toBe('HOLDING');
    expect(await patch(member, { colorMode: 'dark' }, member)).toMatchObject({
      status: 200,
      body: { portalSettings: { colorMode: 'DARK' } },
    });
    expect(await call('PUT', `users/${member.id}`, member, { version: 1, personalInfo: { firstName: 'New' } })).toMatchObject({
      status: 403,
      body: { error: { code: 'account_on_hold' } },
    });
    const held = await newStaff(['tenant_admin'], { isOnHold: true });
    expect(await patch(held, { isOnHold: false }, held)).toMatchObject({ status: 403, body: { error: { code: 'account_on_hold' } } });
  });

  test('whoever is discharged, switched off or removed is refused everywhere in the tenant, and let in again afterwards', async () => {
    const member = await newMember();
    for (const [away, back] of [
      [() => patch(member, { isInTheTenant: false }), () => patch(member, { isInTheTenant: true })],
      [() => call('DELETE', `users/${member.id}`, admin), () => patch(member, { isRemoved: false })],
    ] as const) {
      expect((await away()).status).toBe(200);
      await newsArrived();
      expect((await call('GET', `users/${member.id}`, member)).status).toBe(403);
      expect((await back()).status).toBe(200);
      await newsArrived();
      expect((await call('GET', `users/${member.id}`, member)).status).toBe(200);
    }
  });
});

/** What the bus tells arrives with the next turn of the event loop. */
const newsArrived = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('removing somebody', () => {
  test('keeps the record, takes the person out of the lists unless they are asked for, and can be undone', async () => {
    const member = await newMember({ familyName: 'Removable' });
    const removed = await call('DELETE', `users/${member.id}`, admin);
    expect(removed).toMatchObject({ status: 200, body: { accountStatus: 'REMOVED', removalFinalAt: clock.now() + 30 * 86_400_000 } });
    expect((await call('DELETE', `users/${member.id}/`, admin)).body.removalFinalAt).toBe(removed.body.removalFinalAt);
    const listed = async (query: string) => (await call('GET', `users?partOfName=Removable${query}`, admin)).body.totalElements;
    expect([await listed(''), await listed('&userStatus=REMOVED'), await listed(`&userIds=${member.id}`)]).toEqual([0, 1, 1]);
    expect(await patch(member, { isOnHold: true })).toMatchObject({ status: 409 });
    expect(await patch(member, { isRemoved: false })).toMatchObject({ body: { accountStatus: 'ACTIVE', removalFinalAt: null } });
  });

  test('cannot be undone after the last day', async () => {
    const member = await newMember();
    await call('DELETE', `users/${member.id}`, admin);
    clock.advance(30 * 86_400_000 + 1);
    expect(await patch(member, { isRemoved: false })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  test.each([
    [{ isRemoved: true }, 400],
    [{ isDeactivated: true }, 400],
    [{ isInTheTenant: 'no' }, 400],
    [{ isBoss: true }, 403],
    [{ isPatient: false }, 400],
  ])('a member cannot be patched with %j', async (change, status) => {
    const member = await newMember();
    expect((await patch(member, change)).status).toBe(status);
    expect((await read(member)).version).toBe(1);
  });
});

describe('roles', () => {
  test.each<[readonly Role[], Record<string, boolean>, readonly Role[]]>([
    [['nurse'], { isMd: true }, ['md', 'nurse']],
    [['clinician', 'nurse'], { isNurse: false, isCoach: true }, ['clinician', 'coach']],
    [['clinician', 'nurse', 'observer'], { isNurse: false }, ['observer']],
    [['observer'], { isSpecialist: true, isSupport: true, isAdmin: true }, ['specialist', 'support', 'tenant_admin', 'observer']],
    [['md'], { isPatient: true, isMd: false }, ['patient']],
  ])('of %j with %j become %j', async (roles, flags, expected) => {
    const who = await newStaff(roles);
    expect(await patch(who, flags)).toMatchObject({ status: 200, body: { roles: expected } });
  });

  test('nobody but an administrator changes standing or roles, of others or their own', async () => {
    const [nurse, member] = [await newStaff(), await newMember()];
    expect((await patch(nurse, { isAdmin: true }, nurse)).status).toBe(403);
    expect((await patch(member, { isOnHold: true }, nurse)).status).toBe(403);
    expect((await patch(member, { isInTheTenant: false }, member)).status).toBe(403);
    expect((await patch(member, { colorMode: 'dark' })).status).toBe(403);
    expect((await read(nurse)).roles).toEqual(['nurse']);
  });

  test('preferences are taken in the form that portals send them, for the person in the path only', async () => {
    const nurse = await newStaff();
    const operations = [{ op: 'add', path: '/unitSystem', value: 'metric' }];
    expect(await call('PATCH', `users/${nurse.id}`, nurse, { userId: nurse.id, operations })).toMatchObject({
      status: 200,
      body: { portalSettings: { unitSystem: 'METRIC' }, version: 1 },
    });
    expect((await call('PATCH', `users/${nurse.id}`, nurse, { userId: other.id, operations })).status).toBe(400);
  });
});

describe('the administrators of a tenant', () => {
  test.each<[string, (who: TestUser, by: TestUser) => Promise<{ status: number }>]>([
    ['role', (who, by) => patch(who, { isAdmin: false, isNurse: true }, by)],
    ['discharge', (who, by) => patch(who, { isInTheTenant: false }, by)],
    ['hold', (who, by) => patch(who, { isOnHold: true }, by)],
    ['switching off', (who, by) => patch(who, { isDeactivated: true }, by)],
    ['removal', (who, by) => call('DELETE', `users/${who.id}`, by)],
  ])('%s: nobody takes themselves out, and of two who take out each other at once one stays', async (_, takeOut) => {
    const made = await newTenant();
    expect((await takeOut(made.admin, made.admin)).status).toBe(409);
    const outcomes = await Promise.all([takeOut(made.other, made.admin), takeOut(made.admin, made.other)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('can be named by what others write while a member is put on hold: an alarm that rings one may be what the hold waits for', async () => {
    const made = await newTenant();
    // Locked after the administrators, in whatever order they are.
    const member = await harness.createUser(made.tenant, { id: `ffffffff-ffff-4fff-bfff-${randomBytes(6).toString('hex')}` });
    const ringing = new pg.Client({ connectionString: harness.ownerUrl });
    await ringing.connect();
    try {
      await ringing.query('begin');
      await ringing.query('select 1 from vigil.users where id = $1 for update', [member.id]);
      const held = patch(member, { isOnHold: true }, made.admin);
      const waiting = () =>
        ringing.query<{ count: number }>(
          'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
      await expect.poll(async () => (await waiting()).rows[0]?.count, { timeout: 20_000 }).toBe(1);
      await ringing.query(
        `insert into vigil.alarm_messages (tenant_id, user_id, kind, severity) select $1, id, 'nobody', 'HIGH' from unnest($2::uuid[]) id`,
        [made.tenant.id, [made.admin.id, made.other.id]],
      );
      await ringing.query('delete from vigil.alarm_messages where tenant_id = $1', [made.tenant.id]);
      await ringing.query('commit');
      expect(await held).toMatchObject({ status: 200, body: { isOnHold: true } });
    } finally {
      await ringing.end();
    }
  });

  test('somebody who could not act as one does not count as one who stays', async () => {
    const made = await newTenant();
    expect((await patch(made.other, { isDeactivated: true }, made.admin)).status).toBe(200);
    const [last] = await harness.asOwner<{ id: string }>(
      `insert into vigil.users (tenant_id, roles, given_name, family_name) values ($1, '{tenant_admin}', 'Only', 'Guest') returning id`,
      [made.tenant.id],
    );
    await patch(made.admin, { isAdmin: false, isNurse: true }, { id: String(last?.id) });
    await newsArrived();
    expect(await patch({ id: String(last?.id) }, { isAdmin: false, isNurse: true }, { id: String(last?.id) })).toMatchObject({
      status: 409,
    });
  });
});

describe('two people who edit the same account', () => {
  const edit = (who: TestUser, by: { id: string }, body: object, headers = {}) => call('PUT', `users/${who.id}`, by, body, headers);

  test('the second is told which field, by whom and when, and overwrites nothing', async () => {
    const member = await newMember();
    const { version } = await read(member);
    expect(
      (await edit(member, admin, { version, personalInfo: { lastName: 'First' }, contactInfo: { phoneNumber: '+15551234567' } })).status,
    ).toBe(200);
    const second = await edit(member, other, { version, personalInfo: { lastName: 'Second', mrn: 'M-1' } });
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(second.body.error.fields).toEqual([{ field: 'lastName', message: expect.stringMatching(/^Changed by Ada Admin at \d{4}-/) }]);
    expect((await read(member)).personalInfo).toMatchObject({ lastName: 'First', mrn: null });
  });

  test('both are kept where they changed different fields, and sending back what was read changes nothing', async () => {
    const member = await newMember();
    const before = await read(member);
    await edit(member, admin, { version: before.version, personalInfo: { lastName: 'First' } });
    expect((await edit(member, other, { version: before.version, personalInfo: { mrn: 'M-2' } })).status).toBe(200);
    const now = await read(member);
    expect(now.personalInfo).toMatchObject({ lastName: 'First', mrn: 'M-2' });
    expect((await edit(member, admin, now)).body.version).toBe(now.version);
  });

  test.each<[string, readonly Role[], (who: TestUser, by: TestUser) => ReturnType<typeof patch>]>([
    ['held', ['patient'], (who, by) => patch(who, { isOnHold: true }, by, { 'if-match': '"1"' })],
    ['discharged', ['patient'], (who, by) => patch(who, { isInTheTenant: false }, by, { 'if-match': '"1"' })],
    ['switched off', ['nurse'], (who, by) => patch(who, { isDeactivated: true }, by, { 'if-match': '"1"' })],
    ['removed', ['patient'], (who, by) => call('DELETE', `users/${who.id}`, by)],
  ])('of two who want somebody %s at once, one has done it and the other is told that it was so already', async (_what, roles, act) => {
    const who = roles.includes('patient') ? await newMember() : await newStaff(roles);
    const answers = await Promise.all([act(who, admin), act(who, other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.changed).toSorted()).toEqual([false, true]);
    expect(answers[0]?.body.version).toBe(answers[1]?.body.version);
  });

  test('the version stands in If-Match or in a test of the patch, too, and a PUT has to name one', async () => {
    const member = await newMember();
    const read = await call('GET', `users/${member.id}`, admin);
    expect(read.headers.etag).toBe('"1"');
    await patch(member, { isOnHold: true }, other);
    expect((await patch(member, { isOnHold: false }, admin, { 'if-match': '"1"' })).status).toBe(409);
    const tested = [
      { op: 'test', path: '/version', value: 1 },
      { op: 'replace', path: '/isOnHold', value: false },
    ];
    expect((await call('PATCH', `users/${member.id}`, admin, tested)).status).toBe(409);
    expect((await patch(member, { isOnHold: false }, admin, { 'if-match': '"2"' })).status).toBe(200);
    expect((await edit(member, admin, { personalInfo: { lastName: 'X' } })).body.error.fields).toMatchObject([{ field: 'version' }]);
    expect((await edit(member, admin, { personalInfo: { lastName: 'X' } }, { 'if-match': 'what' })).status).toBe(400);
    expect((await edit(member, admin, { version: 99, personalInfo: { lastName: 'X' } })).status).toBe(400);
  });

  test('people edit the own name, phone, zone and measures, and not what the tenant knows of them', async () => {
    const member = await newMember();
    const own = { personalInfo: { firstName: 'Nova' }, languageRegion: { timezone: 'Europe/Madrid' }, bioInfo: { heightInMeters: 1.7 } };
    expect(await edit(member, member, { version: 1, ...own })).toMatchObject({ status: 200, body: own });
    const refused = await edit(member, member, { version: 2, personalInfo: { firstName: 'Nina', mrn: 'M-3', birthday: '1990-01-01' } });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body.error.fields.map(({ field }: { field: string }) => field)).toEqual(['birthday', 'mrn']);
    expect((await read(member)).personalInfo.firstName).toBe('Nova');
  });

  test.each<[string, object, string]>([
    ['a birth to come', { personalInfo: { birthday: '2999-01-01' } }, 'personalInfo.birthday'],
    ['a birth too long ago', { personalInfo: { birthday: '1800-01-01' } }, 'personalInfo.birthday'],
    ['a height in centimetres', { bioInfo: { heightInMeters: 170 } }, 'bioInfo.heightInMeters'],
    ['a phone number without its country', { contactInfo: { phoneNumber: '555 1234' } }, 'contactInfo.phoneNumber'],
    ['an empty name', { personalInfo: { lastName: '  ' } }, 'personalInfo.lastName'],
    ['somebody else’s address', { contactInfo: { email: admin.email.toUpperCase() } }, 'contactInfo.email'],
  ])('%s is refused by name, and nothing is stored', async (_, body, field) => {
    const member = await newMember();
    const answer = await edit(member, admin, { version: 1, ...body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body.error.fields).toMatchObject([{ field }]);
    expect((await read(member)).version).toBe(1);
  });
});

describe('who sees whom', () => {
  test('a colleague sees name, contact and roles; nothing clinical and no settings', async () => {
    const [nurse, coach] = [await newStaff(), await newStaff(['coach'], { givenName: 'Cora' })];
    await harness.asOwner(
      `update vigil.users set birth_date = '1980-01-01', weight_kg = 70, mrn = 'M', preferences = '{"a": 1}' where id = $1`,
      [coach.id],
    );
    expect(await read(coach, nurse)).toMatchObject({
      personalInfo: { firstName: 'Cora', birthday: null, mrn: null },
      contactInfo: { email: coach.email },
      bioInfo: { weightInKilograms: null },
      preferences: {},
      roles: ['coach'],
    });
    expect(await read(coach, admin)).toMatchObject({ personalInfo: { birthday: '1980-01-01' }, bioInfo: { weightInKilograms: 70 } });
  });

  test('basic info of the staff is open to members, of members to staff in scope; unknown ids are left out of the list', async () => {
    const [nurse, member, neighbour] = [await newStaff(), await newMember({ givenName: 'Mia' }), await newMember()];
    expect((await call('GET', `users/${nurse.id}/basic_info/`, member)).body).toMatchObject({ id: nurse.id, roles: ['nurse'] });
    expect((await call('GET', `users/${member.id}/basic_info`, member)).body).not.toHaveProperty('contactInfo');
    expect((await call('GET', `users/${neighbour.id}/basic_info`, member)).status).toBe(403);
    const ids = [member.id.toUpperCase(), nurse.id, crypto.randomUUID()];
    expect((await call('GET', `users/basic_info/?userIds=${ids.join(',')}&size=3`, nurse)).body).toMatchObject({ totalElements: 2 });
    expect((await call('GET', `users/basic_info?userIds=${ids.join(',')}&size=1`, nurse)).body).toMatchObject({
      content: [{}],
      totalElements: 2,
    });
  });

  test('where staff see only their own members, statuses and basic info of others are left out', async () => {
    const strict = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const nurse = await harness.createUser(strict, { roles: ['nurse'] });
    const member = await harness.createUser(strict);
    expect((await call('POST', 'users/status', nurse, [member.id, nurse.id])).body).toEqual([{ id: nurse.id, accountStatus: 'ACTIVE' }]);
    expect((await call('GET', `users/${member.id}/basic_info`, nurse)).status).toBe(403);
    expect((await call('GET', `users/basic_info?userIds=${member.id}`, nurse)).body).toEqual({ content: [], totalElements: 0 });
  });

  test('every read and change of an account is on record with who it is about', async () => {
    const [nurse, member] = [await newStaff(), await newMember()];
    audited.length = 0;
    await read(member, nurse);
    await patch(nurse, { isCoach: true });
    await call('POST', 'users/status', nurse, [member.id]);
    expect(audited.map(({ endpoint, members, actorId }) => [endpoint, members, actorId])).toEqual([
      ['registry.getUser', [member.id], nurse.id],
      ['registry.patchUser', [nurse.id], admin.id],
      ['registry.listStatuses', [member.id], nurse.id],
    ]);
  });
});

describe('e-mails', () => {
  test('reach each person alone, and the answer names who did not get one and why', async () => {
    const [one, two] = [await newMember(), await newMember({ email: refusesMail })];
    const mute = await newMember();
    await harness.asOwner('update vigil.users set email = null where id = $1', [mute.id]);
    const foreign = await harness.createUser(await harness.createTenant());
    const userIds = [one.id, two.id, mute.id, foreign.id, one.id];
    const answer = await call('POST', 'emails', admin, { userIds, subject: 'Your band', text: 'Please charge it.' });
    expect(answer.body.sent).toEqual([one.id]);
    expect(Object.fromEntries(answer.body.failed.map(({ id, reason }: { id: string; reason: string }) => [id, reason]))).toEqual({
      [two.id]: 'not-delivered',
      [mute.id]: 'no-address',
      [foreign.id]: 'unknown',
    });
    const mails = readdirSync(join(dataDir, 'outbox')).map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(new RegExp(`^To: ${one.email}`, 'm'));
    expect(mails[0]).toContain('Ada Admin, Lakeside Clinic');
  });

  test('wait in the tenant’s outbox where no mail server carries them; of what could not be written nothing waits', async () => {
    const { tenant, admin } = await newTenant();
    const [one, two] = [await harness.createUser(tenant), await harness.createUser(tenant, { email: refusesMail })];
    await call('POST', 'emails', admin, { userIds: [one.id, two.id], subject: 'Your band', text: 'Please charge it.' });
    expect(await post.list(tenant.id, 0, 20)).toMatchObject({
      totalElements: 1,
      content: [{ channel: 'EMAIL', recipient: one.email, subject: 'Your band', text: expect.stringContaining('Please charge it.') }],
    });
  });

  test.each([
    [{ subject: 'Two\r\nBcc: everybody@test.example' }, 'subject'],
    [{ text: '   ' }, 'text'],
    [{ userIds: [] }, 'userIds'],
  ])('%j is refused by name', async (over, field) => {
    const answer = await call('POST', 'emails', admin, { userIds: [admin.id], subject: 'A', text: 'B', ...over });
    expect(answer).toMatchObject({ status: 400, body: { error: { fields: [{ field }] } } });
  });

  test('are an administrator’s to send', async () => {
    expect((await call('POST', 'emails', await newStaff(), { userIds: [admin.id], subject: 'A', text: 'B' })).status).toBe(403);
  });
});
