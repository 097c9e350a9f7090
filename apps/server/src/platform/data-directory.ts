import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';
import { StartError } from './start-error.ts';
import { restoreMarkName } from './unfinished-restore.ts';

/** What of a data directory only its own user can use. */
const owned = ['secrets.json', 'vigil.lock', 'postgres', 'ticks'] as const;

/** Makes the data directory where there is none. Throws StartError when it cannot be used, or is another user's. */
export function makeDataDirectory(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    makeFolders(dataDir);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Embedded stores run as another user when we are root: the data directory itself must be passable for them.
    if (isRoot) chmodSync(dataDir, 0o711);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    throw new ConfigError(
      `Vigil cannot start: DATA_DIR is "${dataDir}", which cannot be made or written (${code}). Name a folder of your own in DATA_DIR, or give this one to the user that runs Vigil (chown -R).`,
    );
  }
  if (isRoot) return;
  for (const name of owned) {
    const owner = lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid;
    if (owner === undefined || owner === process.getuid?.()) continue;
    throw new StartError(
      `Vigil cannot start: ${join(dataDir, name)} belongs to user ${owner}, and this is user ${process.getuid?.()}. Start Vigil as that user, or give ${dataDir} and all in it to this one (chown -R).`,
    );
  }
}

/**
 * Throws StartError when there is no Vigil data in the directory, so that a name that was mistyped makes no new
 * installation. The secrets are the first thing of one, whatever DATABASE_URL and TICKS_URL name; before them, in a restore,
 * comes its mark. Writes nothing, and leaves a folder that cannot be looked into to `makeDataDirectory`.
 */
export function refuseWithoutData(dataDir: string): void {
  if (mayHold(dataDir, 'secrets.json') || mayHold(dataDir, restoreMarkName)) return;
  if (mayHold(dataDir, 'postgres') || mayHold(dataDir, 'ticks'))
    throw new StartError(
      `${join(dataDir, 'secrets.json')} is missing, and the stores beside it open only with it. Nothing was changed: put the file back from a backup (it is in every one as files/secrets.json).`,
    );
  throw new StartError(`There is no Vigil data in ${dataDir}. Name the right folder in DATA_DIR; npm start makes a new one.`);
}

function mayHold(folder: string, name: string): boolean {
  try {
    lstatSync(join(folder, name));
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Step by step: Node's own recursive way never ends where a file system (/proc) has no such folder and makes none. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Two first starts at once.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
