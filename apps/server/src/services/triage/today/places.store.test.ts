import { expect, test } from 'vitest';
import type { Database } from '#platform/postgres/database.ts';
import { useHarness } from '#testing/harness.ts';
import { createPlacesStore } from './places.store.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const harness = await useHarness();

/** Carries out the same statements, and keeps how PostgreSQL did. */
const plans: PlanNode[] = [];
const explaining: Pick<Database, 'tenant'> = {
  tenant: (tenantId, work) =>
    harness.database.tenant(tenantId, (sql) =>
      work({
        ...sql,
        async query<Row extends object>(statement: string, values: readonly unknown[]) {
          const [plan] = await sql.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${statement}`, [
            ...values,
          ]);
          if (plan) plans.push(plan['QUERY PLAN'][0].Plan);
          return sql.query<Row>(statement, [...values]);
        },
      } as typeof sql),
    ),
};
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('a tenant filled since the statistics were made: no list of members is gone through once for each of another', async () => {
  const tenant = await harness.createTenant();
  await harness.asOwner(
    `insert into vigil.users (tenant_id, roles, given_name, family_name)
     select $1, '{patient}', 'Synthetic', 'Member ' || n from generate_series(1, 600) n`,
    [tenant.id],
  );
  await harness.asOwner(
    `insert into vigil.alarms (tenant_id, id, user_id, topic, state, severity, level, is_judged, raised_at, changed_at, version)
     select tenant_id, gen_random_uuid(), id, 'pulse', 'raised', 'HIGH', 0, true, now(), now(), 1
     from vigil.users where tenant_id = $1 and right(family_name, 1) < '4'`,
    [tenant.id],
  );
  await harness.asOwner(
    `insert into vigil.gaps (tenant_id, user_id, kind, since) select tenant_id, id, 'band_off', now() from vigil.users where tenant_id = $1`,
    [tenant.id],
  );
  const store = createPlacesStore(explaining as Database);
  const asked = { scope: 'tenant', aside: [], from: 0, size: 25, nowMs: harness.clock.now() } as const;

  const { places, ...counts } = await store.open(tenant.id, asked);
  expect({ places: places.length, ...counts }).toEqual({ places: 240, before: 0, open: 240, gaps: 360 });
  expect((await store.gaps(tenant.id, asked)).userIds).toHaveLength(25);
  expect(await store.counts(tenant.id, asked)).toEqual({ open: 240, gaps: 360 });

  expect(plans).toHaveLength(3);
  const lists = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'CTE Scan');
  expect(lists.filter((node) => node['Actual Loops'] > 1)).toEqual([]);
});
