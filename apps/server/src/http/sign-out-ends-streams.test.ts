import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '#app';
import { useHarness } from '#testing/harness.ts';
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

  test('when the person is discharged from the tenant', async () => {
    const { nurse, open, reader, tenant } = await following();
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [nurse.id]);
    app.bus.publish('user.changed', { tenantId: tenant.id, userId: nurse.id });
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
