import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Where a system keeps its own programs; only root can write there. */
const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'] as const;

/**
 * PATH for what is started as root or for the engines. npm puts the folders node_modules/.bin of everything above the
 * checkout before the system's own, and one of them may be somebody else's to write.
 */
export const systemPath = folders.join(':');

/** Absolute path of a program of the system; undefined where it has none. */
export function systemProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
