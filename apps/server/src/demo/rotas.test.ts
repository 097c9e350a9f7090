import { afterAll, expect, test } from 'vitest';
import { alertsOver } from '#services/alerts/testing/alerts-over.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { useHarness } from '#testing/harness.ts';
import { demoId, demoTenants, tenantId } from './people.ts';
import { seedRotas } from './rotas.ts';

const harness = await useHarness();
const actions = createActions({ ...harness, maySee: async () => true });
const alerts = alertsOver(harness, { actions });
afterAll(() => Promise.all([alerts.stop?.(), actions.stop?.()]));

test('physicians, nurses and coaches have a week with a cover ahead, once, and what somebody changed since stays', async () => {
  const [first] = demoTenants;
  if (!first) throw new Error('There is no demonstration');
  const home = { ...first, code: 'on-call' };
  const tenant = { id: tenantId(home), code: home.code };
  await harness.asOwner('insert into vigil.tenants (id, code) values ($1, $2)', [tenant.id, tenant.code]);
  for (const [name, role] of [
    ...(['md', 'nurse', 'coach'] as const).map((one) => [one, one] as const),
    ...([['both', 'nurse'] as const, ['admin', 'tenant_admin'] as const] as const),
  ])
    await harness.createUser(tenant, { id: demoId(`${home.code}/${name}`), roles: [role] });
  const seed = () => seedRotas({ onCall: alerts.onCall, clock: harness.clock, log: harness.log }, [home]);
  const stored = async () =>
    (await alerts.onCall.get(tenant.id)).rotas.map(({ role, version, shifts, covers }) => [role, version, shifts.length, covers.length]);
  await seed();
  expect(await stored()).toEqual([
    ['md', 1, 7, 0],
    ['nurse', 1, 7, 1],
    ['coach', 1, 5, 0],
    ['specialist', 0, 0, 0],
    ['support', 0, 0, 0],
  ]);
  expect((await alerts.onCall.now(tenant.id)).find(({ role }) => role === 'md')?.people).toMatchObject([{ id: demoId(`${home.code}/md`) }]);

  await alerts.onCall.put(tenant.id, demoId(`${home.code}/admin`), 'coach', { version: 1, timeZone: 'Europe/Berlin', shifts: [] });
  await seed();
  expect((await stored())[2]).toEqual(['coach', 2, 0, 0]);
});
