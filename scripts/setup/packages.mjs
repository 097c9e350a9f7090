// Which packages of the lock file a set needs on this machine. npm alone cannot say: with its development dependencies left
// out it still keeps those that another package names as an optional peer (TypeScript, for one).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readLock(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * Paths (`node_modules/…`) of the packages to be installed: all that the project and its workspaces reach through what they
 * need to run, and for `everything` also through what developing them needs. Those for other machines are left out.
 */
export function neededPackages(packages, set) {
  const needed = new Set();
  const waiting = Object.keys(packages).filter((path) => !isBelowModules(path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of namesNeededBy(packages[path], !isBelowModules(path) && set === 'everything')) {
      const found = locate(packages, path, name);
      if (found === undefined || packages[found].link || needed.has(found) || !fits(packages[found])) continue;
      needed.add(found);
      waiting.push(found);
    }
  }
  return needed;
}

/** What is missing on the disk, or there in another version than the lock file's. */
export function missingPackages(root, packages, needed) {
  return [...needed].filter((path) => {
    try {
      return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).version !== packages[path].version;
    } catch {
      return true;
    }
  });
}

/** What is on the disk although the lock file's packages that are needed do not include it. */
export function needlessPackages(root, packages, needed) {
  return Object.keys(packages).filter(
    (path) => isBelowModules(path) && !packages[path].link && !needed.has(path) && existsSync(join(root, path)),
  );
}

/** Names of all packages at the top of node_modules: whoever installs or removes by hand changes it. */
export function namesOfInstalled(root) {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return [];
  const visible = (folder) =>
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  return visible(modules).flatMap((name) => (name.startsWith('@') ? visible(join(modules, name)).map((one) => `${name}/${one}`) : [name]));
}

function isBelowModules(path) {
  return path.startsWith('node_modules/') || path.includes('/node_modules/');
}

function namesNeededBy(entry, withDevelopment) {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !entry.peerDependenciesMeta?.[name]?.optional);
  const development = withDevelopment ? Object.keys(entry.devDependencies ?? {}) : [];
  return [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {}), ...peers, ...development];
}

/** As Node looks for a package: in the nearest node_modules, then in those above. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

function fits({ os, cpu, libc }) {
  return allows(os, process.platform) && allows(cpu, process.arch) && (process.platform !== 'linux' || allows(libc, standardLibrary()));
}

/** `given` is one value or a list, of those that are meant or, with "!", of those that are not. */
function allows(given, value) {
  if (given === undefined) return true;
  const list = [given].flat();
  const refused = list.filter((one) => one.startsWith('!'));
  return refused.length > 0 ? !refused.includes(`!${value}`) : list.includes(value);
}

let known;
/** Alpine and its like have musl in place of glibc. */
export function standardLibrary() {
  process.report.excludeNetwork = true;
  known ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return known;
}
