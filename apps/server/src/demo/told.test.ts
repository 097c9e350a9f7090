import { afterAll, expect, test } from 'vitest';
import { createEventsProcessor } from '#services/events-processor/index.ts';
import { withoutLimits } from '#services/events-processor/testing/no-limits.ts';
import { createNotary } from '#services/notary/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { demoId, demoTenants, membersOf, tenantId } from './people.ts';
import { factsOf, seedTold } from './told.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const facts = createEventsProcessor({
  ...{ ...harness, ticks, limits: withoutLimits },
  deviceTypes: async () => new Map(),
  loggedAt: async () => [],
  cohortOf: async () => ({ conditions: [] }),
});
const notary = createNotary(harness);

test('members of the demonstration have facts from a source that is called synthetic, and some a note, once', async () => {
  const [first] = demoTenants;
  if (!first) throw new Error('There is no demonstration');
  const home = { ...first, code: 'told' };
  const tenant = { id: tenantId(home), code: home.code };
  await harness.asOwner('insert into vigil.tenants (id, code) values ($1, $2)', [tenant.id, tenant.code]);
  const members = membersOf({ ...home, members: 8 }, harness.clock.now());
  await harness.createUser(tenant, { id: demoId(`${home.code}/nurse`), roles: ['nurse'] });
  for (const { userId } of members) await harness.createUser(tenant, { id: userId });
  const deps = { tellFacts: facts.tellFacts, writeNote: notary.write, log: harness.log };
  const counts = async () =>
    harness.asOwner<{ facts: number; people: number; sources: string[]; notes: number }>(
      `select count(*)::int as facts, count(distinct user_id)::int as people, array_agg(distinct source) as sources,
         (select count(*)::int from vigil.notes where tenant_id = $1) as notes
       from vigil.outside_facts where tenant_id = $1`,
      [tenant.id],
    );
  for (let start = 0; start < 2; start++) await seedTold(deps, [home], members, new AbortController().signal);
  const expected = members.flatMap(({ profile }) => factsOf(profile)).length;
  expect(await counts()).toEqual([{ facts: expected, people: 8, sources: ['Synthetic risk register'], notes: 8 }]);
});

test.each([
  ['of the median age without a condition', { ageYears: 55, conditions: [] }, { relative_population_stroke: 1 }],
  [
    'with hypertension',
    { ageYears: 55, conditions: ['Hypertension, grade 2'] },
    { e_hypertension: 'yes', relative_population_stroke: 1.7 },
  ],
  [
    'very old with three',
    { ageYears: 100, conditions: ['Hypertension', 'Obesity', 'Atrial fibrillation'] },
    { relative_population_heart_failure: 10 },
  ],
])('somebody %s', (_, about, told) =>
  expect(Object.fromEntries(factsOf(about).map(({ fact, value }) => [fact, value]))).toMatchObject(told),
);
