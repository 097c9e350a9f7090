import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');

/** A server started as its operator starts it, in a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Resolves with the exit code when the process has ended by itself or by a signal (then null). */
  readonly ended: Promise<number | null>;
  /** Standard output and error so far. */
  output(): string;
  /** SIGTERM, and waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Record<string, string>;
  /** A program that starts the server in its place (`setpriv …`): as another user, in another namespace. */
  readonly under?: readonly string[];
  /** Another checkout than this one. */
  readonly checkout?: string;
}

/** What a process that has ended left behind. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the server and waits until it is ready. Rejects with what it said when it ends before that. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = launchServer({ ...options, dataDir: options.dataDir ?? newDataDir(), port: options.port ?? (await freePort()) });
  const { process: child, url } = server;
  await until(`the server at ${url} is ready`, async () => {
    if (hasEnded(child)) throw new Error(`The server ended (${child.signalCode ?? `code ${child.exitCode}`}):\n${server.output()}`);
    return isReady(url);
  });
  return server;
}

/** Starts the server and does not wait for it. */
export function launchServer(options: ServerOptions & { readonly dataDir: string; readonly port: number }): RunningServer {
  const { dataDir, port } = options;
  const url = `http://localhost:${port}`;
  let output = '';
  const env = { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url, DEMO: '0', ...options.env };
  const child = launch('main.ts', [], env, options);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    url,
    port,
    dataDir,
    process: child,
    ended,
    output: () => output,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts a server that is not expected to stay: answers how it ended. */
export function startInVain(env: Record<string, string>, options: Pick<ServerOptions, 'under' | 'checkout'> = {}): Promise<Ended> {
  return outcome(launch('main.ts', [], env, options));
}

/** Runs the operator's tool and answers what it printed. */
export function vigil(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return startVigil(dataDir, args, env).ended;
}

/** Starts the operator's tool and does not wait for it, so that it can be killed. */
export function startVigil(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const child = launch('vigil.ts', args, { DATA_DIR: dataDir, ...env });
  return { process: child, ended: outcome(child) };
}

/** The same for a command that must do: answers its words, line by line. Throws with its complaint. */
export async function vigilLines(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const { code, stdout, stderr } = await vigil(dataDir, args, env);
  if (code !== 0) throw new Error(`vigil ${args.join(' ')} ended with code ${code}: ${stderr}`);
  return stdout.trimEnd().split('\n');
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false;
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'vigil-e2e-'));
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Waits for a condition, asking again every 100 ms for up to `seconds`. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, seconds = 90): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s in vain: ${what}`);
    await pause(100);
  }
}

/** Data directories in a mount namespace of their own, and what a program is started by that is to see one. */
const ways = new Map<string, readonly string[]>();

/** Servers and tools on this data directory are started by `under` from now on. */
export function reachedBy(dataDir: string, under: readonly string[]): void {
  ways.set(dataDir, under);
}

/** The test runner's own NODE_ENV means nothing to the server. */
function launch(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  { under = ways.get(env.DATA_DIR ?? '') ?? [], checkout = root }: Pick<ServerOptions, 'under' | 'checkout'> = {},
): ChildProcess {
  const node = join(checkout, 'node_modules', '.bin', 'node');
  const [command = node, ...all] = [...under, node, join(checkout, 'apps/server/src', script), ...args];
  return spawn(command, all, {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  // `close` comes after the last output, `exit` may come before it.
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
