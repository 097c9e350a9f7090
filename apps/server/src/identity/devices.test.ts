import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());

async function device() {
  const tenant = await harness.createTenant();
  const member = await harness.createUser(tenant);
  const id = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  await harness.asOwner('insert into vigil.devices (tenant_id, id, user_id, label, secret_sha256) values ($1, $2, $3, $4, $5)', [
    tenant.id,
    id,
    member.id,
    'band',
    createHash('sha256').update(secret).digest(),
  ]);
  return { tenant, member, id, secret };
}

async function signIn(id: string, secret: string, how: 'basic' | 'post' = 'basic') {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/idp/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(how === 'basic' ? { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` } : {}),
    },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(how === 'post' ? { client_id: id, client_secret: secret } : {}),
    }).toString(),
  });
  return { status: answer.statusCode, body: answer.json<{ access_token: string; expires_in: number; scope?: string; error?: string }>() };
}

async function revoke(id: string) {
  await harness.asOwner('update vigil.devices set revoked_at = now() where id = $1', [id]);
}

test.each(['basic', 'post'] as const)('a device signs in with its own credentials (%s) and acts for its member only', async (how) => {
  const { id, member, secret, tenant } = await device();
  const { body } = await signIn(id, secret, how);
  expect(body).toMatchObject({ expires_in: 900, scope: 'api' });
  expect(decodeJwt(body.access_token)).toMatchObject({
    scope: 'api',
    sub: id,
    device_id: id,
    user_id: member.id,
    tenant_id: tenant.id,
    aud: 'urn:vigil:api',
  });
  expect(await server.identity.verifyToken(body.access_token)).toEqual({
    kind: 'device',
    deviceId: id,
    userId: member.id,
    tenantId: tenant.id,
    expiresAtMs: expect.any(Number),
  });
});

test('a wrong secret, its digest, and an unknown device are refused alike', async () => {
  const { id, secret } = await device();
  const digest = createHash('sha256').update(secret).digest('hex');
  for (const [name, given] of [
    [id, 'wrong'],
    [id, digest],
    [randomUUID(), secret],
    ['not-a-device', secret],
  ] as const) {
    const { body, status } = await signIn(name, given);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  }
});

test('a revoked device gets no token, and the one it has is told to be revoked', async () => {
  const { id, secret } = await device();
  const { body } = await signIn(id, secret);
  await server.identity.verifyToken(body.access_token);
  await revoke(id);
  harness.bus.publish('device.revoked', { deviceId: id });
  await new Promise(setImmediate);
  expect((await signIn(id, secret)).body.error).toBe('invalid_client');
  await expect(server.identity.verifyToken(body.access_token)).rejects.toMatchObject({ code: 'device_revoked' });
});

test('another server process, which hears nothing, notices within ten seconds', async () => {
  const { id, secret } = await device();
  const { body } = await signIn(id, secret);
  await server.identity.verifyToken(body.access_token);
  await revoke(id);
  harness.clock.advance(10_000);
  await expect(server.identity.verifyToken(body.access_token)).rejects.toMatchObject({ code: 'device_revoked' });
});

test('a device cannot ask for a person’s sign-in', async () => {
  const { id } = await device();
  const answer = await server.app.inject({
    url: `/idp/auth?client_id=${id}&response_type=code&scope=openid&redirect_uri=http://localhost:3000/auth/callback`,
  });
  expect(answer.statusCode).toBe(400);
});
