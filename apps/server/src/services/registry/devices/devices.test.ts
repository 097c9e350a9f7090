import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BusEvents } from '#platform/bus.ts';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const revoked: BusEvents['device.revoked'][] = [];
harness.bus.subscribe('device.revoked', (event) => revoked.push(event));

async function home() {
  const made = await server.createHome();
  const path = `/registry/api/v1/users/${made.member.id}/devices`;
  return { ...made, path };
}

describe('device credentials', () => {
  it('show their secret once and keep only its SHA-256', async () => {
    const { path, admin } = await home();
    const { status, body } = await server.call('POST', path, admin, { label: ' Left wrist ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ label: 'Left wrist', clientId: body.id, tokenEndpoint: 'http://test.example/idp/token', revokedAt: null });
    const secret = String(body.clientSecret);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const [row] = await harness.asOwner<{ secret_sha256: Buffer; text: string }>(
      'select secret_sha256, d::text as text from vigil.devices d where id = $1',
      [body.id],
    );
    expect(row?.secret_sha256).toEqual(createHash('sha256').update(secret).digest());
    expect(row?.text).not.toContain(secret);
    const list = await server.call('GET', path, admin);
    expect(JSON.stringify(list.body)).not.toContain(secret);
    expect(list.body).toHaveLength(2);
  });

  it('say what kind of device it is where somebody has said so, and nothing where nobody has', async () => {
    const { path, admin, tenant, member, deviceId } = await home();
    const made = await server.call('POST', path, admin, { label: 'Left wrist', type: ' Vigil Band 2 ' });
    expect(made.body).toMatchObject({ label: 'Left wrist', type: 'Vigil Band 2' });
    const list = (await server.call('GET', path, admin)).body as unknown as { id: string; type: string | null }[];
    expect(new Map(list.map(({ id, type }) => [id, type]))).toEqual(
      new Map([
        [made.body.id, 'Vigil Band 2'],
        [deviceId, null],
      ]),
    );
    expect(await server.devices.typesOf(tenant.id, member.id)).toEqual(new Map(list.map(({ id, type }) => [id, type])));
    expect((await server.call('POST', path, admin, { label: 'x', type: '  ' })).status).toBe(400);
  });

  it('end when revoked, tell it on the bus, and doing it again changes nothing', async () => {
    const { path, admin, deviceId } = await home();
    const first = await server.call('DELETE', `${path}/${deviceId}`, admin);
    harness.clock.advance(60_000);
    const again = await server.call('DELETE', `${path}/${deviceId}`, admin);
    expect(first.body.revokedAt).toEqual(expect.any(Number));
    expect(again.body.revokedAt).toBe(first.body.revokedAt);
    await new Promise((resolve) => setImmediate(resolve));
    expect(revoked).toContainEqual({ deviceId });
  });

  it('are an administrator’s affair, and of members of the own tenant only', async () => {
    const { path, admin, nurse, self, device, deviceId } = await home();
    for (const token of [nurse, self, device]) {
      expect((await server.call('POST', path, token, { label: 'x' })).status).toBe(403);
      expect((await server.call('DELETE', `${path}/${deviceId}`, token)).status).toBe(403);
    }
    const elsewhere = await home();
    expect((await server.call('GET', elsewhere.path, admin)).status).toBe(404);
    expect((await server.call('DELETE', `${path}/${elsewhere.deviceId}`, admin)).status).toBe(404);
    expect(
      (await server.call('POST', '/registry/api/v1/users/00000000-0000-4000-8000-000000000000/devices', admin, { label: 'x' })).status,
    ).toBe(404);
    expect((await server.call('POST', path, admin, { label: '  ' })).status).toBe(400);
  });

  it('cannot be made for staff, who are no members', async () => {
    const { tenant } = await home();
    const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
    await expect(server.devices.create(tenant.id, nurse.id, 'x')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('show when the device was last seen, written seldom and never moved back', async () => {
    const { path, admin, tenant, deviceId } = await home();
    const seenAt = harness.clock.now();
    server.devices.noteSeen(tenant.id, deviceId);
    await server.devices.stop();
    const lastSeen = async () =>
      ((await server.call('GET', path, admin)).body as unknown as { lastSeenAt: number | null }[])[0]?.lastSeenAt;
    expect(await lastSeen()).toBe(seenAt);
    harness.clock.set(seenAt - 5_000);
    server.devices.noteSeen(tenant.id, deviceId);
    await server.devices.stop();
    expect(await lastSeen()).toBe(seenAt);
    harness.clock.set(seenAt);
  });
});
