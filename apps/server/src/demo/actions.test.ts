import type { actionStatuses } from '@vigil/contract/factuary-actions.values';
import { afterAll, expect, test } from 'vitest';
import { createActions } from '#services/factuary/actions/index.ts';
import { useHarness } from '#testing/harness.ts';
import { seedActions } from './actions.ts';
import { demoId, demoTenants, membersOf, tenantId } from './people.ts';

const harness = await useHarness();
const actions = createActions({ ...harness, maySee: async () => true });
afterAll(() => actions.stop?.());

test('members of the demonstration have actions in most states, once', async () => {
  const [first] = demoTenants;
  if (!first) throw new Error('There is no demonstration');
  const home = { ...first, code: 'acting' };
  const tenant = { id: tenantId(home), code: home.code };
  await harness.asOwner('insert into vigil.tenants (id, code) values ($1, $2)', [tenant.id, tenant.code]);
  for (const role of ['md', 'nurse', 'coach'] as const)
    await harness.createUser(tenant, { id: demoId(`${home.code}/${role}`), roles: [role] });
  const members = membersOf({ ...home, members: 20 }, harness.clock.now());
  for (const { userId } of members) await harness.createUser(tenant, { id: userId });
  for (let start = 0; start < 2; start++) await seedActions({ ...harness, actions }, [home], members);
  await actions.expire();
  const rows = await harness.asOwner<{ status: (typeof actionStatuses)[number]; n: number }>(
    'select status, count(*)::int as n from vigil.actions where tenant_id = $1 group by status order by status',
    [tenant.id],
  );
  expect(rows).toEqual([
    { status: 'ESCALATED', n: 1 },
    { status: 'EXPIRED', n: 1 },
    { status: 'INTERVENED', n: 4 },
    { status: 'OPEN', n: 4 },
  ]);
});
