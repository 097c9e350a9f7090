import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');
/** Every character that a shell, a PATH or a pattern could trip over. */
const awkwardName = `it's "half" $HOME: wärm [x] & co`;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Record<string, string | undefined>;
  /** Root may write anywhere; without its capabilities it is bound by permissions as everybody is. */
  readonly boundByPermissions?: boolean;
}

/**
 * A small project with this one's scripts, in a folder with an awkward name. Its packages are files, so that nothing is asked
 * of a network: `plain` and `vite` (which writes one page) run, `tool` is for developing and an optional peer of `plain`.
 */
export function createProject() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-setup-')));
  chmodSync(base, 0o755);
  const root = join(base, awkwardName);
  for (const folder of ['scripts', 'vendor', 'member', 'apps/portal/src', 'apps/server/src'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(repository, 'scripts/ensure.mjs'), join(root, 'scripts/ensure.mjs'));
  cpSync(join(repository, 'scripts/setup'), join(root, 'scripts/setup'), { recursive: true });
  pack(root, { name: 'plain', peerDependencies: { tool: '*' }, peerDependenciesMeta: { tool: { optional: true } } });
  pack(root, { name: 'tool', bin: { tool: 'index.js' } });
  pack(root, { name: 'vite' }, { 'bin/vite.js': pageWriter });
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: object };
  write('package.json', {
    name: 'fixture',
    version: '1.0.0',
    private: true,
    workspaces: ['member'],
    scripts,
    devDependencies: fileOf('tool'),
  });
  write('member/package.json', { name: 'member', version: '1.0.0', dependencies: { ...fileOf('plain', '..'), ...fileOf('vite', '..') } });
  write('apps/portal/src/page.html', '<p>first</p>');
  write('apps/server/src/main.ts', startedProgram);
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund'], { cwd: root, stdio: 'pipe' });

  function write(path: string, content: string | object): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }

  function start(command: string, options: RunOptions = {}): ChildProcess {
    const args = [join(root, 'scripts/ensure.mjs'), command];
    return begin(options.boundByPermissions ? withoutCapabilities(process.execPath, args) : [process.execPath, args], root, options.env);
  }

  return {
    root,
    write,
    start,
    ensure: (command: string, options: RunOptions = {}) => outcome(start(command, options)),
    npm: (args: readonly string[], env: RunOptions['env'] = {}) => outcome(begin(['npm', args], root, env)),
    has: (path: string) => existsSync(join(root, path)),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    /** Names at the top of node_modules. */
    installed: () => readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.')),
    /** A stand-in for npm, given as a program's text; answers the environment that makes the scripts use it. */
    npmStandIn(text: string): Record<string, string> {
      const path = join(base, 'stand-in', 'npm-cli.js');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return { npm_execpath: path };
    },
    remove() {
      execFileSync('chmod', ['-R', 'u+w', base]);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

export type Project = ReturnType<typeof createProject>;

/** Stands in for the portal's builder: copies the one source to where the build is asked for. */
const pageWriter = `
const { mkdirSync, copyFileSync } = require('node:fs');
const [, , , portal] = process.argv;
const out = portal + '/' + process.argv[process.argv.indexOf('--outDir') + 1];
mkdirSync(out, { recursive: true });
if (process.env.BREAK_BUILD) process.exit(1);
copyFileSync(portal + '/src/page.html', out + '/index.html');
`;

const startedProgram = "console.log('started with DEMO=' + process.env.DEMO + ' in ' + process.cwd());";

function pack(root: string, manifest: { name: string; [field: string]: unknown }, files: Record<string, string> = {}): void {
  const folder = join(root, 'vendor', 'package');
  for (const [path, content] of Object.entries({
    'package.json': JSON.stringify({ version: '1.0.0', ...manifest }),
    'index.js': `exports.name = '${manifest.name}';\n`,
    ...files,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  execFileSync('tar', ['czf', `${manifest.name}-1.0.0.tgz`, 'package'], { cwd: join(root, 'vendor') });
  rmSync(folder, { recursive: true });
}

function fileOf(name: string, up = '.'): Record<string, string> {
  return { [name]: `file:${up}/vendor/${name}-1.0.0.tgz` };
}

type Command = readonly [program: string, args: readonly string[]];

function withoutCapabilities(program: string, args: readonly string[]): Command {
  if (process.getuid?.() !== 0) return [program, args];
  return ['setpriv', ['--inh-caps=-all', '--bounding-set=-all', '--', program, ...args]];
}

/** What the runner of these tests was started with says nothing about the project: npm's variables are not handed on. */
function begin([program, args]: Command, cwd: string, env: RunOptions['env'] = {}): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_ENV');
  return spawn(program, [...args], { cwd, env: { ...Object.fromEntries(inherited), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

function outcome(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}
