import { expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { directoryOn } from '#testing/start-http.ts';

const harness = await useHarness();
const { bus, asOwner } = harness;
let nowMs = 0;
const directory = directoryOn(harness, { monotonicMs: () => nowMs });
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a changed role holds at once in this process, and after three seconds everywhere', async () => {
  const tenant = await harness.createTenant();
  const { id } = await harness.createUser(tenant, { roles: ['nurse'] });
  const rolesNow = async () => (await directory.membershipsOf(id)).flatMap((one) => one.roles);
  expect(await rolesNow()).toEqual(['nurse']);
  await asOwner('update vigil.users set roles = $2 where id = $1', [id, ['observer']]);
  expect(await rolesNow()).toEqual(['nurse']);
  bus.publish('user.changed', { tenantId: tenant.id, userId: id });
  await nextTurn();
  expect(await rolesNow()).toEqual(['observer']);
  await asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [id]);
  nowMs += 3_001;
  expect(await directory.membershipsOf(id)).toMatchObject([{ isInTheTenant: false }]);
});

test('a revoked device is known at once in this process, and after three seconds everywhere', async () => {
  const tenant = await harness.createTenant();
  const { id: userId } = await harness.createUser(tenant);
  const [device] = await asOwner<{ id: string }>(
    "insert into vigil.devices (tenant_id, user_id, label, secret_sha256) values ($1, $2, 'band', 'x') returning id",
    [tenant.id, userId],
  );
  const deviceId = String(device?.id);
  expect(await directory.deviceState(deviceId)).toEqual({ tenantId: tenant.id, userId, revoked: false });
  await asOwner('update vigil.devices set revoked_at = now() where id = $1', [deviceId]);
  bus.publish('device.revoked', { deviceId });
  await nextTurn();
  expect(await directory.deviceState(deviceId)).toMatchObject({ revoked: true });
});

test('a member that did not exist a moment ago is found, and one of another tenant is not', async () => {
  const [tenant, other] = [await harness.createTenant(), await harness.createTenant()];
  const id = crypto.randomUUID();
  expect(await directory.isMember(tenant.id, id)).toBe(false);
  await harness.createUser(tenant, { id });
  expect([await directory.isMember(tenant.id, id), await directory.isMember(other.id, id)]).toEqual([true, false]);
  const { id: staff } = await harness.createUser(tenant, { roles: ['nurse'] });
  expect(await directory.isMember(tenant.id, staff)).toBe(false);
});

test.each([
  [{}, 'tenant'],
  [{ access: { patients: 'tenant' } }, 'tenant'],
  [{ access: { patients: 'assigned' } }, 'assigned'],
  [{ access: { patients: 'asigned' } }, 'assigned'],
])('settings %j: staff see the members %s', async (settings, patients) => {
  const tenant = await harness.createTenant({ settings });
  expect(await directory.tenantById(tenant.id)).toEqual({ ...tenant, patients });
});
