import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Erasure } from '@vigil/contract/privacy.contract';
import { afterAll, describe, expect, test } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { jpegWithPlace } from '#testing/sample-pictures.ts';
import { startModules } from '#testing/start-modules.ts';
import { tickBatch } from '#testing/ticks.ts';

const harness = await useOwnHarness();
const { clock, asOwner } = harness;
const { http, modules, stop } = await startModules(harness);
afterAll(stop);
const dayMs = 86_400_000;
const yearMs = 365.25 * dayMs;

async function clinic(settings: object = {}) {
  const tenant = await harness.createTenant({ settings: { privacy: settings } });
  const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' });
  const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
  const member = await memberOf(tenant, nurse.id);
  return { tenant, admin, nurse, member };
}
type Clinic = Awaited<ReturnType<typeof clinic>>;

/** A member with something in every table that names members. */
async function memberOf(tenant: Clinic['tenant'], nurseId: string) {
  const member = await harness.createUser(tenant, { givenName: 'Maya', familyName: 'Miller' });
  const seconds = Math.floor(clock.now() / 1000) - 3_600;
  await modules.ticksWriter.append(
    tickBatch(member, {
      heart_rate: [
        [seconds, 61],
        [seconds + 60, 62],
      ],
      steps: [[seconds, 40]],
    }),
  );
  await modules.ticksWriter.takeBack({
    ...{ tenantId: tenant.id, userId: member.id, reason: 'not hers', by: nurseId },
    readings: [{ metric: 'heart_rate', timestampMs: seconds * 1000, source: 'device' }],
  });
  await modules.ticksWriter.rollupsSettled();
  await harness.engine.command(
    `insert into vigil.ticks_kept_step (tenant_id, user_id, granularity, metric, first_day, tz, n, median, computed_at)
     select {tenantId:UUID}, {userId:UUID}, 'MONTHLY', 'heart_rate', '2026-01-01', 'UTC', 1, 61, now64(6)`,
    { tenantId: tenant.id, userId: member.id },
  );
  await modules.devices.create(tenant.id, member.id, 'Band of Maya');
  const account = await modules.identity.accounts.create({
    email: member.email,
    password: 'correct horse battery staple',
    userId: member.id,
  });
  await asOwner('insert into vigil.identity_links (issuer, subject, user_id, created_at) values ($1, $2, $3, now())', [
    'i',
    member.id,
    member.id,
  ]);
  await asOwner(
    `insert into vigil.invitations (tenant_id, email, roles, given_name, family_name, created_at, expires_at, user_id) values ($1, $2, '{patient}', 'Maya', 'Miller', now(), now(), $3)`,
    [tenant.id, member.email, member.id],
  );
  await asOwner(
    `insert into vigil.sign_in_events (at, account_id, event, outcome, ip) values (now(), $1, 'password', 'succeeded', '192.0.2.7')`,
    [account.id],
  );
  const posted = await call({
    tenant,
    as: nurseId,
    method: 'POST',
    url: '/notary/api/v1/note',
    payload: { id: randomUUID(), user: member.id, text: 'Sleeps badly' },
  });
  expect(posted.statusCode).toBe(200);
  await rowsOfTheAccount(tenant, member, account.id);
  const pictureId = await aroundTheMember(tenant, member, nurseId);
  return { ...member, accountId: account.id, pictureId };
}
type Member = Awaited<ReturnType<typeof memberOf>>;
type Known = Pick<Member, 'id' | 'email'>;

