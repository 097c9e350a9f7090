// A stamp says what has been done to a checkout, so that it is not done again. It is written last: work that was cut short
// left none and is done again.
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './say.mjs';

/** Beside the packages, so that whoever removes them removes what is said of them. */
export function stampFolder(root) {
  return join(root, 'node_modules', '.cache', 'vigil');
}

/** Undefined when there is none, or none that can be read. */
export function readStamp(root, name) {
  try {
    return JSON.parse(readFileSync(join(stampFolder(root), `${name}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

export function writeStamp(root, name, value) {
  mkdirSync(stampFolder(root), { recursive: true });
  const path = join(stampFolder(root), `${name}.json`);
  writeFileSync(`${path}.new`, JSON.stringify(value));
  renameSync(`${path}.new`, path);
}

export function removeStamp(root, name) {
  rmSync(join(stampFolder(root), `${name}.json`), { force: true });
}

/** One digest of names and contents; a path that does not exist counts as such. Tests are not part of what is built. */
export function digestOf(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((one) => filesBelow(join(root, one))))
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesBelow(join(path, name)));
}

export function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws SetupError, before anything is begun, when the checkout belongs to somebody else or is mounted read-only. */
export function mustBeWritable(root) {
  const modules = join(root, 'node_modules');
  const closed = [root, modules, join(modules, '.cache'), stampFolder(root)].find((path) => existsSync(path) && !isWritable(path));
  if (closed === undefined) return;
  throw new SetupError(
    `${root} is not set up for this version yet, and ${closed} cannot be written. Run "npm run build" there once as a user who may write to it; after that it starts without writing anything.`,
  );
}
