// Installs the packages of a set. It only ever adds: a server that runs in this folder keeps the files that it has open.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { explain } from './install-failures.mjs';
import { linkNode, ownNode, provideNode } from './own-node.mjs';
import { missingPackages, namesOfInstalled, neededPackages, needlessPackages, readLock, standardLibrary } from './packages.mjs';
import { run } from './run.mjs';
import { SetupError, say } from './say.mjs';
import { digestOf, isWritable, readStamp, writeStamp } from './stamps.mjs';

/** True when the stamp says so and nobody has installed, removed or cleaned up by hand since. */
export function isInstalled(root, set) {
  const stamp = readStamp(root, 'install');
  return (
    stamp?.finished === true &&
    (stamp.set === 'everything' || stamp.set === set) &&
    existsSync(ownNode(root)) &&
    stamp.lock === lockDigest(root) &&
    stamp.installed === digestOfInstalled(root)
  );
}

/**
 * Brings node_modules to the lock file's versions of what `wanted` needs; a set that was wider before stays, since taking
 * packages away could take them from a command that runs. Throws SetupError with one sentence when it cannot.
 */
export async function install(root, wanted, turn) {
  if (process.platform === 'linux' && standardLibrary() !== 'glibc')
    throw new SetupError(
      'The databases that Vigil brings along need glibc, which this Linux (Alpine, for one) does not have. Use Debian, Ubuntu, Fedora or another with glibc.',
    );
  const before = readStamp(root, 'install');
  const set = before?.set === 'everything' ? 'everything' : wanted;
  const lock = lockDigest(root);
  const packages = readLock(root);
  const needed = neededPackages(packages, set);
  say(set === 'running' ? 'installing what running needs (once)' : 'installing what running and developing need (once)');
  writeStamp(root, 'install', { set, finished: false });
  const { environment, ownCache } = npmEnvironment(root);
  let outcome = await npm(root, set, environment, turn);
  // An old Node is refused by some packages for this machine, which npm then leaves out: the Node that came along gets them.
  if (outcome.code === 0 && missingPackages(root, packages, needed).length > 0 && linkNode(root))
    outcome = await npm(root, set, environment, turn);
  if (outcome.signalled) throw new SetupError('The installation was interrupted; the next command takes it up again.');
  const missing = outcome.code === 0 ? missingPackages(root, packages, needed) : [];
  if (outcome.code !== 0 || missing.length > 0) throw new SetupError(explain(root, outcome, missing));
  if (set === 'running') removeNeedless(root, packages, needed);
  removeHeaders(root);
  if (ownCache) rmSync(ownCache, { recursive: true, force: true });
  provideNode(root);
  writeStamp(root, 'install', { set, finished: true, lock, installed: digestOfInstalled(root) });
}

/**
 * `npm install` adds what is missing, where `npm ci` would begin with removing everything. Without saving it neither touches
 * package.json nor the lock file. What the machine or its user has configured for other projects must not change the outcome.
 */
function npm(root, set, env, turn) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error', '--no-update-notifier'];
  // No package of ours needs its install script; none gets to run one.
  const same = ['--no-save', '--ignore-scripts', '--include=optional', '--include=peer', '--no-engine-strict', '--no-dry-run'];
  const shape = ['--no-global', '--install-strategy=hoisted', '--no-legacy-peer-deps', '--package-lock'];
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=4000'];
  const which = set === 'running' ? ['--omit=dev'] : ['--include=dev'];
  const args = ['install', ...quiet, ...same, ...shape, ...retries, ...which];
  const cli = process.env.npm_execpath ?? '';
  const own = existsSync(ownNode(root)) ? ownNode(root) : undefined;
  // The very npm that runs us, as its file; `npm` from PATH where another package manager or nobody does.
  const [program, first] = basename(cli) === 'npm-cli.js' ? [own ?? process.execPath, [cli]] : ['npm', []];
  const PATH = own ? `${dirname(own)}:${env.PATH}` : env.PATH;
  return run(program, [...first, ...args], { cwd: root, env: { ...env, PATH }, onStart: turn.workedOnBy }).catch((error) => {
    throw new SetupError(`npm could not be started (${error.message}). Vigil installs its packages by npm: install it and try again.`);
  });
}

/** Some users have no home, or one that they may not write to: then the cache is in the project, until the end of the installation. */
function npmEnvironment(root) {
  const { HOME, npm_config_cache: configured } = process.env;
  const cache = configured ?? (HOME ? join(HOME, '.npm') : undefined);
  if (cache && canWrite(cache)) return { environment: process.env, ownCache: undefined };
  const ownCache = join(root, 'node_modules', '.cache', 'npm');
  return { environment: { ...process.env, HOME: HOME || ownCache, npm_config_cache: ownCache }, ownCache };
}

function canWrite(folder) {
  try {
    // Its parent has to be there: a home that does not exist is nobody's, and not ours to make.
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') return false;
  }
  return isWritable(folder) && (!existsSync(join(folder, '_cacache')) || isWritable(join(folder, '_cacache')));
}

/** npm's own record of the tree is dropped with them: it would make the next installation believe that they are there. */
function removeNeedless(root, packages, needed) {
  const needless = needlessPackages(root, packages, needed);
  if (needless.length === 0) return;
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  for (const path of needless) {
    rmSync(join(root, path), { recursive: true, force: true });
    const scope = join(root, path, '..');
    if (basename(scope).startsWith('@') && readdirSync(scope).length === 0) rmdirSync(scope);
  }
  const programs = join(root, 'node_modules', '.bin');
  for (const name of existsSync(programs) ? readdirSync(programs) : []) {
    const path = join(programs, name);
    if (lstatSync(path).isSymbolicLink() && !existsSync(path)) rmSync(path);
  }
}

/** Node's package brings C++ headers of 67 MB, for building packages on the spot, which none of ours does. */
function removeHeaders(root) {
  for (const name of namesOfInstalled(root).filter((one) => /^node-(bin-)?(linux|darwin)-/.test(one)))
    rmSync(join(root, 'node_modules', name, 'include'), { recursive: true, force: true });
}

function lockDigest(root) {
  return digestOf(root, ['package-lock.json']);
}

function digestOfInstalled(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  const hash = createHash('sha256').update(namesOfInstalled(root).join('\n'));
  return hash.update(existsSync(record) ? readFileSync(record) : '').digest('hex');
}