/** Every column that an account has, an authenticator, a line of an imported file, and a message that waits. */
async function rowsOfTheAccount(tenant: Clinic['tenant'], member: Known, accountId: string) {
  await asOwner(
    `update vigil.users set middle_names = 'M', title = 'Dr', phone_number = '+16502530000', sign_url = '/s', photo_url = '/p',
       birth_date = '1980-01-01', sex = 'female', gender = 'g', height_m = 1.7, weight_kg = 60, height_display_units = 'CENTIMETER',
       weight_display_units = 'KILOGRAM', street_address = 'Street 1', city = 'City', state = 'CA', zip = '90000', country_code = 'US',
       country_name = 'United States', qhcp = true, order_source = 'o', mrn = id::text, employee_id = 'e', time_zone = 'UTC',
       emergency_contacts = '[{"name": "Ana", "relationship": null, "phoneNumber": "+15550100123"}]', portal_settings = '{"a": 1}', preferences = '{"a": 1}', data_attribution = 'd'
     where tenant_id = $1 and id = $2`,
    [tenant.id, member.id],
  );
  await asOwner("insert into vigil.second_factors (account_id, sealed_secret, last_step, added_at) values ($1, '\\x00', 1, now())", [
    accountId,
  ]);
  await asOwner("insert into vigil.recovery_codes (account_id, code_mac) values ($1, '\\x00')", [accountId]);
  const importId = randomUUID();
  await asOwner(
    `insert into vigil.account_imports (tenant_id, id, realm, file_name, file_sha256, created_by, created_at, state) values ($1, $2, 'patient', 'f.csv', '\\x00', $3, now(), 'DONE')`,
    [tenant.id, importId, member.id],
  );
  await asOwner(
    `insert into vigil.account_import_rows (tenant_id, import_id, line, outcome, label, person, user_id)
     values ($1, $2, 1, 'CREATED', $3, null, $4), ($1, $2, 2, 'READY', upper($3), jsonb_build_object('email', $3::text), null), ($1, $2, 3, 'READY', 'other@test.example', '{}', null)`,
    [tenant.id, importId, member.email, member.id],
  );
  await asOwner(
    `insert into vigil.outbox (tenant_id, id, channel, recipient, text, created_at) values ($1, gen_random_uuid(), 'EMAIL', $2, 'Hello', now()), ($1, gen_random_uuid(), 'SMS', '+16502530000', 'Hello', now())`,
    [tenant.id, member.email],
  );
}

/** Who looks after the member and what was done; what the member did and had done; a photo, whose id is answered. */
async function aroundTheMember(tenant: Clinic['tenant'], member: Known, nurseId: string): Promise<string> {
  const by = { userId: nurseId, roles: ['nurse'], atMs: clock.now() } as const;
  await modules.care.relations.assign(tenant.id, by, {
    patientId: member.id,
    clinicianId: nurseId,
    teamType: 'PRIMARY',
    assignmentType: 'DIRECT_ASSIGNMENT',
  });
  await modules.care.teams.create(tenant.id, by, {
    id: randomUUID(),
    name: `Team of ${member.id}`,
    clinicianIds: [nurseId],
    patientIds: [member.id],
  });
  const task = { type: 'call', performedAt: clock.now(), patientId: member.id, seconds: 60 };
  await modules.care.note(tenant.id, nurseId, task);
  await programOf(tenant, member, nurseId);
  for (const [user, path] of [
    [member.id, '/home'],
    [nurseId, `/patient/${member.id}/data`],
  ])
    await asOwner(
      `insert into vigil.analytics_events (tenant_id, user_id, session_id, at, name, category, subcategory, visit_path) values ($1, $2, $2, now(), 'page_view', 'c', 's', $3)`,
      [tenant.id, user, path],
    );
  const upload = await http.inject({
    method: 'POST',
    url: `/blob/tenant/${tenant.id}/user/${member.id}/upload?path=profile&overwrite=true`,
    headers: { authorization: `Bearer ${member.id}`, 'x-tenant-id': tenant.id, 'content-type': 'image/jpeg' },
    payload: jpegWithPlace,
  });
  expect(upload.statusCode).toBe(200);
  return upload.json().id;
}

