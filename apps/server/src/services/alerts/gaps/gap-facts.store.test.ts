import { expect, test } from 'vitest';
import type { Database } from '#platform/postgres/database.ts';
import { useHarness } from '#testing/harness.ts';
import { createGapFactsStore } from './gap-facts.store.ts';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const harness = await useHarness();

/** Carries out the same statements, and answers how PostgreSQL did. */
const explaining: Pick<Database, 'tenant'> = {
  tenant: (tenantId, work) =>
    harness.database.tenant(tenantId, (sql) =>
      work({ ...sql, query: (statement, values) => sql.query(`explain (analyze, format json) ${statement as string}`, values) }),
    ),
};
const scansOf = (node: PlanNode): { table: string; loops: number }[] => [
  ...(node['Relation Name'] ? [{ table: node['Relation Name'], loops: node['Actual Loops'] }] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

test('a tenant filled since the statistics were made: each table is gone through once for many members, not once a member', async () => {
  const tenant = await harness.createTenant();
  const made = await harness.asOwner<{ id: string }>(
    `insert into vigil.users (tenant_id, roles, given_name, family_name, birth_date)
     select $1, '{patient}', 'Synthetic', 'Member ' || n, date '1940-01-01' + n from generate_series(1, 3000) n returning id`,
    [tenant.id],
  );
  const ids = made.map(({ id }) => id);
  await harness.asOwner(
    'insert into vigil.gap_checks (tenant_id, user_id, due_at) select $1, unnest($2::uuid[]), now() on conflict do nothing',
    [tenant.id, ids],
  );
  const store = createGapFactsStore(explaining as Database);
  const [answer] = (await store.members(tenant.id, ids.slice(0, 500))) as unknown as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
  const scans = answer ? scansOf(answer['QUERY PLAN'][0].Plan) : [];
  expect(scans.map(({ table }) => table).sort()).toEqual(['band_syncs', 'devices', 'gap_checks', 'member_programs', 'users']);
  expect(scans.filter(({ loops }) => loops > 1)).toEqual([]);
});
