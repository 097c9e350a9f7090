import { defaultRules } from '@vigil/domain/alerts/defaults';
import { afterAll, expect, test } from 'vitest';
import { alertsOver } from '#services/alerts/testing/alerts-over.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { useHarness } from '#testing/harness.ts';
import { seedAlertRules } from './alert-rules.ts';
import { demoId, demoTenants, tenantId } from './people.ts';

const harness = await useHarness();
const actions = createActions({ ...harness, maySee: async () => true });
const alerts = alertsOver(harness, { actions });
afterAll(() => Promise.all([alerts.stop?.(), actions.stop?.()]));

test('every default is taken over once, LOW ones in the shadow, and what somebody changed since stays', async () => {
  const [first] = demoTenants;
  if (!first) throw new Error('There is no demonstration');
  const home = { ...first, code: 'ruled' };
  const tenant = { id: tenantId(home), code: home.code };
  await harness.asOwner('insert into vigil.tenants (id, code) values ($1, $2)', [tenant.id, tenant.code]);
  const md = await harness.createUser(tenant, { id: demoId(`${home.code}/md`), roles: ['md'] });
  const seed = () => seedAlertRules({ alertRules: alerts.rules, log: harness.log }, [home]);
  await seed();
  const states = async () => (await alerts.rules.list(tenant.id)).map(({ versions }) => versions[0]?.state);
  const lows = defaultRules.filter(({ rule }) => rule.severity === 'LOW').length;
  const counted = { live: defaultRules.length - lows, shadow: lows };
  const count = (all: readonly (string | undefined)[]) => ({
    live: all.filter((one) => one === 'live').length,
    shadow: all.filter((one) => one === 'shadow').length,
  });
  expect(count(await states())).toEqual(counted);
  const [changed] = await alerts.rules.list(tenant.id);
  const newest = changed?.versions[0];
  if (!changed || !newest) throw new Error('There is no rule');
  await alerts.rules.change(tenant.id, md.id, changed.id, { revision: changed.revision, title: 'Changed', definition: newest.definition });
  await seed();
  expect((await alerts.rules.get(tenant.id, changed.id)).versions.map(({ title }) => title)).toEqual(['Changed', newest.title]);
  expect(await alerts.rules.list(tenant.id)).toHaveLength(defaultRules.length);
});
