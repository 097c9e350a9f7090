import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';
import { StartError } from './start-error.ts';
import { restoreMarkName } from './unfinished-restore.ts';

/** What of a data directory only its own user can use. */
const owned = ['secrets.json', 'vigil.lock', 'postgres', 'ticks'] as const;
/** What a folder has to hold one of, if it holds anything: somebody else's folder is not moved into. */
const known: readonly string[] = [...owned, 'postgres.making', 'outbox', 'runtime.json', 'audit-anchor.json', 'programs', restoreMarkName];

/** Makes the data directory where there is none. Throws StartError when it cannot be used, or is somebody else's. */
export function makeDataDirectory(dataDir: string): void {
  try {
    makeFolders(dataDir);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    throw new ConfigError(
      `Vigil cannot start: DATA_DIR is "${dataDir}", which cannot be made or written (${code}). Name a folder of your own in DATA_DIR, or give this one to the user that runs Vigil (chown -R).`,
    );
  }
  refuseForeign(dataDir);
  // Embedded stores run as another user when we are root: the data directory itself must be passable for them.
  if (process.getuid?.() === 0) chmodSync(dataDir, (statSync(dataDir).mode & 0o755) | 0o011);
}

/**
 * Whoever may write the folder decides what becomes of files that we make in it, so it has to be ours; root, above all, follows
 * nobody else's names. Throws StartError.
 */
function refuseForeign(dataDir: string): void {
  const us = process.getuid?.() ?? 0;
  const names = readdirSync(dataDir).filter((name) => !name.startsWith('.') && name !== 'lost+found');
  const { uid, mode } = statSync(dataDir);
  for (const [path, owner] of [[dataDir, uid === 0 ? us : uid], ...ownersIn(dataDir, us === 0 ? [] : owned)] as const)
    if (owner !== us)
      throw new StartError(
        `Vigil cannot start: ${path} belongs to user ${owner}, and this is user ${us}. Start Vigil as that user, or give ${dataDir} and all in it to this one (chown -R).`,
      );
  if (names.length > 0 && !names.some((name) => known.includes(name)))
    throw new StartError(
      `Vigil cannot start: ${dataDir} holds files that are not Vigil's (${names.slice(0, 3).join(', ')}). Nothing was changed; name an empty folder, or one that does not exist yet, in DATA_DIR.`,
    );
  if (us === 0 && names.length > 0 && (mode & 0o022) !== 0)
    throw new StartError(
      `Vigil cannot start: ${dataDir} can be written by other users (mode ${(mode & 0o7777).toString(8)}), who could lead root astray there. Find out what they have written, then run: chmod go-w ${dataDir}`,
    );
}

function ownersIn(dataDir: string, names: readonly string[]): (readonly [path: string, owner: number])[] {
  return names.flatMap((name) => {
    const owner = lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid;
    return owner === undefined ? [] : [[join(dataDir, name), owner] as const];
  });
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
