import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { placeOf } from '#platform/audit/anchor/place.ts';
import { carryAnchorOver } from '#platform/audit/anchor/renew-anchor.ts';
import { systemClock } from '#platform/clock.ts';
import { dataLockName, takeDataLock } from '#platform/data-lock.ts';
import type { Log } from '#platform/log.ts';
import { knownMigrations } from '#platform/migrate.ts';
import { openStores, type Stores, type StoresOptions } from '#platform/stores.ts';
import {
  markRestore,
  noteRestoreStep,
  readRestoreMark,
  type UnfinishedRestore,
  unmarkRestore,
  whatToDo,
} from '#platform/unfinished-restore.ts';
import { readArchive, verifyArchive } from './archive.ts';
import { type Manifest, pathOfFile } from './archive-contents.ts';
import { clearRestore, refuseOccupiedServers } from './restore-clear.ts';
import { loadStores } from './restore-load.ts';

export interface RestoreOptions {
  readonly config: StoresOptions['config'];
  readonly file: string;
  readonly log: Log;
  readonly onProgress: (done: { entries: number; of: number }) => void;
  /** Makes what a backup leaves out: rollups and latest values, from the ticks. */
  readonly rebuild: (stores: Stores) => Promise<void>;
}

/**
 * Restores an archive into a data directory that is empty (and empty stores, where DATABASE_URL or TICKS_URL name
 * them). The archive is read and checked whole before anything is written. Older archives are loaded at the schema
 * they were made with and migrated afterwards; newer ones are refused. A mark stands in the directory from before the
 * first file until everything is there: until then nothing else opens it. Over a mark, a restore begins anew.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { dataDir } = options.config;
  const { entries, manifest } = await verifyArchive(options.file);
  await refuseUnknownMigrations(manifest);
  await mkdir(dataDir, { recursive: true });
  // Before the lock, which would leave its file in somebody's folder.
  if (!(await readRestoreMark(dataDir))) await refuseOccupied(dataDir);
  const mark: UnfinishedRestore = { backupOf: manifest.createdAt, begunAt: new Date().toISOString(), step: 'files' };
  await whileLocked(dataDir, async () => {
    await makeRoom(options);
    await markRestore(dataDir, mark);
    await finishing(mark, () => restoreFiles(options));
  });
  await finishing(mark, () => restoreStores(options, manifest, entries, mark));
  return manifest;
}

/** Removes what a restore that was cut short had begun: the data directory is empty afterwards. */
export async function clearUnfinishedRestore({ config, log }: Pick<RestoreOptions, 'config' | 'log'>): Promise<void> {
  const mark = existsSync(config.dataDir) && (await readRestoreMark(config.dataDir));
  if (!mark) throw new Error(`${config.dataDir} holds no unfinished restore. Nothing was removed.`);
  await whileLocked(config.dataDir, async () => {
    await clearRestore(config, mark, log);
    await unmarkRestore(config.dataDir);
  });
}

/** An empty directory and empty servers; what an earlier attempt left is removed. */
async function makeRoom({ config, file, log }: RestoreOptions): Promise<void> {
  const before = await readRestoreMark(config.dataDir);
  if (!before) await refuseOccupied(config.dataDir);
  else if (!relative(realpathSync(config.dataDir), realpathSync(file)).startsWith('..'))
    throw new Error(`${file} lies in the folder that is to be emptied. Nothing was restored: move it out of ${config.dataDir} first.`);
  else {
    await clearRestore(config, before, log);
    await unmarkRestore(config.dataDir);
  }
  await refuseOccupiedServers(config, log);
}

async function whileLocked(dataDir: string, work: () => Promise<void>): Promise<void> {
  const lock = takeDataLock(dataDir);
  if (!lock)
    throw new Error(`Another Vigil is using ${dataDir}. Nothing was restored: stop it first, or name an empty folder in DATA_DIR.`);
  try {
    await work();
  } finally {
    lock.release();
  }
}

/** Whatever goes wrong once the mark stands, the person at the terminal is told what state that leaves. */
async function finishing(mark: UnfinishedRestore, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${whatToDo(mark)}`, { cause: error });
  }
}

async function restoreStores(options: RestoreOptions, manifest: Manifest, entries: number, mark: UnfinishedRestore): Promise<void> {
  const { config, log } = options;
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const open = { config, log, mode: 'own', restoring: true, onFatal } as const;
  const only = new Set(manifest.migrations.map((migration) => `${migration.store}/${migration.name}`));
  const asBefore = await openStores({ ...open, onlyMigrations: only });
  try {
    let done = 0;
    await noteRestoreStep(config.dataDir, { ...mark, step: 'loading' });
    await loadStores(asBefore, manifest, {
      file: options.file,
      onEntry: () => options.onProgress({ entries: ++done, of: entries }),
      beforeCommit: () => noteRestoreStep(config.dataDir, { ...mark, step: 'committing' }),
    });
  } finally {
    await asBefore.close();
  }
  const asNow = await openStores(open);
  try {
    await options.rebuild(asNow);
    await carryAnchorOver({
      database: asNow.database,
      clock: systemClock,
      key: asNow.secrets.auditSeal,
      dataDir: config.dataDir,
      place: placeOf(config),
    });
    // While the stores are still ours: nobody may find the directory between the last step and the mark's removal.
    await unmarkRestore(config.dataDir);
  } finally {
    await asNow.close();
  }
}

async function refuseUnknownMigrations(manifest: Manifest): Promise<void> {
  const known = new Map((await knownMigrations()).map((migration) => [`${migration.store}/${migration.name}`, migration.sha256]));
  const unknown = manifest.migrations.find((migration) => known.get(`${migration.store}/${migration.name}`) !== migration.sha256);
  if (unknown)
    throw new Error(
      `The backup was made by a newer or different Vigil (its migration ${unknown.store}/${unknown.name} is not known here). Nothing was restored; use that version.`,
    );
}

async function refuseOccupied(dataDir: string): Promise<void> {
  if ((await readdir(dataDir)).some((name) => name !== dataLockName))
    throw new Error(
      `${dataDir} is not empty. Nothing was restored: a restore never overwrites data. Name an empty folder in DATA_DIR, or move this one away.`,
    );
}

async function restoreFiles(options: RestoreOptions): Promise<void> {
  await readArchive(options.file, async (name, content) => {
    const file = pathOfFile(name);
    if (file === undefined) return;
    const path = join(options.config.dataDir, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { mode: 0o600, flush: true });
    await chmod(path, 0o600);
  });
}
