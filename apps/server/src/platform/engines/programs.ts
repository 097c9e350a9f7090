import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { postgresBinaries } from '../postgres/binaries.ts';
import { linkTree, type Tree, treeFiles } from './link-tree.ts';
import { preparePlace } from './places.ts';
import { isReachable } from './reach.ts';
import type { EngineUser } from './user.ts';

/** Where the programs of the embedded engines are, for their user to run. Absolute. */
export interface EnginePrograms {
  /** Folder with bin/postgres, bin/initdb, lib and share. */
  readonly postgres: string;
  readonly node: string;
  /** The ticks engine's main module, its packages within reach. */
  readonly ticksChild: string;
}

const ticksChild = join(import.meta.dirname, '..', 'ticks', 'child', 'main.ts');

/**
 * The programs as they are installed, or, where the engines' user cannot get to them (a checkout below /root), hard links or
 * copies of them in a folder that it can: owned by root, made once for each version. Throws StartError when there is no place.
 */
export function enginePrograms(user: EngineUser, dataDir: string): EnginePrograms {
  const installed = { postgres: postgresBinaries(), node: process.execPath, ticksChild };
  const packages = packagesOf('chdb', import.meta.dirname);
  const needed = [join(installed.postgres, 'bin', 'postgres'), join(installed.postgres, 'share'), installed.node, ticksChild];
  if ([...needed, ...packages.values()].every((path) => isReachable(user, path))) return installed;
  const trees: Tree[] = [
    { from: installed.postgres, to: 'postgres' },
    { from: installed.node, to: join('bin', 'node') },
    // With what stands around it: the child imports from there.
    { from: dirname(dirname(ticksChild)), to: join('platform', 'ticks') },
    ...[...packages].map(([name, from]) => ({ from, to: join('node_modules', name) })),
  ];
  const at = preparePlace(user, dataDir, `programs-${digestOf(trees)}`, (folder) => linkTree(trees, folder), join('bin', 'node'));
  return { postgres: join(at, 'postgres'), node: join(at, 'bin', 'node'), ticksChild: join(at, 'platform', 'ticks', 'child', 'main.ts') };
}

/** A package and all that it needs, by name, as npm has installed them for this platform. */
function packagesOf(name: string, from: string, found = new Map<string, string>()): Map<string, string> {
  const folder = findPackage(name, from);
  if (!folder || found.has(name)) return found;
  found.set(name, folder);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: object;
    optionalDependencies?: object;
  };
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) packagesOf(next, folder, found);
  return found;
}

function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const here = join(folder, 'node_modules', name);
    if (existsSync(join(here, 'package.json'))) return here;
    if (folder === dirname(folder)) return undefined;
  }
}

function digestOf(trees: readonly Tree[]): string {
  const hash = createHash('sha256');
  for (const tree of trees) for (const { to, stat } of treeFiles(tree)) hash.update(`${to} ${stat.size} ${stat.mtimeMs}\n`);
  return hash.digest('hex').slice(0, 16);
}