/** A program with a pledge that the member has opted into and kept. */
async function programOf(tenant: Clinic['tenant'], { id: userId }: Known, nurseId: string): Promise<void> {
  const { authoring, assigning, content } = modules.programs;
  const steps = [{ type: 'pledge' as const, title: 'Walk', text: '', day: 0, times: 2 }];
  const program = {
    id: randomUUID(),
    type: 'regular' as const,
    name: 'Walk',
    title: 'Walk',
    description: '',
    modules: [{ name: 'One', steps }],
  };
  await authoring.create(tenant.id, nurseId, program, 'tenant');
  await authoring.publish(tenant.id, nurseId, program.id, { op: 'publish', revision: 1 }, 'tenant');
  await assigning.change(tenant.id, { userId, by: nurseId }, { op: 'assign', program_id: program.id });
  const [item] = await asOwner<{ id: string }>(
    "update vigil.program_items set status = 'opted', delivered_at = now() where user_id = $1 returning id",
    [userId],
  );
  await content.report(tenant.id, { userId, by: userId }, item?.id ?? '', { id: randomUUID(), did: true });
}
const isOnDisk = ({ pictureId }: Member) => existsSync(join(harness.config.blobDir, pictureId));

interface Call {
  readonly tenant: { readonly id: string };
  readonly as: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
}
const call = ({ tenant, as, ...request }: Call) =>
  http.inject({ ...request, headers: { authorization: `Bearer ${as}`, 'x-tenant-id': tenant.id } });

const path = ({ member }: Clinic) => `/privacy/api/v1/users/${member.id}/erasure`;
const request = (it: Clinic, as: string, id = randomUUID(), reason = 'I have moved') =>
  call({ ...it, as, method: 'POST', url: path(it), payload: { id, reason } });
const decide = (it: Clinic, id: string, confirmName?: string, as = it.admin.id) =>
  call({ ...it, as, method: 'POST', url: `${path(it)}/decision`, payload: { id, ...(confirmName !== undefined && { confirmName }) } });

/** How many rows of each table speak of the person. */
async function rowsAbout({ tenant, member }: Clinic) {
  const [row] = await asOwner<Record<string, number>>(
    `select (select count(*) from vigil.notes where tenant_id = $1 and user_id = $2)::int as notes,
       (select count(*) from vigil.devices where tenant_id = $1 and user_id = $2)::int as devices,
       (select count(*) from vigil.latest_ticks where tenant_id = $1 and user_id = $2)::int as latest,
       (select count(*) from vigil.band_syncs where tenant_id = $1 and user_id = $2)::int as syncs,
       (select count(*) from vigil.ticks_taken_back where tenant_id = $1 and user_id = $2)::int as taken_back,
       (select count(*) from vigil.accounts where user_id = $2)::int as accounts,
       (select count(*) from vigil.identity_links where user_id = $2)::int as links,
       (select count(*) from vigil.invitations where user_id = $2 or email = $3)::int as invitations,
       (select count(*) from vigil.sign_in_events where account_id = $4)::int as sign_ins,
       (select count(*) from vigil.second_factors where account_id = $4)::int as authenticators,
       (select count(*) from vigil.recovery_codes where account_id = $4)::int as recovery_codes,
       (select count(*) from vigil.account_import_rows where tenant_id = $1 and (lower(label) = $3 or person->>'email' = $3))::int as import_rows,
       (select count(*) from vigil.outbox where tenant_id = $1 and recipient = $3)::int as messages,
       (select count(*) from vigil.files where tenant_id = $1 and user_id = $2)::int as files,
       (select count(*) from vigil.care_relations where tenant_id = $1 and patient_id = $2)::int as relations,
       (select count(*) from vigil.care_team_people where tenant_id = $1 and user_id = $2)::int as care_teams,
       (select count(*) from vigil.analytics_events where tenant_id = $1 and user_id = $2)::int as own_events,
       (select count(*) from vigil.analytics_events where tenant_id = $1 and visit_path like '%' || $2 || '%')::int as visits,
       (select count(*) from vigil.tasks where tenant_id = $1 and patient_id = $2)::int as tasks,
       (select count(*) from vigil.care_history where tenant_id = $1 and patient_id = $2)::int as care_history`,
    [tenant.id, member.id, member.email, member.accountId],
  );
  const ticks: Record<string, number> = {};
  for (const table of ['ticks', 'ticks_hour', 'ticks_day', 'ticks_kept_step']) {
    // FINAL: what was replaced goes whenever the engine merges.
    const sql = `select count() as n from vigil.${table} final where tenant_id = {tenant:UUID} and user_id = {user:UUID}`;
    ticks[table] = (await harness.engine.query<{ n: number }>(sql, { tenant: tenant.id, user: member.id }))[0]?.n ?? -1;
  }
  return { ...row, ...ticks } as Record<string, number>;
}
const signInTables = ['accounts', 'links', 'sign_ins', 'authenticators', 'recovery_codes'];
const besideTheRecord = ['import_rows', 'messages', 'files', 'relations', 'care_teams', 'own_events'];
const contactTables = [...signInTables, 'devices', 'invitations', ...besideTheRecord];
const some = (rows: Record<string, number>, names: readonly string[]) => names.filter((name) => (rows[name] ?? 0) > 0);

