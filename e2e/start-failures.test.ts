import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout } from './checkout.ts';
import { isAlive, postmasterOf } from './processes.ts';
import { type Ended, freePort, isReady, newDataDir, type RunningServer, removeDataDir, startInVain, startServer, vigil } from './server.ts';

/*
 * Whatever is wrong with a data directory or a machine: one sentence on standard error that says what, why and what to do,
 * exit code 1, nothing changed, no process left.
 */
const sound = newDataDir();
const folders = [sound];
let port: number;
const asRoot = process.getuid?.() === 0 && process.platform === 'linux';

beforeAll(async () => {
  port = await freePort();
  await (await startServer({ dataDir: sound, port })).stop();
});
afterAll(() => {
  for (const folder of folders) removeDataDir(folder);
});

/** A stopped server's data directory, to be damaged. */
function copy(): string {
  const folder = newDataDir();
  folders.push(folder);
  cpSync(sound, folder, { recursive: true, verbatimSymlinks: true });
  chmodSync(join(folder, 'postgres'), 0o700);
  return folder;
}

const start = (dataDir: string, under: readonly string[] = []) =>
  startInVain({ DATA_DIR: dataDir, PORT: String(port), DEMO: '0' }, { under });

function expectOneSentence({ code, stderr }: Ended, words: readonly string[]): void {
  expect(stderr.trim().split('\n')).toHaveLength(1);
  for (const word of ['Vigil cannot start: ', ...words]) expect(stderr).toContain(word);
  expect(code).toBe(1);
}

const postgres = (folder: string, ...path: string[]) => join(folder, 'postgres', ...path);

test.each<[string, (folder: string) => void, string[]]>([
  [
    'no pg_control',
    (folder) => rmSync(postgres(folder, 'global', 'pg_control')),
    ['global/pg_control is missing', 'restore the latest backup'],
  ],
  ['no PG_VERSION', (folder) => rmSync(postgres(folder, 'PG_VERSION')), ['PG_VERSION is missing', 'Nothing was changed']],
  ['another version', (folder) => writeFileSync(postgres(folder, 'PG_VERSION'), '15\n'), ['PostgreSQL 15', 'this Vigil brings 18']],
  ['a cluster open to others', (folder) => chmodSync(postgres(folder), 0o777), ['mode 0777', 'chmod 700']],
  [
    'a damaged pg_control',
    (folder) => writeFileSync(postgres(folder, 'global', 'pg_control'), Buffer.alloc(8192)),
    ['PostgreSQL does not start', 'latest backup'],
  ],
  [
    'no secrets in the file',
    (folder) => writeFileSync(join(folder, 'secrets.json'), ''),
    ['secrets.json is empty or damaged', 'from a backup'],
  ],
  ['broken secrets', (folder) => writeFileSync(join(folder, 'secrets.json'), '{"databaseOwner":'), ['secrets.json is empty or damaged']],
  ['secrets that lack one', (folder) => writeFileSync(join(folder, 'secrets.json'), '{}'), ['secrets.json lacks databaseOwner']],
  [
    'a damaged ticks store',
    (folder) => {
      rmSync(join(folder, 'ticks', 'store'), { recursive: true });
      writeFileSync(join(folder, 'ticks', 'store'), '');
    },
    ['the ticks engine does not start', 'latest backup'],
  ],
  [
    'a lock that is a folder',
    (folder) => {
      rmSync(join(folder, 'vigil.lock'));
      mkdirSync(join(folder, 'vigil.lock'));
    },
    ['vigil.lock cannot be locked'],
  ],
])('%s', async (_, damage, words) => {
  const folder = copy();
  damage(folder);
  expectOneSentence(await start(folder), words);
});

test('the wrong secrets: PostgreSQL’s refusal is told, and the server is not left running', async () => {
  const folder = copy();
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ ...secrets, databaseOwner: 'x'.repeat(43) }));
  expectOneSentence(await start(folder), ['PostgreSQL does not start', 'password authentication failed']);
  expect(() => postmasterOf(folder)).toThrow();
});

test.each([
  ['empty', ''],
  ['that names another process', `${process.pid}\n/elsewhere\n`],
  ['that names a process that is gone', '4194000\n/elsewhere\n'],
  ['full of something else', 'not a number'],
])('a postmaster.pid %s does not hinder the start, and nobody is sent a signal', async (_, text) => {
  const folder = copy();
  writeFileSync(postgres(folder, 'postmaster.pid'), text, { mode: 0o600 });
  const server = await startServer({ dataDir: folder, port });
  expect(await server.stop()).toBe(0);
});

test('a port that is taken, and a host that is not this machine: told before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const taken = (other.address() as { port: number }).port;
  const folder = join(newTmp(), 'new');
  expectOneSentence(await startInVain({ DATA_DIR: folder, PORT: String(taken), DEMO: '0' }), [
    `127.0.0.1:${taken}`,
    'another program listens there',
  ]);
  other.close();
  // An address of documentation (RFC 5737): no machine has it.
  expectOneSentence(await startInVain({ DATA_DIR: folder, PORT: String(port), HOST: '192.0.2.1', DEMO: '0' }), [
    `192.0.2.1:${port}`,
    'Set PORT or HOST',
  ]);
  expect(existsSync(folder)).toBe(false);
});

test('a DATA_DIR that is a file, and one that cannot be made', async () => {
  const file = join(copy(), 'file');
  writeFileSync(file, '');
  expectOneSentence(await start(file), [`"${file}"`, 'cannot be made or written']);
  expectOneSentence(await start('/proc/vigil'), ['"/proc/vigil"', 'cannot be made or written']);
});

