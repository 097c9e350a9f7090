import { expect, it } from 'vitest';
import { diskStateOf, diskThresholds } from '#platform/disk/disk-space.ts';
import { applicationRole, withCredentials } from '#platform/migrate.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import type { Stores } from '#platform/stores.ts';
import { createTicksEngine } from '#platform/ticks/client.ts';
import { useHarness } from '#testing/harness.ts';
import { describeCatalogue } from './doctor/catalogue.ts';
import { demonstrationFinding } from './doctor/demonstration.ts';
import { attempt, Fault } from './doctor/finding.ts';
import { diskFinding } from './doctor/machine.ts';
import { examineMail } from './doctor/mail.ts';
import { examineWork } from './doctor/work.ts';
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

it.each([
  ['a full disk', '53100', 'could not extend file: No space left on device', 'the disk is full', 'Make room'],
  ['a database that went away', '57P01', 'terminating connection', 'terminating connection', 'could not be examined'],
])('doctor accuses nobody of what %s kept it from looking at', async (_, code, message, detail, mend) => {
  const finding = await attempt('Definitions', 'Somebody changed tables.', () =>
    Promise.reject(Object.assign(new Error(message), { code })),
  );
  expect(finding).toEqual({
    check: 'Definitions',
    state: 'broken',
    detail: expect.stringContaining(detail),
    mend: expect.stringContaining(mend),
  });
  expect(await attempt('Definitions', 'Somebody changed tables.', () => Promise.reject(new Fault('table users was changed')))).toEqual({
    ...{ check: 'Definitions', state: 'broken', detail: 'table users was changed', mend: 'Somebody changed tables.' },
  });
});

it('doctor tells how a disk stands, what stops because of it, and never that a full one is only a warning', () => {
  const [gib, mib] = [1024 ** 3, 1024 ** 2];
  const disk = (freeBytes: number) => {
    const room = { freeBytes, totalBytes: 50 * gib };
    return diskFinding({ place: 'data', ...room, thresholds: diskThresholds(room.totalBytes, gib), state: diskStateOf(room, gib) });
  };
  expect(disk(20 * gib)).toEqual({ check: 'Disk', state: 'ok', detail: '20.0 GiB free of 50.0 GiB' });
  expect(disk(3 * gib)).toMatchObject({ state: 'warning', detail: 'space is running out: 3.0 GiB free of 50.0 GiB' });
  expect(disk(900 * mib)).toMatchObject({ state: 'broken', detail: expect.stringContaining('all of it kept for readings') });
  for (const freeBytes of [255 * mib, 0])
    expect(disk(freeBytes)).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('The disk is full'),
      mend: expect.stringContaining('Make room now'),
    });
});

it('doctor says that no mail server is set, and whether one that is set takes mails', async () => {
  expect(await examineMail({ smtpUrl: undefined, demo: false })).toMatchObject({
    ...{ check: 'Mail', state: 'warning' },
    ...{ detail: expect.stringContaining('no mail server is set'), mend: expect.stringContaining('SMTP_URL') },
  });
  expect(await examineMail({ smtpUrl: undefined, demo: true })).toMatchObject({ state: 'ok' });
  const unreachable = await examineMail({ smtpUrl: 'smtp://user:hidden@127.0.0.1:1', demo: false });
  expect(unreachable).toMatchObject({ state: 'broken', detail: '127.0.0.1:1 takes no mails (ESOCKET)' });
  expect(JSON.stringify(unreachable)).not.toContain('hidden');
});

it('doctor tells of alerts and mail that a running server is behind with, and of none where no server runs', async () => {
  const answering = (lag: object) => ({ ...harness.database, ask: async () => [lag] }) as unknown as Stores['database'];
  const nothing = { rulesSeconds: null, alarmsSeconds: null, alarmMessages: 0, alarmMessagesSeconds: null };
  const upToDate = { ...nothing, reminderMails: 0, reminderMailsSeconds: null, keptMessages: 3, keptMessagesSeconds: 9e5 };
  const late = answering({ ...upToDate, rulesSeconds: 400, alarmsSeconds: 31, alarmMessages: 2, alarmMessagesSeconds: 700 });
  expect(await examineWork({ database: answering(upToDate), attached: true })).toMatchObject({ state: 'ok' });
  expect(await examineWork({ database: late, attached: false })).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('no server runs'),
  });
  expect(await examineWork({ database: late, attached: true })).toMatchObject({
    state: 'broken',
    detail:
      'alert rules have not looked at readings for 400 s; an alert has not gone on to whoever is next for 31 s; 2 mails or SMS have not been sent for 700 s',
  });
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
