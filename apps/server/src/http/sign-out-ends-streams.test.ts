import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '#app';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';

const harness = await useHarness();
const { clock, log } = harness;
const app = await createApp({
  config: { ...harness.config, publicUrl: 'http://localhost:3000' },
  stores: harness,
  log,
  clock,
  portal: false,
});
const url = await app.listen();
afterAll(() => app.stop());
const password = 'correct horse battery';

/** A nurse who follows a member's readings on an open page. */
async function following() {
  const tenant = await harness.createTenant();
  const member = await harness.createUser(tenant);
  const nurse = await harness.createUser(tenant, { roles: ['nurse'], email: `${randomUUID()}@test.example` });
  const account = { email: nurse.email, password, userId: nurse.id, emailVerified: true };
  await app.identity.accounts.create(account);
  const visitor = createBrowser(app.http, { origin: 'http://localhost:3000' });
  const tokens = await createPortal('http://localhost:3000').signIn(visitor, nurse.email, password);
  const open = () =>
    fetch(`${url}/ticks-store/api/v1/users/${member.id}/ticks/sse`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  const stream = await open();
  const reader = stream.body?.getReader();
  if (stream.status !== 200 || !reader) throw new Error(`the stream answered ${stream.status}`);
  await reader.read();
  return { tenant, nurse, visitor, tokens, reader, open };
}

/** Streams are judged anew every 30 s anyway: one that ends within 10 s has ended because of the news, on a slow machine too. */
async function endsAtOnce(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
  const late = AbortSignal.timeout(10_000);
  late.addEventListener('abort', () => void reader.cancel('late'));
  while (!(await reader.read()).done);
  return !late.aborted;
}

describe('an open event stream ends at once', () => {
  test('when the person signs out', async () => {
    const { open, reader, tokens, visitor } = await following();
    await visitor.open(`http://localhost:3000/idp/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token })}`);
    await visitor.submit({ logout: 'yes' });
    expect(await endsAtOnce(reader)).toBe(true);
    expect((await open()).status).toBe(401);
  });

  test('when the person ends all of their sessions from elsewhere', async () => {
    const { nurse, open, reader } = await following();
    const token = await app.identity.issueToken({ email: nurse.email });
    const done = await fetch(`${url}/registry/api/v1/users/${nurse.id}/invalidate-all-refresh-tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(done.status).toBe(200);
    expect(await endsAtOnce(reader)).toBe(true);
    expect((await open()).status).toBe(401);
  });

  /** An administrator of the tenant, who signs in on the operator’s word. */
  async function administrator(tenant: TestTenant) {
    const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], email: `${randomUUID()}@test.example` });
    await app.identity.accounts.create({ email: admin.email, userId: admin.id, emailVerified: true });
    const authorization = `Bearer ${await app.identity.issueToken({ email: admin.email })}`;
    return (method: string, path: string, body?: object) =>
      fetch(new URL(path, `${url}/registry/api/v1/users/`), {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
  }

  test('when an administrator ends the person’s sessions; one of another tenant cannot', async () => {
    const { nurse, open, reader, tenant } = await following();
    const path = `${nurse.id}/invalidate-all-refresh-tokens`;
    const foreign = await administrator(await harness.createTenant());
    expect((await foreign('POST', path)).status).toBe(404);
    const ask = await administrator(tenant);
    expect((await ask('POST', path)).status).toBe(200);
    expect(await endsAtOnce(reader)).toBe(true);
    expect((await open()).status).toBe(401);
  });

  test.each<[string, string, object | undefined]>([
    ['discharged', 'PATCH', [{ op: 'replace', path: '/isInTheTenant', value: false }]],
    ['switched off', 'PATCH', [{ op: 'replace', path: '/isDeactivated', value: true }]],
    ['removed', 'DELETE', undefined],
  ])('when the person is %s', async (_, method, body) => {
    const { nurse, open, reader, tenant } = await following();
    const ask = await administrator(tenant);
    expect((await ask(method, nurse.id, body)).status).toBe(200);
    expect(await endsAtOnce(reader)).toBe(true);
    expect((await open()).status).toBe(403);
  });

  test('when a setting keeps members from staff who are not assigned to them', async () => {
    const { open, reader, tenant } = await following();
    const ask = await administrator(tenant);
    const settings = `/configurator/api/v1/config/tenants/${tenant.id}`;
    const { revision } = (await (await ask('GET', settings)).json()) as { revision: number };
    const changes = [{ path: 'access.patients', value: 'assigned' }];
    expect((await ask('PATCH', settings, { revision, changes })).status).toBe(200);
    expect(await endsAtOnce(reader)).toBe(true);
    expect((await open()).status).toBe(403);
  });

  test('and nobody else’s does', async () => {
    const [one, other] = [await following(), await following()];
    await app.identity.endSessions(one.nurse.id);
    expect(await endsAtOnce(one.reader)).toBe(true);
    const reading = other.reader.read();
    const nothing = new Promise((resolve) => setImmediate(() => setImmediate(resolve, 'still open')));
    expect(await Promise.race([reading, nothing])).toBe('still open');
    await other.reader.cancel();
  });
});
