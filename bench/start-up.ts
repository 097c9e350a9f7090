import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takeDataLock } from '#server/platform/data-lock.ts';
import { type Figure, figure } from './figure.ts';
import { freePort, isReady, startServer, whenCutShort } from './server-process.ts';

const secondStartSeconds = 5;
const npmStartWithinMs = 120_000;

/** From the command to a server that says that it is ready, and from SIGTERM to its end. */
export async function benchStartUp(): Promise<Figure[]> {
  const first = await startServer();
  const stopMs = await first.halt();
  const second = await startServer(first);
  await second.stop();
  const figures = [
    figure('start.fresh', first.readyAfterMs / 1000, 's'),
    figure('start.second', second.readyAfterMs / 1000, 's', secondStartSeconds),
    figure('start.stop', stopMs / 1000, 's'),
  ];
  // Only when the bench's own pre-script has just installed and built: otherwise that would be measured, and change the checkout.
  return process.env.npm_lifecycle_event === 'bench' ? [...figures, ...(await npmStartFigures())] : figures;
}

/** The same through `npm start` with its demonstration, as someone types it who has installed before. */
async function npmStartFigures(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigil-bench-'));
  try {
    const fresh = await npmStart(dataDir);
    const again = await npmStart(dataDir);
    return [figure('start.npm_fresh', fresh, 's'), figure('start.npm_second', again, 's', secondStartSeconds)];
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Seconds until ready; the server is stopped again. */
async function npmStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', DEMO_DAYS: '1', NODE_ENV: '' },
    stdio: 'ignore',
    // npm, its shell and the server are one group, which is stopped as one.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
    await untilFree(dataDir);
  };
  const done = whenCutShort(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    while (!(await isReady(url))) {
      if (child.exitCode !== null || performance.now() - from > npmStartWithinMs) throw new Error('npm start did not get ready');
      await pause(20);
    }
    return (performance.now() - from) / 1000;
  } finally {
    await stop();
    done();
  }
}

/** npm may end before the server that it started has, and that holds the data directory to its very end. */
async function untilFree(dataDir: string): Promise<void> {
  for (;;) {
    const lock = takeDataLock(dataDir);
    if (lock) return lock.release();
    await pause(20);
  }
}
