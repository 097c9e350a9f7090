// Finds the file that an import means, as Node does.
import { realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ResolverFactory } from 'oxc-resolver';

/** Says what `specifier`, written in the file `from`, means: a path from the root, `node:fs`, `npm:zod`, or null. */
export type Resolve = (from: string, specifier: string) => string | null;

/**
 * Resolves on the folder `root`, so that every spelling of an import comes to the same file: a path, a name of the package's
 * own (`#…`), another workspace's exports (`@vigil/…`). Nothing is added to a name: `./clock` does not mean `./clock.ts`.
 */
export function createResolve(root: string): Resolve {
  const base = realpathSync(root);
  const resolver = new ResolverFactory({
    builtinModules: true,
    conditionNames: ['node', 'import', 'types', 'default'],
    extensions: ['.js', '.json', '.node'],
    mainFields: ['module', 'main', 'types'],
  });
  return (from, specifier) => {
    const { path, builtin } = resolver.sync(dirname(join(base, from)), specifier);
    if (builtin) return builtin.resolved;
    return path ? placeOf(base, path) : null;
  };
}

function placeOf(base: string, path: string) {
  const folders = relative(base, path.split('?')[0] ?? path).split(sep);
  const installed = folders.lastIndexOf('node_modules');
  if (installed >= 0) return `npm:${folders.slice(installed + 1, installed + (folders[installed + 1]?.startsWith('@') ? 3 : 2)).join('/')}`;
  return folders[0] === '..' ? null : folders.join('/');
}
