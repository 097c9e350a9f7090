import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ticksFolder } from '#platform/engines/folder.ts';
import type { EnginePrograms } from '#platform/engines/programs.ts';
import { type EngineUser, giveToEngines } from '#platform/engines/user.ts';
import { watchHeartbeat } from '#platform/heartbeat.ts';
import type { Log } from '#platform/log.ts';
import { askTicksEngine } from './heartbeat.ts';
import { launchTicksProcess, type TicksProcess } from './process.ts';

export interface EmbeddedTicks {
  /** Where the engine answers; stays the same when the child is started anew. */
  readonly url: string;
  /** The child's process id; undefined while it is being started anew. */
  pid(): number | undefined;
  /** Resolves when running statements have ended and the data directory is free. */
  stop(): Promise<void>;
}

export interface EmbeddedTicksOptions {
  /** Absolute; the engine keeps its data in `ticks` below it. */
  readonly dataDir: string;
  readonly user: EngineUser;
  readonly programs: Pick<EnginePrograms, 'node' | 'ticksChild'>;
  /** Demanded from every caller. */
  readonly secret: string;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Called each time the child answers again after it had died. */
  readonly onRestart?: () => void;
  /** How long the child may leave its heartbeat unanswered before it is killed and replaced. Seconds. */
  readonly hangSeconds: number;
  /** How long running statements may take to end once `stop` is called. Seconds. */
  readonly stopSeconds: number;
  /** How long after its bound a statement may run on before the child counts as hanging. Seconds; default 30. */
  readonly overdueSeconds?: number;
}

/** The engine looks at its clock between blocks, and a slow disk holds it up within one. */
const defaultOverdueSeconds = 30;

const firstBackoffMs = 100;
const longestBackoffMs = 5_000;
/** A killed server's child needs a moment to let go of the data directory. */
const patienceMs = 20_000;

/** Starts the embedded ticks engine and keeps it running. Rejects when it cannot be started at all. */
export async function startEmbeddedTicks(options: EmbeddedTicksOptions): Promise<EmbeddedTicks> {
  const { user, programs, secret, dataDir } = options;
  const path = join(dataDir, 'ticks');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const folder = ticksFolder(user, dataDir, path);
  giveToEngines(folder.user, path);
  const stopping = new AbortController();
  const giveUpMs = performance.now() + patienceMs;
  const start = { folder, programs, secret, overdueSeconds: options.overdueSeconds ?? defaultOverdueSeconds };
  const stopGraceMs = options.stopSeconds * 1000;
  let current: TicksProcess | undefined = await launchPatiently(() => launchTicksProcess({ ...start, port: 0 }), {
    stopGraceMs,
    stopping: stopping.signal,
    mayRetry: (error) => isLocked(error) && performance.now() < giveUpMs,
  });
  const { port } = current;

  async function startAnew(): Promise<TicksProcess> {
    return launchPatiently(() => launchTicksProcess({ ...start, port }), {
      stopGraceMs,
      stopping: stopping.signal,
      mayRetry(error) {
        options.log.warn({ err: error }, 'the ticks engine could not be started; trying again');
        return true;
      },
    });
  }

  async function supervise(): Promise<void> {
    while (current) {
      const child = current;
      const endWatch = watchHeartbeat({
        ask: (signal) => askTicksEngine(child, options.secret, signal),
        hangMs: options.hangSeconds * 1000,
        onHang(reason) {
          options.log.error({ reason }, 'the ticks engine hangs and is killed');
          child.kill();
        },
      });
      // Only a process that has gone has let go of the data directory: the next one waits for this.
      const reason = await child.exited;
      endWatch();
      if (stopping.signal.aborted) return;
      options.log.error({ reason }, 'the ticks engine ended and is started anew');
      current = undefined;
      current = await startAnew();
      options.log.info({}, 'the ticks engine answers again');
      options.onRestart?.();
    }
  }
  const supervised = supervise().catch((error: unknown) => {
    if (!stopping.signal.aborted) options.log.error({ err: error }, 'the ticks engine is no longer supervised');
  });

  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => current?.pid,
    async stop() {
      stopping.abort();
      await current?.stop(stopGraceMs);
      await supervised;
    },
  };
}

interface Patience {
  readonly stopping: AbortSignal;
  readonly stopGraceMs: number;
  /** Whether it is worth trying again after this failure. */
  readonly mayRetry: (error: unknown) => boolean;
}

async function launchPatiently(launch: () => Promise<TicksProcess>, { stopping, stopGraceMs, mayRetry }: Patience): Promise<TicksProcess> {
  for (let backoffMs = firstBackoffMs; ; backoffMs = Math.min(backoffMs * 2, longestBackoffMs)) {
    try {
      const child = await launch();
      if (!stopping.aborted) return child;
      await child.stop(stopGraceMs);
      stopping.throwIfAborted();
    } catch (error) {
      if (stopping.aborted || !mayRetry(error)) throw error;
    }
    await pause(backoffMs, undefined, { signal: stopping });
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /lock file/i.test(error.message);
}
