import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import type { Config } from '#platform/config.ts';
import type { DemonstrationLeftovers } from '#platform/identity/demonstration.ts';
import { knownMigrations } from '#platform/migrate.ts';
import type { Stores } from '#platform/stores.ts';

/** What one check found; `mend` says what to do when it is not well. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'broken';
  readonly detail: string;
  readonly mend?: string;
}

const lowDiskBytes = 2 * 1024 ** 3;

/** What can be told without opening a store. */
export async function examineMachine(config: Config, portalFolder: string): Promise<Finding[]> {
  return [
    check(
      'Node.js',
      Number(process.versions.node.split('.')[0]) >= 24,
      process.version,
      'Start through npm (npm run -s vigil -- doctor): the project brings its own Node 24.',
    ),
    folderIsOurs(config.dataDir),
    secretsArePrivate(config.dataDir),
    await diskHasRoom(config.dataDir),
    check(
      'Portal',
      existsSync(join(portalFolder, 'index.html')),
      'built',
      'Run "npm start" once, or "npm run build": the portal’s files are made then.',
    ),
  ];
}

/** What the open stores tell: reachable, at the right schema, unharmed. */
export async function examineStores(stores: Stores, rollupLagSeconds: () => Promise<number>): Promise<Finding[]> {
  const findings: Finding[] = [];
  findings.push(
    await attempt('PostgreSQL', 'See the message; with DATABASE_URL, check that the server runs and the password holds.', () =>
      describePostgres(stores),
    ),
  );
  findings.push(
    await attempt(
      'Ticks engine',
      'See the message; with TICKS_URL, check that the ClickHouse server runs. The embedded engine restarts by itself.',
      () => describeTicks(stores),
    ),
  );
  findings.push(await attempt('Schema', 'Start the server once with this version; it migrates by itself.', () => describeSchema(stores)));
  findings.push(
    await attempt('Row-level security', 'Do not run the server: restore the grants from db/postgres, or restore a backup.', () =>
      describeIsolation(stores),
    ),
  );
  findings.push(await auditFinding(stores));
  findings.push(
    await attempt(
      'Rollups',
      'Charts over weeks may miss the latest readings until the server has run for a minute; nothing is lost.',
      async () => {
        const lag = await rollupLagSeconds();
        if (lag > 120) throw new Error(`${Math.round(lag)} s behind the ticks`);
        return lag > 0 ? `${Math.round(lag)} s behind the ticks` : 'up to date';
      },
    ),
  );
  return findings;
}

/** Whether a demonstration's accounts are here, and what to do about them in production. */
export function demonstrationFinding(isRunning: boolean, { accounts, devices, otherAccounts }: DemonstrationLeftovers): Finding {
  const name = 'Demonstration';
  if (accounts + devices === 0) return { check: name, state: 'ok', detail: 'none' };
  const left = `${accounts} accounts with a known password and ${devices} bands`;
  if (isRunning) return { check: name, state: 'ok', detail: `${left} are on (DEMO=1)` };
  return {
    check: name,
    state: 'warning',
    detail: `${left} are here, and off while DEMO is 0; ${otherAccounts} other accounts in its tenants are on`,
    mend: 'For production begin with an empty DATA_DIR. Else look through the other accounts (vigil user list --tenant demo): whoever knew the demonstration’s password could have made them.',
  };
}

function check(name: string, well: boolean, detail: string, mend: string): Finding {
  return well ? { check: name, state: 'ok', detail } : { check: name, state: 'broken', detail, mend };
}

function folderIsOurs(dataDir: string): Finding {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    return { check: 'Data directory', state: 'ok', detail: dataDir };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return {
      check: 'Data directory',
      state: missing ? 'warning' : 'broken',
      detail: missing ? `${dataDir} does not exist yet` : `${dataDir} cannot be written`,
      mend: missing
        ? 'The first start makes it. If there should be data here, check DATA_DIR and the folder you are in.'
        : 'Give the folder to the user that runs Vigil (chown), or name another in DATA_DIR.',
    };
  }
}

function secretsArePrivate(dataDir: string): Finding {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) return { check: 'Secrets', state: 'warning', detail: 'none yet', mend: 'The first start generates them.' };
  const open = (statSync(path).mode & 0o077) !== 0;
  return open
    ? { check: 'Secrets', state: 'broken', detail: `${path} can be read by other users`, mend: `Run: chmod 600 ${path}` }
    : { check: 'Secrets', state: 'ok', detail: 'readable by their owner only' };
}

