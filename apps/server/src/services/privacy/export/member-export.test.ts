import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { useHarness } from '#testing/harness.ts';
import { jpegWithPlace } from '#testing/sample-pictures.ts';
import { startModules } from '#testing/start-modules.ts';
import { tickBatch } from '#testing/ticks.ts';

const harness = await useHarness({ EXPORTS_AT_ONCE: '2' });
const { http, modules, listen, stop } = await startModules(harness);
afterAll(stop);
const tenant = await harness.createTenant();
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' });
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const member = await harness.createUser(tenant, { givenName: 'Maya', familyName: 'Miller' });
const other = await harness.createUser(tenant);

const headers = (as: string) => ({ authorization: `Bearer ${as}`, 'x-tenant-id': tenant.id });
const exportUrl = (id: string) => `/privacy/api/v1/users/${id}/export`;
const note = { id: randomUUID(), user: member.id, text: 'Slept “badly”,\nsays she' };
const seconds = Date.parse('2026-05-01T10:00:00Z') / 1000;

async function filesOf(zip: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, (await buffer(await archive.openReadStreamPromise(entry))).toString());
  return files;
}

beforeAll(async () => {
  const { ticksWriter } = modules;
  await ticksWriter.append(
    tickBatch(member, {
      heart_rate: [
        [seconds, 61],
        [seconds + 60, 62.5],
      ],
      spo2: [[seconds, 97]],
    }),
  );
  await ticksWriter.append(tickBatch(member, { weight: [[seconds, 70]] }, { source: 'manual', deviceId: 'scale, "old"' }));
  await ticksWriter.append(tickBatch(other, { heart_rate: [[seconds, 99]] }));
  await ticksWriter.takeBack({
    tenantId: tenant.id,
    userId: member.id,
    readings: [{ metric: 'heart_rate', timestampMs: seconds * 1000, source: 'device' }],
    reason: 'worn by her sister',
    by: nurse.id,
  });
  await modules.devices.create(tenant.id, member.id, 'Band of Maya');
  await modules.identity.accounts.create({ email: member.email, password: 'correct horse battery staple', userId: member.id });
  const { statusCode } = await http.inject({ method: 'POST', url: '/notary/api/v1/note', headers: headers(nurse.id), payload: note });
  expect(statusCode).toBe(200);
  await ticksWriter.rollupsSettled();
});

