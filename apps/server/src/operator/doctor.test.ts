import { expect, it } from 'vitest';
import { applicationRole, withCredentials } from '#platform/migrate.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import type { Stores } from '#platform/stores.ts';
import { createTicksEngine } from '#platform/ticks/client.ts';
import { useHarness } from '#testing/harness.ts';
import { describeCatalogue } from './doctor/catalogue.ts';
import { demonstrationFinding } from './doctor/demonstration.ts';
import { examineStores } from './doctor.ts';

const harness = await useHarness();
await harness.createUser(await harness.createTenant());

async function isolationOf(stores: Stores) {
  const findings = await examineStores({ stores, config: harness.config, rollupLagSeconds: async () => 0 });
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

it('doctor says what a demonstration has left in production, and what to do about it', () => {
  const left = { accounts: 19, devices: 74, otherAccounts: 2 };
  expect(demonstrationFinding(false, left)).toEqual({
    check: 'Demonstration',
    state: 'warning',
    detail: '19 accounts with a known password and 74 bands are here, and off while DEMO is 0; 2 other accounts in its tenants are on',
    mend: expect.stringContaining('empty DATA_DIR'),
  });
  expect(demonstrationFinding(true, left)).toMatchObject({ state: 'ok', detail: expect.stringContaining('DEMO=1') });
  expect(demonstrationFinding(false, { accounts: 0, devices: 0, otherAccounts: 4 })).toMatchObject({ state: 'ok', detail: 'none' });
});

it('the doctor’s comparison of definitions makes no statement of the server wait, on open connections and new ones', async () => {
  const member = await harness.createUser(await harness.createTenant());
  const impatient = `${withCredentials(harness.ownerUrl, applicationRole, harness.secrets.databaseApp)}?options=${encodeURIComponent('-c lock_timeout=50')}`;
  let comparing = true;
  const compared = describeCatalogue(harness).finally(() => {
    comparing = false;
  });
  let statements = 0;
  do {
    const fresh = createDatabase({ url: impatient, size: 2, onError: () => {} });
    for (let round = 0; round < 5; round += 1)
      await fresh.tenant(member.tenantId, (sql) => sql.query('update vigil.users set family_name = $1', [`round ${round}`]));
    statements += 5;
    await fresh.close();
  } while (comparing);
  expect(await compared).toContain('as the migrations make them');
  expect(statements).toBeGreaterThan(0);
});

it('doctor names the ticks store that does not answer and why, without its password', async () => {
  const ticksUrl = 'http://user:hidden@127.0.0.1:1';
  const engine = createTicksEngine({ url: ticksUrl });
  try {
    const findings = await examineStores({
      stores: { ...harness, engine },
      config: { ...harness.config, ticksUrl },
      rollupLagSeconds: async () => 0,
    });
    const finding = findings.find(({ check }) => check === 'Ticks engine');
    expect(finding).toMatchObject({ state: 'broken', detail: expect.stringContaining('Looked for at 127.0.0.1:1 (ECONNREFUSED).') });
    expect(JSON.stringify(findings)).not.toContain('hidden');
  } finally {
    await engine.close();
  }
});
