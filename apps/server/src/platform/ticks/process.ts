import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { watchChild } from '#platform/children.ts';
import type { EngineFolder } from '#platform/engines/folder.ts';
import type { EnginePrograms } from '#platform/engines/programs.ts';
import { systemPath } from '#platform/engines/system-program.ts';
import { readyPrefix, type Start } from './child/start.ts';

const readyTimeoutMs = 60_000;

/** A child that answers, or did. */
export interface TicksProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves with the reason when the process has ended, however it did. */
  readonly exited: Promise<string>;
  /** Asks it to finish what it has begun and leave, and kills it after `graceMs`; resolves when it has gone. */
  stop(graceMs: number): Promise<void>;
  /** Ends it at once, also when it is stopped or hangs; what it has acknowledged is on disk. `exited` says when it has gone. */
  kill(): void;
}

export interface TicksProcessOptions {
  readonly folder: EngineFolder;
  readonly programs: Pick<EnginePrograms, 'node' | 'ticksChild'>;
  readonly secret: string;
  /** 0 for any free port. */
  readonly port: number;
  /** See `Start`. */
  readonly overdueSeconds: number;
}

/** Starts the child and waits until it listens. Rejects with what it said when it ends before that. */
export async function launchTicksProcess(options: TicksProcessOptions): Promise<TicksProcess> {
  const { folder, programs, secret, port: wanted, overdueSeconds } = options;
  const child = spawnChild(folder, programs);
  watchChild(child);
  const said = keepTail(child);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`${signal ?? `code ${code}`}: ${said()}`));
  });
  // Writing to a child that died at once would otherwise end this process as well.
  child.stdin?.on('error', () => undefined);
  const start: Start = { folder: folder.at, secret, port: wanted, overdueSeconds };
  child.stdin?.write(`${JSON.stringify(start)}\n`);
  const port = await whenReady(child, exited);
  return {
    pid: child.pid ?? 0,
    port,
    exited,
    kill: () => void child.kill('SIGKILL'),
    async stop(graceMs) {
      child.stdin?.end();
      const killer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(killer);
    },
  };
}

function spawnChild(folder: EngineFolder, programs: TicksProcessOptions['programs']): ChildProcess {
  const { command, args, ...as } = folder.launch(programs.node, ['--disable-warning=ExperimentalWarning', programs.ticksChild], 'KILL');
  return spawn(command, [...args], {
    ...as,
    // The engine's own threads are many; libuv's carry one statement each, and the default of 4 would queue them.
    env: { PATH: systemPath, TZ: 'UTC', LC_ALL: 'C', HOME: folder.at, UV_THREADPOOL_SIZE: '16' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in the terminal reaches the server only, which then stops its stores in order.
    detached: true,
  });
}

function whenReady(child: ChildProcess, exited: Promise<string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The ticks engine did not start within ${readyTimeoutMs / 1000} s.`));
    }, readyTimeoutMs);
    const settle = (work: () => void) => {
      clearTimeout(timer);
      work();
    };
    void exited.then((reason) => settle(() => reject(new Error(`The ticks engine ended while starting (${reason}).`))));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith(readyPrefix)) settle(() => resolve((JSON.parse(line.slice(readyPrefix.length)) as { port: number }).port));
    });
  });
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-2000);
  });
  return () => tail.trim();
}
