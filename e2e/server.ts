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
  readonly dataDir: string;
  readonly process: ChildProcess;
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
}

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? newDataDir();
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  let output = '';
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url, DEMO: '0', NODE_ENV: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await until(`the server at ${url} is ready`, async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}:\n${output}`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false;
  });
  return {
    url,
    dataDir,
    process: child,
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

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'vigil-e2e-'));
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Runs the operator's tool and answers what it printed. */
export function vigil(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'apps/server/src/vigil.ts'), ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    child.once('exit', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Waits for a condition, asking again every 100 ms for up to `seconds`. */
export async function until(what: string, holds: () => Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s in vain: ${what}`);
    await pause(100);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
