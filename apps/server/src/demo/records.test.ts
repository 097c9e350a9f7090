import { afterAll, expect, test } from 'vitest';
import { createFhirService } from '#services/fhir/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { demoTenants, membersOf } from './people.ts';
import { seedRecords } from './records.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const fhir = createFhirService({
  ...harness,
  ticks: createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
  hosts: { originOf: async () => 'http://localhost', isOurs: async () => false },
});

test('members of the demonstration have the conditions of their story, from a record that is called synthetic, once', async () => {
  const [home] = demoTenants;
  if (!home) throw new Error('There is no demonstration');
  const told = membersOf(home, harness.clock.now()).find(({ profile }) => profile.conditions.includes('Hypertension'));
  if (!told) throw new Error('Nobody has hypertension');
  const tenant = await harness.createTenant();
  const { id: userId } = await harness.createUser(tenant);
  const member = { ...told, tenantId: tenant.id, userId };
  await seedRecords(fhir.bringIn, [member]);
  await seedRecords(fhir.bringIn, [member]);
  const rows = await harness.asOwner<{ resource_type: string; origin: string; name: string | null }>(
    "select resource_type, origin, content -> 'code' ->> 'text' as name from vigil.clinical_resources where user_id = $1",
    [userId],
  );
  const conditions = rows.filter(({ resource_type }) => resource_type === 'Condition').map(({ name }) => name);
  expect(conditions.sort()).toEqual([...told.profile.conditions].sort());
  expect(rows.filter(({ resource_type }) => resource_type === 'MedicationRequest').length).toBeGreaterThan(0);
  expect([...new Set(rows.map(({ origin }) => origin))]).toEqual(['Synthetic hospital record']);
});