test.runIf(asRoot)('a data directory of somebody else, told to an ordinary user', async () => {
  const folder = copy();
  chmodSync(folder, 0o777);
  // From a checkout that an ordinary user can read, wherever this one is.
  const checkout = newTmp();
  copyCheckout(checkout);
  chmodSync(checkout, 0o755);
  const under = ['setpriv', '--reuid', '54321', '--regid', '54321', '--clear-groups'];
  const ended = await startInVain({ DATA_DIR: folder, PORT: String(port), DEMO: '0' }, { under, checkout });
  expectOneSentence(ended, ['belongs to user 0, and this is user 54321', 'Start Vigil as that user']);
});

test.runIf(asRoot).each([
  ['for a new database', '24m'],
  ['for the engine', '90m'],
])('a disk without room %s', async (_, size) => {
  const folder = newDataDir();
  folders.push(folder);
  const onSmallDisk = [
    'unshare',
    '--mount',
    'sh',
    '-c',
    `mount -t tmpfs -o size=${size} none "$DATA_DIR" && head -c ${size} /dev/zero >"$DATA_DIR/.ballast" 2>/dev/null; rm -f "$DATA_DIR/nothing"; exec "$@"`,
    'sh',
  ];
  expectOneSentence(await start(folder, onSmallDisk), ['the disk of', 'is full', 'make room']);
});

test('data of a newer version: neither the server nor the tool starts on it, and doctor does not advise to', async () => {
  const folder = copy();
  const server = await startServer({ dataDir: folder, port });
  await addMigration(folder, '9999_later_things.sql');
  // Beside the newer server, the older tool would write what that one misreads.
  const beside = await vigil(folder, ['tenant', 'create', 'clinic']);
  expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining('a newer version of Vigil has migrated this data')]);
  await server.stop();
  expectOneSentence(await start(folder), [
    'a newer version of Vigil has migrated this data (postgres/9999_later_things.sql)',
    'Start the newer version again',
  ]);
  const { code, stdout } = await vigil(folder, ['doctor']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('Start the newer version again')]);
  expect(stdout).not.toContain('Start the server once with this version');
});

test('the tool without DATABASE_URL beside a server that has one says a sentence, and begins no store of its own', async () => {
  const folder = copy();
  const server = await startServer({ dataDir: folder, port });
  const databaseUrl = ownerUrlOf(folder);
  const beside = newTmp();
  const other = await startServer({ dataDir: beside, port: await freePort(), env: { DATABASE_URL: await newDatabase(databaseUrl) } });
  const { code, stdout, stderr } = await vigil(beside, ['tenant', 'list']);
  expect([code, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.stringMatching(/set DATABASE_URL for this command/)]]);
  await other.stop();
  const alone = await vigil(beside, ['tenant', 'list']);
  expect([alone.code, alone.stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(/set DATABASE_URL for this command/)]]);
  expect(existsSync(join(beside, 'postgres'))).toBe(false);
  expect(await server.stop()).toBe(0);
});

test('the operator’s tool beside a running server leaves it alone, with another TMPDIR and without its lock file', async () => {
  const folder = copy();
  const server: RunningServer = await startServer({ dataDir: folder, port });
  const postmaster = postmasterOf(folder);
  const elsewhere = await vigil(folder, ['tenant', 'list'], { TMPDIR: newTmp() });
  expect([elsewhere.code, elsewhere.stdout, elsewhere.stderr]).toEqual([0, 'No tenants yet.\n', '']);
  rmSync(join(folder, 'vigil.lock'));
  const refused = await vigil(folder, ['tenant', 'list'], { TMPDIR: newTmp() });
  expect(refused.stderr).toContain('for a Vigil server that runs');
  expect(refused.code).toBe(1);
  expect(isAlive(postmaster)).toBe(true);
  expect(await isReady(server.url)).toBe(true);
  expect(await server.stop()).toBe(0);
});

test('ten double starts: one server gets ready, the other says in one sentence that there is one', async () => {
  const folder = newDataDir();
  folders.push(folder);
  for (let round = 0; round < 10; round++) {
    const ports = [await freePort(), await freePort()];
    const starts = await Promise.allSettled(ports.map((each) => startServer({ dataDir: folder, port: each })));
    const ready = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refusals = starts.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(ready).toHaveLength(1);
    expect(refusals).toEqual([expect.stringContaining(`Another Vigil server is using ${folder}`)]);
    expect(await ready[0]?.stop()).toBe(0);
  }
}, 240_000);

function newTmp(): string {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
}

/** Of the owner of a running server's embedded database. */
function ownerUrlOf(folder: string): string {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>;
  return `postgres://vigil_owner:${read('secrets.json').databaseOwner}@127.0.0.1:${read('runtime.json').postgresPort}/vigil`;
}

async function asOwner(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** As a newer version would have noted it. */
const addMigration = (folder: string, name: string) =>
  asOwner(ownerUrlOf(folder), `insert into public.vigil_migrations (store, name, sha256) values ('postgres', '${name}', 'x')`);

/** A server of its own, as far as another Vigil can tell: a database with an owner who has made no application's role yet. */
async function newDatabase(url: string): Promise<string> {
  await asOwner(url, 'create database another');
  return Object.assign(new URL(url), { pathname: '/another' }).toString();
}
