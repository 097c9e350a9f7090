import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { openStores } from '#platform/stores.ts';
import { readArchive, verifyArchive } from './archive.ts';
import { backup } from './backup.ts';
import { belongsToBackup } from './backup-files.ts';

// Stores of its own: those of the test run grow with every other file, and a backup takes all that is in them.
const folders: string[] = [];
const dataDirOfStores = newFolder();
const stores = await openStores({
  config: readConfig({ DATA_DIR: dataDirOfStores }),
  log: createLog('silent'),
  mode: 'own',
  onFatal: () => {},
});
const secrets = join(dataDirOfStores, 'secrets.json');
afterAll(async () => {
  await stores.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-backup-'));
  folders.push(folder);
  return folder;
}

function newDataDir(): string {
  const dataDir = newFolder();
  copyFileSync(secrets, join(dataDir, 'secrets.json'));
  return dataDir;
}

/** The files of the data directory that a backup into `file` holds. */
async function filesInBackup(dataDir: string, file = join(newFolder(), 'backup.tar.zst')): Promise<string[]> {
  await backup(stores, { dataDir, file, now: new Date(), onProgress: () => {}, reserveBytes: 0 });
  await verifyArchive(file);
  const names: string[] = [];
  await readArchive(file, async (name) => {
    if (name.startsWith('files/')) names.push(name.slice('files/'.length));
  });
  return names;
}

test('a backup into a folder that is not there names the folder', async () => {
  const dataDir = newDataDir();
  for (const folder of [join(dataDir, 'nope'), join(dataDir, 'secrets.json')])
    await expect(filesInBackup(dataDir, join(folder, 'x'))).rejects.toThrow(`There is no folder ${folder}. Nothing was written`);
});

test('a backup never contains backups: not itself, not earlier ones, not unfinished ones, wherever they were put', async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'outbox'));
  mkdirSync(join(dataDir, 'backups'));
  const linked = join(newFolder(), 'a-way-in');
  symlinkSync(dataDir, linked);
  const targets = [
    join(dataDir, 'one.tar.zst'),
    join(dataDir, 'backups', 'two.tar.zst'),
    join(dataDir, 'outbox', 'three.tar.zst'),
    join(linked, 'four'),
    join(linked, 'outbox', 'five.bak'),
  ];
  writeFileSync(join(dataDir, 'cut-short.tar.zst.unfinished'), 'part of a backup');
  for (const target of targets) expect(await filesInBackup(dataDir, target)).toEqual(['secrets.json']);
  await expect(filesInBackup(dataDir, join(linked, 'outbox', 'six.eml'))).rejects.toThrow('a name that the server itself uses');
});

test('secrets, the anchor of the audit log and unsent mails are in it', async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'outbox'));
  const own = ['audit-anchor.json', 'demo-devices.json', 'outbox/2026-01-01T00-00-00-000Z-1234abcd.eml'];
  for (const path of own) writeFileSync(join(dataDir, path), path);
  expect(await filesInBackup(dataDir)).toEqual([...own, 'secrets.json'].sort());
});

test('links, pipes and sockets are neither followed nor waited for', async () => {
  const dataDir = newDataDir();
  const outside = newFolder();
  writeFileSync(join(outside, 'secret-of-another.eml'), 'not ours');
  symlinkSync(join(outside, 'secret-of-another.eml'), join(dataDir, 'demo-devices.json'));
  symlinkSync(outside, join(dataDir, 'outbox'));
  execFileSync('mkfifo', [join(dataDir, 'audit-anchor.json')]);
  expect(await filesInBackup(dataDir)).toEqual(['secrets.json']);

  const other = newDataDir();
  mkdirSync(join(other, 'outbox'));
  execFileSync('mkfifo', [join(other, 'outbox', 'pipe.eml')]);
  mkdirSync(join(other, 'outbox', 'folder.eml'));
  symlinkSync('/dev/zero', join(other, 'outbox', 'link.eml'));
  const socket = createServer().listen(join(other, 'outbox', 'socket.eml'));
  await new Promise((resolve) => socket.once('listening', resolve));
  expect(await filesInBackup(other)).toEqual(['secrets.json']);
  await new Promise((resolve) => socket.close(resolve));
});

test('without its secrets no backup is made: it could not be restored', async () => {
  const dataDir = newFolder();
  const file = join(newFolder(), 'backup.tar.zst');
  await expect(backup(stores, { dataDir, file, now: new Date(), onProgress: () => {}, reserveBytes: 0 })).rejects.toThrow(
    'Nothing was written',
  );
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

/** What Vigil keeps in the data directory besides: the stores are read through their engines, the rest belongs to the running process, to a moment or to an inquiry. */
const staysBehind = [
  /^postgres(\.making|\.password)*$/,
  /^ticks$/,
  /^runtime\.json$/,
  /^vigil\.lock$/,
  /^programs$/,
  /^secrets\.json\..*\.unfinished$/,
  /^audit-anchor\.(json\.unfinished|refused-\d+\.json)$/,
];

test('everything that a server keeps in its data directory is either in a backup or known to stay behind', () => {
  const unknown = readdirSync(dataDirOfStores, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^(postgres|ticks|programs)\//.test(path) && path !== 'outbox')
    .filter((path) => !belongsToBackup(path) && !staysBehind.some((pattern) => pattern.test(path)));
  expect(unknown).toEqual([]);
});
