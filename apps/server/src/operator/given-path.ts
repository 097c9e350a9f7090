import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Folder of this installation. */
const checkout = join(import.meta.dirname, '../../../..');

/** Where the person stands who runs the tool: npm itself goes to the folder of the project. */
const standing = () => process.env.INIT_CWD ?? process.cwd();

/** A path as whoever runs the tool means it. */
export const givenPath = (path: string): string => resolve(standing(), path);

/** Whether a file would lie in the folder of this installation, which upgrades replace and people copy and commit. */
export function isInCheckout(file: string): boolean {
  const way = relative(realpathSync(checkout), join(realpathSync(dirname(file)), 'file'));
  return way !== '..' && !way.startsWith(`..${sep}`);
}
