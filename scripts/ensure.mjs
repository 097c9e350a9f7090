// Makes a checkout ready for a command: installs when the lock file changed, builds the portal when its sources did.
// Runs before every npm script, on whatever Node the machine has (18 or newer), so it uses nothing but Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const command = process.argv[2] ?? 'start';
const stamps = join(root, 'node_modules', '.cache', 'vigil');
const needsPortal = ['start', 'test', 'bench'].includes(command);

const [major] = process.versions.node.split('.').map(Number);
if (major < 18) stop(`Vigil's set-up needs Node 18 or newer to start from; this is ${process.version}.`);
if (process.platform === 'win32') stop('Vigil runs on Linux and macOS; on Windows use the Windows Subsystem for Linux.');

const lock = digest([join(root, 'package-lock.json')]);
if (stamp('install') !== lock) {
  say('installing dependencies (once)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  keep('install', lock);
}

if (needsPortal) {
  const sources = [
    'apps/portal/src',
    'apps/portal/index.html',
    'apps/portal/vite.config.ts',
    'apps/portal/vite',
    'apps/portal/public',
    'packages/domain/src',
    'packages/contract/src',
    'package-lock.json',
  ];
  const portal = digest(sources.flatMap((path) => files(join(root, path))));
  if (stamp('portal') !== portal || !existsSync(join(root, 'apps/portal/dist/index.html'))) {
    say('building the portal');
    run('vite', ['build', 'apps/portal', '--logLevel', 'warn']);
    keep('portal', portal);
  }
}

function files(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => files(join(path, name)));
}

function digest(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function stamp(name) {
  const path = join(stamps, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function keep(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}

function run(program, args) {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path },
  });
  if (status !== 0)
    stop(
      `"${program} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}. What it printed above says why; run the same command again once that is mended.`,
    );
}

function say(text) {
  process.stderr.write(`vigil: ${text}\n`);
}

function stop(text) {
  say(text);
  process.exit(1);
}