/** Columns of vigil.users that say nothing about who somebody is. Whatever else there is has to be empty after an erasure. */
const harmless = [
  'tenant_id',
  'id',
  'roles',
  'given_name',
  'family_name',
  'search_text',
  'created_at',
  'onboarded_at',
  'first_band_sync_at',
  'last_status_at',
  'erased_at',
  'data_origin',
  'is_in_the_tenant',
  'is_on_hold',
  'removed_at',
  'deactivated_at',
  'version',
];

async function columnsThatTell({ tenant, member }: Clinic): Promise<[string, unknown][]> {
  const [user = {}] = await asOwner<Record<string, unknown>>('select * from vigil.users where tenant_id = $1 and id = $2', [
    tenant.id,
    member.id,
  ]);
  return Object.entries(user).filter(([name]) => !harmless.includes(name));
}

describe('a request', () => {
  test('without a reason that can be read is none', async () => {
    const it = await clinic();
    expect((await request(it, it.member.id, randomUUID(), '\u200b')).statusCode).toBe(400);
  });

  test('is made by the member with a reason, stands once, is seen by administrators, and is withdrawn', async () => {
    const it = await clinic({ erasureWaitDays: 5 });
    const id = randomUUID();
    const made = (await request(it, it.member.id, id)).json<Erasure>();
    expect(made).toMatchObject({ id, state: 'WAITING', byMember: true, reason: 'I have moved', dueAt: clock.now() + 5 * dayMs });
    expect((await request(it, it.member.id, id)).json<Erasure>()).toEqual(made);
    // Another reason is another request: it is refused rather than dropped unseen.
    expect((await request(it, it.member.id, id, 'Something else')).statusCode).toBe(409);
    expect((await request(it, it.admin.id)).statusCode).toBe(409);
    const listed = (await call({ ...it, as: it.admin.id, method: 'GET', url: '/privacy/api/v1/erasures' })).json();
    expect(listed.content).toMatchObject([{ id, member: { firstName: 'Maya' } }]);
    const withdrawn = await call({ ...it, as: it.member.id, method: 'DELETE', url: path(it) });
    expect(withdrawn.json()).toMatchObject({ state: 'WITHDRAWN' });
    expect((await decide(it, id, 'Maya Miller')).statusCode).toBe(409);
    expect((await request(it, it.admin.id)).statusCode).toBe(200);
  });

  test('rings in the bell of every administrator, and of nobody else, until it is withdrawn or carried out', async () => {
    const it = await clinic({ erasureWaitDays: 5 });
    const told = async (as: string) => {
      const { items } = (await call({ ...it, as, method: 'GET', url: `/notification/api/v1/users/${as}/items` })).json();
      return items.map(({ description, patientId }: { description: string; patientId: string }) => [description, patientId]);
    };
    await request(it, it.member.id);
    const ring = ['Erasure requested. Review it in the audit log.', null];
    await expect.poll(() => told(it.admin.id)).toEqual([ring]);
    expect(await told(it.nurse.id)).not.toContainEqual(ring);
    await call({ ...it, as: it.member.id, method: 'DELETE', url: path(it) });
    await expect.poll(() => told(it.admin.id)).toEqual([]);
    const { id } = (await request(it, it.member.id)).json<Erasure>();
    await expect.poll(() => told(it.admin.id)).toEqual([ring]);
    expect((await decide(it, id, 'Maya Miller')).statusCode).toBe(200);
    await expect.poll(() => told(it.admin.id)).toEqual([]);
  });

  test('needs a reason and a right: staff without administration and other members have none, and nobody erases staff', async () => {
    const it = await clinic();
    expect((await request(it, it.member.id, randomUUID(), '  ')).json().error.fields[0].field).toBe('reason');
    expect((await request(it, it.nurse.id)).statusCode).toBe(403);
    const other = await harness.createUser(it.tenant);
    expect((await request(it, other.id)).statusCode).toBe(403);
    const both = await harness.createUser(it.tenant, { roles: ['patient', 'nurse'] });
    const refused = await request({ ...it, member: { ...both, accountId: '', pictureId: '' } }, it.admin.id);
    expect(refused.statusCode).toBe(409);
  });

  test('before it is due, the name in full has to be typed; without it nothing is erased', async () => {
    const it = await clinic({ erasureWaitDays: 5 });
    const { id } = (await request(it, it.member.id)).json<Erasure>();
    for (const name of [undefined, 'Maya', 'Nora Nurse']) {
      const refused = await decide(it, id, name);
      expect([refused.statusCode, refused.json().error.fields[0].field]).toEqual([400, 'confirmName']);
    }
    expect((await decide(it, id, 'Maya Miller', it.member.id)).statusCode).toBe(403);
    expect(some(await rowsAbout(it), contactTables)).toEqual(contactTables);
    expect((await decide(it, id, ' maya  miller ')).statusCode).toBe(200);
  });
});