describe('a member’s export', () => {
  test('is a zip of everything about the person, in files that README.txt explains', async () => {
    const answer = await http.inject({ url: exportUrl(member.id), headers: headers(member.id) });
    expect(answer.headers['content-type']).toBe('application/zip');
    const files = await filesOf(answer.rawPayload);
    const readme = files.get('README.txt') ?? '';
    for (const name of files.keys()) if (name !== 'README.txt') expect(readme).toContain(name);
    expect(JSON.parse(files.get('account.json') ?? '')).toMatchObject({ id: member.id, givenName: 'Maya', email: member.email });
    expect(JSON.parse(files.get('notes.json') ?? '')).toMatchObject([{ text: note.text, author: 'Nora Nurse', version: 1 }]);
    expect(JSON.parse(files.get('devices.json') ?? '')).toMatchObject([{ label: 'Band of Maya', revokedAt: null }]);
    expect(JSON.parse(files.get('sign-in.json') ?? '')).toMatchObject({ accounts: [{ email: member.email }] });
    expect(files.get('audit.csv')).toContain('Nora Nurse,nurse,');
    expect([...files.values()].join()).not.toMatch(/argon2|secret|99,bpm/i);
  });

  test('who looks after the person, what was done, pages, pictures, changes, waiting messages and imported lines are in it', async () => {
    const one = await harness.createUser(tenant, { givenName: 'Lea', familyName: 'Long' });
    const by = { userId: admin.id, roles: ['tenant_admin'], atMs: harness.clock.now() } as const;
    const { relations, teams, note: noteTask } = modules.care;
    await relations.assign(tenant.id, by, {
      patientId: one.id,
      clinicianId: nurse.id,
      teamType: 'PRIMARY',
      assignmentType: 'DIRECT_ASSIGNMENT',
    });
    await teams.create(tenant.id, by, { id: randomUUID(), name: 'Heart', clinicianIds: [nurse.id], patientIds: [one.id] });
    await noteTask(tenant.id, nurse.id, { type: 'CALL', performedAt: harness.clock.now(), patientId: one.id, seconds: 90 });
    const upload = { method: 'POST', url: `/blob/tenant/${tenant.id}/user/${one.id}/upload?path=profile&overwrite=true` } as const;
    const sent = await http.inject({ ...upload, headers: { ...headers(one.id), 'content-type': 'image/jpeg' }, payload: jpegWithPlace });
    expect(sent.statusCode).toBe(200);
    const many = `insert into vigil.analytics_events (tenant_id, user_id, session_id, at, name, category, subcategory, visit_path, patient_id)
      select $1, $2, $2, '2026-05-01T10:00:00.000001Z'::timestamptz + n / 3 * interval '1 microsecond', 'page_view', 'c', 's' || n, '/home', $3 from generate_series(1, 1201) n`;
    await harness.asOwner(many, [tenant.id, one.id, null]);
    await harness.asOwner(many, [tenant.id, nurse.id, one.id]);
    const letter = 'Open https://vigil.example/invitation/abc\nto sign in';
    await harness.asOwner(
      "insert into vigil.outbox (tenant_id, id, channel, recipient, text, created_at) values ($1, gen_random_uuid(), 'EMAIL', $2, $3, now())",
      [tenant.id, one.email.toUpperCase(), letter],
    );
    const contact = { name: 'Ana Long', relationship: 'Daughter', phoneNumber: '+15550100101' };
    await harness.asOwner('update vigil.users set emergency_contacts = $2 where id = $1', [one.id, JSON.stringify([contact])]);
    const importId = randomUUID();
    await harness.asOwner(
      `insert into vigil.account_imports (tenant_id, id, realm, file_name, file_sha256, created_by, created_at, state) values ($1, $2, 'patient', 'f.csv', '\\x00', $3, now(), 'DONE')`,
      [tenant.id, importId, admin.id],
    );
    await harness.asOwner(
      `insert into vigil.account_import_rows (tenant_id, import_id, line, outcome, label, user_id) values ($1, $2, 7, 'CREATED', 'x', $3), ($1, $2, 8, 'CREATED', 'somebody else', null)`,
      [tenant.id, importId, one.id],
    );
    const files = await filesOf((await http.inject({ url: exportUrl(one.id), headers: headers(one.id) })).rawPayload);
    const read = (name: string) => JSON.parse(files.get(name) ?? '');
    expect(read('care-team.json')).toMatchObject({
      lookedAfterBy: [{ clinician: 'Nora Nurse', teamType: 'PRIMARY' }],
      careTeams: [{ name: 'Heart' }],
    });
    expect(read('care-history.json')).toMatchObject([
      { event: 'ASSIGNED', clinician: 'Nora Nurse' },
      { event: 'TEAM_JOINED', careTeamName: 'Heart' },
    ]);
    expect(read('tasks.json')).toMatchObject([{ type: 'CALL', seconds: 90, by: 'Nora Nurse' }]);
    expect(read('account.json')).toMatchObject({ emergencyContacts: [contact] });
    expect(read('account-changes.json')).toMatchObject([{ field: 'photo_url' }, { field: 'emergency_contacts' }]);
    expect(read('files.json')).toMatchObject([{ purpose: 'photo', file: 'files/photo.jpg' }]);
    const shown = await http.inject({ url: sent.json().url, headers: headers(one.id) });
    expect(shown.statusCode).toBe(200);
    expect(files.get('files/photo.jpg')).toBe(shown.rawPayload.toString());
    for (const name of ['portal-use.json', 'portal-visits.json'])
      expect(new Set(read(name).map(({ subcategory }: { subcategory: string }) => subcategory)).size).toBe(1201);
    expect(read('portal-use.json')).toHaveLength(1201);
    expect(read('waiting-messages.json')).toMatchObject([{ text: 'Open [link]\nto sign in' }]);
    expect(read('imports.json')).toMatchObject([{ fileName: 'f.csv', line: 7, label: 'x' }]);
  });

  test('readings are there to the last one, with source and time of receiving; those taken back are marked', async () => {
    const files = await filesOf((await http.inject({ url: exportUrl(member.id), headers: headers(admin.id) })).rawPayload);
    const received = new Date(harness.clock.now()).toISOString().slice(0, 16).concat(String.raw`:\d\d\.\d{3}Z`);
    const device = '5d0cba11-0000-4000-8000-000000000001';
    expect(files.get('readings/heart_rate.csv')?.split('\r\n')).toEqual([
      'time,value,unit,source,device_id,received_at,status,reason,taken_back_at',
      expect.stringMatching(new RegExp(`^2026-05-01T10:01:00.000Z,62.5,bpm,device,${device},${received},final,,$`)),
      expect.stringMatching(
        new RegExp(`^2026-05-01T10:00:00.000Z,61,bpm,device,${device},${received},entered-in-error,worn by her sister,${received}$`),
      ),
      '',
    ]);
    expect(files.get('readings/weight.csv')).toMatch(new RegExp(`70,kg,manual,"scale, ""old""",${received},final`));
    expect(files.has('readings/spo2.csv')).toBe(true);
  });

  test('may be had by the member and by administrators, and stands in the log before its first byte leaves', async () => {
    for (const [id, status] of [
      [nurse.id, 403],
      [other.id, 403],
      [member.id, 200],
    ] as const)
      expect((await http.inject({ url: exportUrl(member.id), headers: headers(id) })).statusCode).toBe(status);
    const [row] = await harness.asOwner<{ n: number }>(
      `select count(*)::int as n from vigil.audit_log where tenant_id = $1 and endpoint = 'privacy.exportMember' and actor_id = $2 and members = array[$2::uuid] and status = 200`,
      [tenant.id, member.id],
    );
    expect(row?.n).toBeGreaterThan(0);
  });

  test('an export that is being written keeps the next of the same member waiting, until its reader has gone', async () => {
    const person = { tenantId: tenant.id, userId: member.id };
    const first = await modules.privacy.exportOf(person);
    await expect(modules.privacy.exportOf(person)).rejects.toMatchObject({ code: 'too_many_requests' });
    first.destroy();
    await expect.poll(() => modules.privacy.exportOf(person).then((one) => one.destroy() && 'given')).toBe('given');
  });

  test('a reader who goes away in the middle frees the place, and the server goes on', async () => {
    const url = await listen();
    const gone = new AbortController();
    const answer = await fetch(`${url}${exportUrl(member.id)}`, { headers: headers(member.id), signal: gone.signal });
    expect(answer.status).toBe(200);
    gone.abort();
    await expect.poll(async () => (await fetch(`${url}${exportUrl(member.id)}`, { headers: headers(member.id) })).status).toBe(200);
  });
});

test('a member without anything has an export all the same', async () => {
  const bare = await harness.createUser(tenant);
  const files = await filesOf((await http.inject({ url: exportUrl(bare.id), headers: headers(bare.id) })).rawPayload);
  expect(JSON.parse(files.get('notes.json') ?? '')).toEqual([]);
  expect(JSON.parse(files.get('band-sync.json') ?? '')).toBeNull();
});
