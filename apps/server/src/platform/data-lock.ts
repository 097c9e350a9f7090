import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

/**
 * Held by the one server that has a data directory's embedded stores open. The kernel frees it when that process dies,
 * however it dies.
 */
export interface DataLock {
  release(): void;
}

/** The file that is locked. It holds nothing; reading it in the process that holds the lock would give the lock away (POSIX). */
export const dataLockName = 'vigil.lock';

const sqliteBusy = 5;

/**
 * Takes the lock, or answers undefined when a living process has it. It is an exclusive lock of SQLite on a file in the data
 * directory: it depends on neither TMPDIR nor user nor host name, there is nothing stale to clear away, and of any number of
 * takers one gets it. Throws StartError when the file cannot be used.
 */
export function takeDataLock(dataDir: string): DataLock | undefined {
  const path = join(dataDir, dataLockName);
  let file: DatabaseSync | undefined;
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('it is not a plain file');
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec('pragma journal_mode = memory; begin exclusive');
    chmodSync(path, 0o600);
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw new StartError(
      `Vigil cannot start: ${path} cannot be locked (${(error as Error).message}). Start Vigil as the user that owns ${dataDir}; a file that is damaged or of another kind may be removed while no server runs.`,
      { cause: error },
    );
  }
  const held = file;
  return { release: () => held.close() };
}
