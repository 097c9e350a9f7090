import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createLog } from './log.ts';
import { migrate } from './migrate.ts';
import { enginesOf } from './stores.ts';
import { createTicksEngine } from './ticks/client.ts';
import { startEmbeddedTicks } from './ticks/embedded.ts';
import { ownDataDir, testSecret } from './ticks/testing/own-engine.ts';

const harness = await useHarness();

it('sets up a ticks store that was put in the place of another, and changes nothing the next time', async () => {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(harness.ownerUrl), { pathname: `/${name}` }).toString();
  const appPassword = harness.secrets.databaseApp;
  const folder = ownDataDir();
  const embedded = await startEmbeddedTicks({
    ...enginesOf(folder.path),
    dataDir: folder.path,
    secret: testSecret,
    log: createLog('silent'),
    hangSeconds: 6,
    stopSeconds: 8,
  });
  const engine = createTicksEngine({ url: embedded.url, secret: testSecret });
  try {
    expect((await migrate({ ownerUrl, appPassword, engine: harness.engine })).applied.length).toBeGreaterThan(5);
    expect((await migrate({ ownerUrl, appPassword, engine })).applied).toEqual(['ticks/0001_ticks.sql']);
    expect(await engine.query('select toUInt32(count()) as n from vigil.ticks')).toEqual([{ n: 0 }]);
    expect((await migrate({ ownerUrl, appPassword, engine })).applied).toEqual([]);
  } finally {
    await engine.close();
    await embedded.stop();
    folder.remove();
    await harness.asOwner(`drop database ${name} with (force)`);
  }
});

it('says in one sentence where it looked for a database that does not answer, without the password', async () => {
  const failure = migrate({ ownerUrl: 'postgres://owner:hidden@127.0.0.1:1/vigil', appPassword: 'x', engine: harness.engine });
  await expect(failure).rejects.toThrow(/PostgreSQL at 127\.0\.0\.1:1 .*DATABASE_URL/);
  await expect(failure).rejects.not.toThrow('hidden');
});

it('says in one sentence that the ticks store does not answer before its tables were made', async () => {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(harness.ownerUrl), { pathname: `/${name}` }).toString();
  const ticksUrl = 'http://user:hidden@127.0.0.1:1';
  const engine = createTicksEngine({ url: ticksUrl });
  try {
    const failure = migrate({ ownerUrl, appPassword: harness.secrets.databaseApp, engine, ticksUrl });
    await expect(failure).rejects.toThrow(/^The ticks store at 127\.0\.0\.1:1 \(ECONNREFUSED\) cannot be reached.*TICKS_URL/);
    await expect(failure).rejects.not.toThrow('hidden');
  } finally {
    await engine.close();
    await harness.asOwner(`drop database ${name} with (force)`);
  }
});
