import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from its start until it said that it was ready. */
  readonly readyAfterMs: number;
  /** SIGKILL, and waits for the end; the data stays. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the end; the data stays. Answers how long that took, in milliseconds. */
  halt(): Promise<number>;
  /** Stops the server in an orderly way and removes its data. */
  stop(): Promise<void>;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

const startsWithinMs = 60_000;
const undoings = new Set<() => Promise<unknown>>();

/** Has `undo` called when the run is cut short, until the function that this answers is called. */
export function whenCutShort(undo: () => Promise<unknown>): () => void {
  undoings.add(undo);
  return () => undoings.delete(undo);
}

/** Stops every server that is still there and removes its data: for a run that is cut short. */
export async function undoAll(): Promise<void> {
  await Promise.all([...undoings].map((undo) => undo()));
}

/**
 * A server of its own, started as an operator starts one, over an empty data directory; or in the place of one that was
 * killed or halted, over its data and at its address (which tokens name as their issuer). `env`: more settings.
 */
export async function startServer(
  before?: Pick<ServerProcess, 'dataDir' | 'url'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const dataDir = before?.dataDir ?? mkdtempSync(join(tmpdir(), 'vigil-bench-'));
  const url = before?.url ?? `http://127.0.0.1:${await freePort()}`;
  const main = join(import.meta.dirname, '../apps/server/src/main.ts');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port, DEMO: '0', LOG_LEVEL: 'error', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own: Ctrl-C reaches the bench only, which then stops its servers in order.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const halt = async () => {
    const from = performance.now();
    child.kill('SIGTERM');
    await ended;
    return performance.now() - from;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    await halt();
    done();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const readyAfterMs = () => performance.now() - startedAt;
  const server: ServerProcess = { url, dataDir, pid: child.pid ?? 0, readyAfterMs: 0, kill, halt, stop, ended };
  const done = whenCutShort(stop);
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null || readyAfterMs() > startsWithinMs) {
      await stop();
      throw new Error('The server to be measured did not start');
    }
    await pause(20);
  }
  return { ...server, readyAfterMs: readyAfterMs() };
}

/** Whether the server at this address says that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** A port of loopback that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
