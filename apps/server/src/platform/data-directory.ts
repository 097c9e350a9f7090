import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';
import { StartError } from './start-error.ts';

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