describe('carried out where nothing has to be kept', () => {
  test('leaves nothing of the person but the id, in any table of either store', async () => {
    const it = await clinic({ keepRecordYears: 0, erasureWaitDays: 0 });
    const before = await rowsAbout(it);
    expect(some(before, Object.keys(before))).toEqual(Object.keys(before));
    const filled = await columnsThatTell(it);
    expect(filled.filter(([, value]) => value === null || value === false || JSON.stringify(value) === '{}')).toEqual([]);
    expect(isOnDisk(it.member)).toBe(true);
    const other = await memberOf(it.tenant, it.nurse.id);
    const othersBefore = await rowsAbout({ ...it, member: other });
    const { id } = (await request(it, it.admin.id)).json<Erasure>();
    expect((await decide(it, id)).json()).toMatchObject({ member: null, keepRecordUntil: null });
    await modules.privacy.settled();
    const after = await rowsAbout(it);
    expect(some(after, Object.keys(after))).toEqual([]);
    expect(await rowsAbout({ ...it, member: other })).toEqual(othersBefore);
    expect([isOnDisk(it.member), isOnDisk(other)]).toEqual([false, true]);
    const left = (await columnsThatTell(it)).filter(([, value]) => value !== null && value !== false && JSON.stringify(value) !== '{}');
    expect(left).toEqual([]);
    const [user] = await asOwner('select * from vigil.users where tenant_id = $1 and id = $2', [it.tenant.id, it.member.id]);
    expect(JSON.stringify(user)).not.toMatch(/Maya|Miller|@/);
    const [erased] = await asOwner('select reason, kept_identity, record_erased_at is not null as gone from vigil.erasures where id = $1', [
      id,
    ]);
    expect(erased).toEqual({ reason: null, kept_identity: null, gone: true });
  });

  test.each(['the same process', 'the one that was started after it'])(
    'takes along what a call that had begun before stores afterwards, by %s',
    async (by) => {
      const it = await clinic({ keepRecordYears: 0, erasureWaitDays: 0 });
      const { id } = (await request(it, it.admin.id)).json<Erasure>();
      await decide(it, id);
      await modules.privacy.settled();
      await modules.ticksWriter.append(tickBatch(it.member, { heart_rate: [[Math.floor(clock.now() / 1000) - 60, 61]] }));
      await modules.ticksWriter.rollupsSettled();
      await asOwner(
        `insert into vigil.files (tenant_id, id, user_id, purpose, media_type, size_bytes, created_at) values ($1, gen_random_uuid(), $2, 'meal', 'image/jpeg', 1, now()), ($1, gen_random_uuid(), $2, 'photo', 'image/jpeg', 1, now())`,
        [it.tenant.id, it.member.id],
      );
      const late = await rowsAbout(it);
      expect(some(late, Object.keys(late)).sort()).toEqual(['files', 'latest', 'syncs', 'ticks', 'ticks_day', 'ticks_hour']);
      clock.advance(10 * 60_000);
      const later = by === 'the same process' ? null : await startModules(harness);
      const { privacy } = (later ?? { modules }).modules;
      privacy.lookForWork();
      await privacy.settled();
      await later?.stop();
      const after = await rowsAbout(it);
      expect(some(after, Object.keys(after))).toEqual([]);
      const undone = 'select id from vigil.erasures where id = $1 and (contact_erased_again_at is null or record_erased_again_at is null)';
      expect(await asOwner(undone, [id])).toEqual([]);
    },
  );

  test('nobody finds the person any more, the devices and the sign-in are refused, and the log stays', async () => {
    const it = await clinic({ keepRecordYears: 0, erasureWaitDays: 0 });
    const { id } = (await request(it, it.admin.id)).json<Erasure>();
    await decide(it, id);
    await modules.privacy.settled();
    for (const as of [it.admin.id, it.nurse.id])
      expect((await call({ ...it, as, method: 'GET', url: `/registry/api/v1/users/${it.member.id}` })).statusCode).toBe(404);
    expect((await call({ ...it, as: it.member.id, method: 'GET', url: path(it) })).statusCode).toBe(403);
    const listed = await call({ ...it, as: it.admin.id, method: 'GET', url: '/registry/api/v1/users?size=20' });
    expect(listed.body).not.toContain(it.member.id);
    const log = await call({ ...it, as: it.admin.id, method: 'GET', url: `/privacy/api/v1/audit?member=${it.member.id}` });
    expect(log.json().content.map(({ call: one }: { call: string }) => one)).toContain('privacy.carryOutErasure');
    expect(log.body).not.toContain('Maya');
  });
});