async function diskHasRoom(dataDir: string): Promise<Finding> {
  if (!existsSync(dataDir)) return { check: 'Disk', state: 'ok', detail: 'not used yet' };
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= lowDiskBytes) return { check: 'Disk', state: 'ok', detail };
  return {
    check: 'Disk',
    state: 'warning',
    detail,
    mend: 'Make room: when the disk is full, devices are told to keep their readings and send them later.',
  };
}

async function attempt(name: string, mend: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check: name, state: 'ok', detail: await work() };
  } catch (error) {
    return { check: name, state: 'broken', detail: (error as Error).message, mend };
  }
}

async function asOwner<Row extends object>(stores: Stores, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: stores.ownerUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function describePostgres(stores: Stores): Promise<string> {
  const [row] = await asOwner<{ version: string; checksums: string; failures: string }>(
    stores,
    `select current_setting('server_version') as version, current_setting('data_checksums') as checksums,
            (select coalesce(sum(checksum_failures), 0) from pg_stat_database) as failures`,
  );
  if (Number(row?.failures) > 0)
    throw new Error(`${row?.failures} pages fail their checksum: the disk is damaged. Restore the latest backup to another disk.`);
  return `${row?.version}, checksums ${row?.checksums}`;
}

async function describeTicks(stores: Stores): Promise<string> {
  const [row] = await stores.engine.query<{ version: string; n: number; bytes: number }>(
    `select version() as version, toFloat64(sum(rows)) as n, toFloat64(sum(bytes_on_disk)) as bytes
     from system.parts where database = 'vigil' and table = 'ticks' and active`,
  );
  const n = row?.n ?? 0;
  const each = n > 0 ? `, ${((row?.bytes ?? 0) / n).toFixed(2)} bytes each` : '';
  return `${row?.version}, ${n.toLocaleString('en')} ticks${each}`;
}

async function describeSchema(stores: Stores): Promise<string> {
  const applied = await asOwner<{ store: string; name: string }>(stores, 'select store, name from public.vigil_migrations');
  const known = await knownMigrations();
  const missing = known.filter((migration) => !applied.some((row) => row.store === migration.store && row.name === migration.name));
  if (missing.length > 0) throw new Error(`${missing.length} migrations are not applied yet`);
  return `${applied.length} migrations applied`;
}

async function describeIsolation(stores: Stores): Promise<string> {
  const [role] = await asOwner<{ may_bypass: boolean }>(
    stores,
    `select rolsuper or rolbypassrls as may_bypass from pg_roles where rolname = 'vigil_app'`,
  );
  if (role?.may_bypass !== false) throw new Error('the application’s role may bypass row-level security');
  const open = await asOwner<{ name: string }>(
    stores,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = 'vigil'::regnamespace and c.relkind = 'r' and not c.relrowsecurity`,
  );
  if (open.length > 0) throw new Error(`no policy on ${open.map((row) => row.name).join(', ')}`);
  // Policies may say anything; what counts is what the application's connection sees without a tenant. A grant that is gone fails here too.
  for (const table of ['users', 'devices', 'audit_log']) {
    const [seen] = await stores.database.global((sql) =>
      sql.query<{ anything: boolean }>(`select exists (select 1 from vigil.${table}) as anything`),
    );
    if (seen?.anything !== false) throw new Error(`without a tenant the application sees ${table}`);
  }
  return 'on every table of a tenant';
}

async function auditFinding(stores: Stores): Promise<Finding> {
  try {
    const { rows, tenants, broken } = await verifyAudit(stores.database, stores.secrets.auditSeal);
    if (broken.length === 0) return { check: 'Audit log', state: 'ok', detail: `${rows} entries of ${tenants} tenants, chain unbroken` };
    const [first] = broken;
    return {
      check: 'Audit log',
      state: 'broken',
      detail: `${broken.length} places do not fit the chain; the first: tenant ${first?.tenant}, entry ${first?.sequence}: ${first?.what}`,
      mend: 'Somebody changed or removed entries. Keep this database as evidence, compare it with backups, and find out who had access to it.',
    };
  } catch (error) {
    return {
      check: 'Audit log',
      state: 'broken',
      detail: (error as Error).message,
      mend: 'The log could not be read; mend PostgreSQL first.',
    };
  }
}
