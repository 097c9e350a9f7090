import { expect, it } from 'vitest';
import { createDatabase } from '#platform/postgres/database.ts';
import { useHarness } from '#testing/harness.ts';
import { examineStores } from './doctor.ts';

const harness = await useHarness();
await harness.createUser(await harness.createTenant());

async function isolationOf(stores: typeof harness) {
  const findings = await examineStores(stores, async () => 0);
  return findings.find((finding) => finding.check === 'Row-level security');
}

it('doctor finds the application’s role kept to its tenant', async () => {
  expect(await isolationOf(harness)).toMatchObject({ state: 'ok' });
});

it('doctor notices when the application sees rows without a tenant, whatever the policies say', async () => {
  const open = createDatabase({ url: harness.ownerUrl, onError: () => {} });
  try {
    expect(await isolationOf({ ...harness, database: open })).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('sees users'),
    });
  } finally {
    await open.close();
  }
});
