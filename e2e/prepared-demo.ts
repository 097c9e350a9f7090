import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDataDir, removeDataDir, startServer, until } from './server.ts';

/** What the demonstrations of the tests are started with: few days, because the first test waits for them. */
export const demoEnv = { DEMO: '1', DEMO_DAYS: '4' };

/** Making one takes some twenty seconds of a machine that has nothing else to do. */
const patienceSeconds = 240;

/** For a run: where its demonstration is kept, made by the first test that needs one. Its projects share it. */
export function setup(): (() => void) | undefined {
  if (process.env.PREPARED_DEMO) return;
  const folder = mkdtempSync(join(tmpdir(), 'vigil-prepared-'));
  process.env.PREPARED_DEMO = folder;
  return () => {
    delete process.env.PREPARED_DEMO;
    removeDataDir(folder);
  };
}

/** A data directory with the demonstration, its readings stored: a copy of the run's, or made now where no run keeps one. */
export async function demoDataDir(): Promise<string> {
  const { PREPARED_DEMO: folder } = process.env;
  if (!folder) return makeDemo(newDataDir());
  const [prepared, making] = [join(folder, 'demo'), join(folder, 'making')];
  if (!existsSync(prepared)) {
    if (isFirst(making)) {
      // Whoever sees it sees it whole.
      const made = makeDemo(newDataDir()).then((dataDir) => renameSync(dataDir, prepared));
      await made.finally(() => rmdirSync(making));
    } else {
      await until('another test has made the demonstration', () => existsSync(prepared) || !existsSync(making), patienceSeconds);
      // The other test's failure is not this one's.
      if (!existsSync(prepared)) return makeDemo(newDataDir());
    }
  }
  const dataDir = newDataDir();
  // Owners and modes stay: the engines refuse folders that others may read.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}

/** True for one of several processes that ask at the same time. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function makeDemo(dataDir: string): Promise<string> {
  const server = await startServer({ dataDir, env: demoEnv });
  await until('the history is stored', () => server.output().includes('demo: all data is loaded'), patienceSeconds);
  await server.stop();
  return dataDir;
}
