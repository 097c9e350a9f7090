import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '#app';
import { useHarness } from '#testing/harness.ts';

/** The whole server, in a tenant that shows its staff only the members they are assigned to. */
const harness = await useHarness();
const { clock, log } = harness;
const app = await createApp({ config: harness.config, stores: harness, log, clock, portal: false });
const url = await app.listen();
afterAll(() => app.stop());

const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
async function signedIn(role: 'nurse' | 'observer' | 'tenant_admin') {
  const person = await harness.createUser(tenant, { roles: [role], email: `${randomUUID()}@test.example` });
  await app.identity.accounts.create({ email: person.email, password: 'correct horse battery', userId: person.id, emailVerified: true });
  return { ...person, token: await app.identity.issueToken({ email: person.email }) };
}
const [admin, nurse, observer] = [await signedIn('tenant_admin'), await signedIn('nurse'), await signedIn('observer')];

const ask = (path: string, by: { token: string }, method = 'GET', body?: unknown) =>
  fetch(`${url}/${path}`, {
    method,
    headers: { authorization: `Bearer ${by.token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const stated = async (path: string, by: { token: string }) => (await ask(path, by)).status;
const account = (patient: { id: string }) => `registry/api/v1/users/${patient.id}`;
const pair = (patient: { id: string }) => `registry/api/v1/users/${nurse.id}/patients/${patient.id}`;
const stream = (patient: { id: string }) => ask(`ticks-store/api/v1/users/${patient.id}/ticks/sse`, nurse);
const listed = async () => {
  const { content } = (await (await ask('registry/api/v1/users?teamType=PATIENT', nurse)).json()) as { content: { id: string }[] };
  return content.map(({ id }) => id);
};

/** Streams are judged anew every 30 s anyway: one that ends within 10 s has ended because of the news, on a slow machine too. */
async function endsAtOnce(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
  const late = AbortSignal.timeout(10_000);
  late.addEventListener('abort', () => void reader.cancel('late'));
  while (!(await reader.read()).done);
  return !late.aborted;
}

describe('where staff see only the members they are assigned to', () => {
  test('a direct assignment opens one member, and its end closes the member and what is open at once', async () => {
    const [patient, other] = [await harness.createUser(tenant), await harness.createUser(tenant)];
    expect([await stated(account(patient), nurse), await listed()]).toEqual([403, []]);
    expect((await ask(pair(patient), admin, 'PUT')).status).toBe(200);
    expect([await stated(account(patient), nurse), await stated(account(other), nurse), await listed()]).toEqual([200, 403, [patient.id]]);
    const open = await stream(patient);
    const reader = open.body?.getReader();
    if (open.status !== 200 || !reader) throw new Error(`the stream answered ${open.status}`);
    await reader.read();
    expect((await ask(pair(patient), admin, 'DELETE')).status).toBe(200);
    expect(await endsAtOnce(reader)).toBe(true);
    expect([await stated(account(patient), nurse), (await stream(patient)).status, await listed()]).toEqual([403, 403, []]);
  });

  test('a care team opens its members, until it is dissolved', async () => {
    const patient = await harness.createUser(tenant);
    const team = { id: randomUUID(), name: 'Blue', clinicianIds: [nurse.id], patientIds: [patient.id] };
    expect((await ask('registry/api/v1/teams', admin, 'POST', team)).status).toBe(200);
    expect([await stated(account(patient), nurse), await listed()]).toEqual([200, [patient.id]]);
    const open = await stream(patient);
    const reader = open.body?.getReader();
    await reader?.read();
    expect((await ask(`registry/api/v1/teams/${team.id}?version=1`, admin, 'DELETE')).status).toBe(200);
    expect(reader && (await endsAtOnce(reader))).toBe(true);
    expect([await stated(account(patient), nurse), await listed()]).toEqual([403, []]);
  });

  test('a colleague’s list and a care team show only members in scope; numbers count all', async () => {
    const patient = await harness.createUser(tenant);
    const team = { id: randomUUID(), name: 'Green', clinicianIds: [nurse.id], patientIds: [patient.id] };
    await ask('registry/api/v1/teams', admin, 'POST', team);
    const path = `registry/api/v1/teams/${team.id}`;
    expect(await (await ask(path, observer)).json()).toMatchObject({ patientCount: 1, patientIds: [], patients: [] });
    expect(await (await ask(path, nurse)).json()).toMatchObject({ patientCount: 1, patientIds: [patient.id] });
    expect(await (await ask(`registry/api/v1/users/${nurse.id}/patients`, observer)).json()).toEqual([]);
    const refused = await ask(`registry/api/v1/users/${patient.id}/care-team`, observer);
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { message: "You don't have access to this user." } }]);
  });
});
