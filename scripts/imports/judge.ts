// Matches imports against the table of rules.
import { dirname } from 'node:path/posix';
import picomatch from 'picomatch';
import type { Rule } from './rules.ts';

export interface Judge {
  /** The rules that an import breaks. */
  brokenBy(edge: { readonly from: string; readonly to: string }): Rule[];
  /** Whether a glob matches any file of the project. */
  matchesSome(glob: string): boolean;
}

/** Judges by these rules in a project of these files: a folder below the server's sources with an index.ts is a module. */
export function createJudge(rules: readonly Rule[], files: Iterable<string>): Judge {
  const paths = [...files];
  const modules = new Set(paths.filter((path) => path.startsWith('apps/server/src/') && path.endsWith('/index.ts')).map(dirname));
  const compiled = rules.map((rule) => ({ rule, from: matcher(rule.from), to: matcher(rule.to) }));
  return {
    brokenBy: ({ from, to }) =>
      compiled.filter((one) => one.from(from) && one.to(to) && !isWithin(one.rule.between, from, to, modules)).map(({ rule }) => rule),
    matchesSome(glob) {
      const matches = picomatch(glob);
      return paths.some((path) => matches(path));
    },
  };
}

/** A glob without a scheme is about the project's files: `*` means a file at the root and not every package. */
function matcher(globs: readonly string[]) {
  const compile = (wanted: (glob: string) => boolean) => picomatch(globs.filter(wanted).map((glob) => glob.replace(/^!/, '')));
  const sides = [false, true].map((outside) => ({
    matches: compile((glob) => !glob.startsWith('!') && isOutside(glob) === outside),
    excepts: compile((glob) => glob.startsWith('!') && isOutside(glob.slice(1)) === outside),
  }));
  return (path: string) => {
    const side = sides[isOutside(path) ? 1 : 0];
    return side?.matches(path) === true && !side.excepts(path);
  };
}

/** Whether this is a module of Node or a package, or a glob of such. */
export function isOutside(target: string): boolean {
  return target.startsWith('node:') || target.startsWith('npm:');
}

/** Whether both ends are in the same module or feature, or the target is in none, so that there is no wall between them. */
function isWithin(between: Rule['between'], from: string, to: string, modules: ReadonlySet<string>) {
  if (between === undefined) return false;
  const owner = (path: string) => (between === 'modules' ? moduleOf(path, modules) : featureOf(path));
  return owner(to) === null || owner(to) === owner(from);
}

function moduleOf(path: string, modules: ReadonlySet<string>) {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) if (modules.has(folder)) return folder;
  return null;
}

function featureOf(path: string) {
  const [, folder] = path.split('/features/');
  return folder?.includes('/') ? (folder.split('/')[0] ?? null) : null;
}