describe('carried out where the law keeps the record', () => {
  test('contact and sign-in go at once; the record stays, locked away, until its time has come', async () => {
    const it = await clinic({ keepRecordYears: 10, erasureWaitDays: 0 });
    const { id } = (await request(it, it.admin.id)).json<Erasure>();
    const answer = (await decide(it, id)).json<Erasure>();
    expect(answer).toMatchObject({ state: 'RECORD_KEPT', member: null });
    await modules.privacy.settled();
    const kept = await rowsAbout(it);
    expect(some(kept, Object.keys(kept)).sort()).toEqual([
      'care_history',
      'latest',
      'notes',
      'syncs',
      'taken_back',
      'tasks',
      'ticks',
      'ticks_day',
      'ticks_hour',
      'ticks_kept_step',
      'visits',
    ]);
    const history = await asOwner<{ event: string }>(
      'select event from vigil.care_history where tenant_id = $1 and patient_id = $2 order by id',
      [it.tenant.id, it.member.id],
    );
    expect(history.map(({ event }) => event)).toEqual(['ASSIGNED', 'TEAM_JOINED', 'UNASSIGNED', 'TEAM_LEFT']);
    const ticks = await call({
      ...it,
      as: it.nurse.id,
      method: 'GET',
      url: `/ticks-store/api/v1/users/${it.member.id}/ticks?metrics=heart_rate&start_time=0&end_time=1`,
    });
    expect(ticks.statusCode).toBe(404);
    const [identity] = await asOwner<{ kept_identity: object }>('select kept_identity from vigil.erasures where id = $1', [id]);
    expect(identity?.kept_identity).toMatchObject({ givenName: 'Maya', familyName: 'Miller' });

    const now = clock.now();
    clock.set(now + 9 * yearMs);
    modules.privacy.lookForWork();
    await modules.privacy.settled();
    expect((await rowsAbout(it)).notes).toBe(1);
    clock.set(now + 10.1 * yearMs);
    modules.privacy.lookForWork();
    await modules.privacy.settled();
    clock.set(now);
    const after = await rowsAbout(it);
    expect(some(after, Object.keys(after))).toEqual([]);
  });

  test('whoever is a member elsewhere keeps the sign-in', async () => {
    const it = await clinic({ keepRecordYears: 0, erasureWaitDays: 0 });
    const elsewhere = await harness.createTenant();
    await harness.createUser(elsewhere, { id: it.member.id, givenName: 'Maya', familyName: 'Miller', email: it.member.email });
    const { id } = (await request(it, it.admin.id)).json<Erasure>();
    await decide(it, id);
    await modules.privacy.settled();
    const after = await rowsAbout(it);
    expect(some(after, Object.keys(after)).sort()).toEqual([...signInTables].sort());
    const [there] = await asOwner<{ given_name: string }>('select given_name from vigil.users where tenant_id = $1 and id = $2', [
      elsewhere.id,
      it.member.id,
    ]);
    expect(there?.given_name).toBe('Maya');
  });
});

