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
  /** Stops the server in an orderly way and removes its data. */
  stop(): Promise<void>;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

const startsWithinMs = 60_000;

/**
 * A server of its own, started as an operator starts one, over an empty data directory; or in the place of one that was
 * killed, over its data and at its address (which tokens name as their issuer).
 */
export async function startServer(killed?: Pick<ServerProcess, 'dataDir' | 'url'>): Promise<ServerProcess> {
  const dataDir = killed?.dataDir ?? mkdtempSync(join(tmpdir(), 'vigil-bench-'));
  const url = killed?.url ?? `http://127.0.0.1:${await freePort()}`;
  const main = join(import.meta.dirname, '../apps/server/src/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port, DEMO: '0', LOG_LEVEL: 'error', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const giveUpAt = performance.now() + startsWithinMs;
  while (!(await ready(url))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      await stop();
      throw new Error('The server to be measured did not start');
    }
    await pause(50);
  }
  return { url, dataDir, pid: child.pid ?? 0, stop, ended };
}

async function ready(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
