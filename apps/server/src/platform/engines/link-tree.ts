import {
  chmodSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A file or folder that is to stand at `to`, relative to wherever the trees are put. */
export interface Tree {
  readonly from: string;
  readonly to: string;
}

/** Every file and symbolic link of a tree, in one order. */
export function* treeFiles({ from, to }: Tree): Generator<{ from: string; to: string; stat: Stats }> {
  const stat = lstatSync(from);
  if (!stat.isDirectory()) return yield { from, to, stat };
  for (const name of readdirSync(from).sort()) yield* treeFiles({ from: join(from, name), to: join(to, name) });
}

/**
 * Puts trees into a folder for everybody to read and to run, whatever their modes were: as hard links, which cost nothing,
 * and as copies where that is not possible (another file system, a file closed to others).
 */
export function linkTree(trees: readonly Tree[], folder: string): void {
  const made = new Set<string>();
  const makeFolder = (path: string) => {
    if (made.has(path) || path.length < folder.length) return;
    makeFolder(dirname(path));
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    made.add(path);
  };
  makeFolder(folder);
  for (const tree of trees) {
    for (const { from, to, stat } of treeFiles(tree)) {
      const target = join(folder, to);
      makeFolder(dirname(target));
      if (stat.isSymbolicLink()) symlinkSync(readlinkSync(from), target);
      else if (!isOpen(stat) || !linked(from, target)) copyOpen(from, target, stat);
    }
  }
  // Sources that run directly are modules only where a package.json says so.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n', { mode: 0o644 });
  chmodSync(join(folder, 'package.json'), 0o644);
}

/** Readable by everybody, and executable by everybody if by its owner. */
function isOpen({ mode }: Stats): boolean {
  return (mode & 0o444) === 0o444 && ((mode & 0o100) === 0 || (mode & 0o111) === 0o111) && (mode & 0o022) === 0;
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (['EXDEV', 'EPERM', 'EMLINK', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function copyOpen(from: string, to: string, { mode }: Stats): void {
  copyFileSync(from, to);
  chmodSync(to, mode & 0o100 ? 0o755 : 0o644);
}