describe('whoever was erased and is a member elsewhere', () => {
  async function erasedHere() {
    const it = await clinic({ keepRecordYears: 10, erasureWaitDays: 0 });
    const elsewhere = await harness.createTenant();
    await harness.createUser(elsewhere, { id: it.member.id, email: it.member.email });
    const { id } = (await request(it, it.admin.id)).json<Erasure>();
    await decide(it, id);
    await modules.privacy.settled();
    return { ...it, elsewhere };
  }
  const path = '/user_admin/api/v1';
  const inviting = (it: Clinic, email: string) =>
    call({
      ...{ tenant: it.tenant, as: it.admin.id, method: 'POST', url: `${path}/realms/patient/tenants/${it.tenant.id}/users` },
      payload: { email, givenName: 'Maya', familyName: 'Miller' },
    });
  const rowOf = ({ tenant, member }: Clinic) =>
    asOwner('select given_name, email, erased_at is not null as erased from vigil.users where tenant_id = $1 and id = $2', [
      tenant.id,
      member.id,
    ]);
  const stillErased = [{ given_name: 'Erased', email: null, erased: true }];

  test('is not invited again with the same address, which would lead to what is kept; with another one they are somebody new', async () => {
    const it = await erasedHere();
    const refused = await inviting(it, it.member.email);
    expect([refused.statusCode, refused.json().error.fields]).toEqual([
      409,
      [{ field: 'email', message: expect.stringContaining('was erased here') }],
    ]);
    const taken = await inviting(it, `${randomUUID()}@test.example`);
    expect(taken.statusCode).toBe(200);
    expect(taken.json().userId).not.toBe(it.member.id);
    expect(await rowOf(it)).toEqual(stillErased);
  });

  test('is an error of an import, which says why', async () => {
    const it = await erasedHere();
    const id = randomUUID();
    const file = await http.inject({
      method: 'POST',
      url: `${path}/tenants/${it.tenant.id}/imports?id=${id}&realm=patient&fileName=people.csv`,
      headers: { authorization: `Bearer ${it.admin.id}`, 'x-tenant-id': it.tenant.id, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(`contact,firstname,lastname,birthdate\n${it.member.email},Maya,Miller,1980-02-01\n`),
    });
    expect([file.statusCode, file.json().counts?.READY]).toEqual([200, 1]);
    const one = { tenant: it.tenant, as: it.admin.id } as const;
    const started = await call({ ...one, method: 'POST', url: `${path}/tenants/${it.tenant.id}/imports/${id}/start` });
    expect(started.statusCode).toBe(200);
    const rows = () => call({ ...one, method: 'GET', url: `${path}/tenants/${it.tenant.id}/imports/${id}/rows?page=0&size=20` });
    await expect
      .poll(async () => (await rows()).json().content, { timeout: 20_000 })
      .toMatchObject([{ outcome: 'ERROR', problems: [{ column: 'contact', reason: expect.stringContaining('was erased here') }] }]);
    expect(await rowOf(it)).toEqual(stillErased);
  });

  test('accepts no invitation here, and those of other tenants all the same', async () => {
    const it = await erasedHere();
    const third = await harness.createTenant();
    const invited = { email: it.member.email, roles: ['patient'] as const, givenName: 'Maya', familyName: 'Miller' };
    for (const tenant of [it.tenant, third]) await modules.identity.invitations.create({ ...invited, tenantId: tenant.id });
    const accepted = await modules.identity.invitations.accept({ address: it.member.email, userId: it.member.id });
    expect(accepted.userId).toBe(it.member.id);
    const known = (await modules.people.membershipsOf(it.member.id)).filter(({ isInTheTenant }) => isInTheTenant !== false);
    expect(known.map(({ tenantId }) => tenantId).sort()).toEqual([it.elsewhere.id, third.id].sort());
    expect(await rowOf(it)).toEqual(stillErased);
  });
});

test('a restored backup is held to the erasures that it does not know', async () => {
  const it = await clinic({ keepRecordYears: 0, erasureWaitDays: 0 });
  const { id } = (await request(it, it.admin.id)).json<Erasure>();
  const decided = { userId: it.member.id, requestedBy: it.admin.id, requestedAt: clock.now(), reason: null, dueAt: clock.now() };
  const row = { ...decided, id: randomUUID(), withdrawnBy: null, withdrawnAt: null, decidedBy: it.admin.id, decidedAt: clock.now() };
  const put = { ...row, keepRecordUntil: null, contactErasedAt: null, recordErasedAt: null };
  expect(await modules.privacy.erasures.repeat(it.tenant.id, put)).toBe(true);
  await modules.privacy.settled();
  const after = await rowsAbout(it);
  expect(some(after, Object.keys(after))).toEqual([]);
  // Again, after a restore of a restore.
  expect(await modules.privacy.erasures.repeat(it.tenant.id, put)).toBe(true);
  await modules.privacy.settled();
  expect((await modules.privacy.erasures.decided(it.tenant.id)).map((one) => one.id)).toEqual([row.id]);
  expect(await modules.privacy.erasures.repeat(it.tenant.id, { ...put, id: randomUUID(), userId: randomUUID() })).toBe(false);
  expect(id).not.toBe(row.id);
});

test('what nobody decided is not erased, whoever asks the database', async () => {
  const it = await clinic();
  await request(it, it.admin.id);
  await expect(harness.database.tenant(it.tenant.id, (sql) => sql.query('select vigil.erase_notes($1)', [it.member.id]))).rejects.toThrow();
  await harness.database.global((sql) => sql.query('select vigil.forget_sign_ins($1)', [it.member.accountId]));
  for (const erase of ['erase_care_history', 'erase_tasks'])
    await expect(harness.database.tenant(it.tenant.id, (sql) => sql.query(`select vigil.${erase}($1)`, [it.member.id]))).rejects.toThrow(
      'No erasure of this member was decided',
    );
  for (const table of ['care_history', 'tasks'])
    await expect(
      harness.database.tenant(it.tenant.id, async (sql) => {
        await sql.query("select set_config('vigil.erasing', 'care_history', true)");
        await sql.query(`delete from vigil.${table} where tenant_id = $1 and patient_id = $2`, [it.tenant.id, it.member.id]);
      }),
    ).rejects.toThrow();
  await expect(
    harness.database.tenant(it.tenant.id, async (sql) => {
      await sql.query("select set_config('vigil.erasing', 'notes', true)");
      await sql.query('delete from vigil.notes where tenant_id = $1 and user_id = $2', [it.tenant.id, it.member.id]);
    }),
  ).rejects.toThrow();
  expect(some(await rowsAbout(it), ['notes', 'sign_ins'])).toEqual(['notes', 'sign_ins']);
});
