import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createLog } from './log.ts';
import { knownMigrations, migrate, refuseNewerData } from './migrate.ts';
import { withConnection } from './postgres/connection.ts';
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
    const ofTicks = (await migrate({ ownerUrl, appPassword, engine })).applied.filter((name) => name.startsWith('ticks/'));
    expect(ofTicks.length).toBeGreaterThan(1);
    await engine.command('drop database vigil sync');
    expect((await migrate({ ownerUrl, appPassword, engine })).applied).toEqual(ofTicks);
    expect(await engine.query('select toUInt32(count()) as n from vigil.ticks')).toEqual([{ n: 0 }]);
    expect((await migrate({ ownerUrl, appPassword, engine })).applied).toEqual([]);
  } finally {
    await engine.close();
    await embedded.stop();
    folder.remove();
    await harness.asOwner(`drop database ${name} with (force)`);
  }
});

it('keeps every rollup when their tables are laid out anew, and does so again after a start that was cut short', async () => {
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
  // By the columns that there were then: later migrations add others.
  const rows = async (table: string) => {
    const columns = table === 'ticks_hour' ? 'hour, n, total, low, high, computed_at' : '*';
    return engine.query(`select ${columns} from vigil.${table} final order by all`);
  };
  const old = new Set((await knownMigrations()).map(({ store, name }) => `${store}/${name}`).filter((key) => key < 'ticks/0004'));
  try {
    await migrate({ ownerUrl, appPassword, engine, only: old });
    await engine.command(
      `insert into vigil.ticks_hour select generateUUIDv4(1), generateUUIDv4(2), 'spo2', toDateTime('2024-06-01', 'UTC') + number * 3600,
         60, number, 1, 2, '2024-06-01' from numbers(20000)`,
    );
    await engine.command(
      `insert into vigil.ticks_day select generateUUIDv4(1), generateUUIDv4(2), 'spo2', toDate('2022-06-01') + number, 'UTC',
         60, 60, number, 1, 2, 1.5, '2024-06-01' from numbers(1200)`,
    );
    const before = [await rows('ticks_hour'), await rows('ticks_day')];
    // As a start leaves it that ended before the tables took each other's place.
    await engine.command('create table vigil.ticks_hour_next as vigil.ticks_hour');
    await migrate({ ownerUrl, appPassword, engine });
    expect([await rows('ticks_hour'), await rows('ticks_day')]).toEqual(before);
    expect(
      await engine.query(
        "select name, partition_key from system.tables where database = 'vigil' and (name like 'ticks_hour%' or name like 'ticks_day%') order by name",
      ),
    ).toEqual([
      { name: 'ticks_day', partition_key: '' },
      { name: 'ticks_hour', partition_key: 'toYear(hour)' },
    ]);
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

it.each([
  ['postgres', '9999_later_things.sql'],
  ['ticks', '9999_later-rollups.sql'],
])('data that a newer version has migrated (%s/%s) are refused before anything is touched, with what to do', async (store, migration) => {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(harness.ownerUrl), { pathname: `/${name}` }).toString();
  const { engine } = harness;
  try {
    await expect(refuseNewerData(ownerUrl)).resolves.toBeUndefined();
    await withConnection(ownerUrl, async (client) => {
      await client.query('create table public.vigil_migrations (store text, name text, sha256 text, applied_at timestamptz default now())');
      await client.query('insert into public.vigil_migrations (store, name, sha256) values ($1, $2, $3)', [store, migration, 'x']);
    });
    const refusal = `Vigil cannot start: a newer version of Vigil has migrated this data (${store}/${migration})`;
    await expect(refuseNewerData(ownerUrl)).rejects.toThrow(refusal);
    await expect(refuseNewerData(ownerUrl)).rejects.toThrow(/Nothing was changed\. Start the newer version again, or restore a backup/);
    // With a password of its own: the role that is in use by the running servers keeps its own.
    await expect(migrate({ ownerUrl, appPassword: 'another', engine })).rejects.toThrow(refusal);
    const left = await withConnection(ownerUrl, (client) =>
      client.query(`select to_regnamespace('vigil') as schema, (select count(*)::int from public.vigil_migrations) as migrations`),
    );
    expect(left.rows).toEqual([{ schema: null, migrations: 1 }]);
    await harness.database.ping();
  } finally {
    await harness.asOwner(`drop database ${name} with (force)`);
  }
});
