import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { killTree } from '#platform/children.ts';
import { type HeartbeatAnswer, watchHeartbeat } from '#platform/heartbeat.ts';
import type { Log } from '#platform/log.ts';

/** A PostgreSQL that answers, or did. */
export interface PostgresProcess {
  readonly child: ChildProcess;
  /** Resolves with the reason when its first process has ended, however it did. */
  readonly exited: Promise<string>;
}

export interface SupervisionOptions {
  /** Starts it on the same port and waits until it answers; by then it has recovered from its log. */
  readonly launch: () => Promise<PostgresProcess>;
  /** Asks it whether it still works; throws when there is no answer. */
  readonly ask: (signal: AbortSignal) => Promise<HeartbeatAnswer>;
  /** How long it may leave its heartbeat unanswered before it is killed. Seconds. */
  readonly hangSeconds: number;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** One that dies again within this time is not started a third time: something is wrong that starting does not mend. Minutes. */
  readonly restartMinutes: number;
  /** How long shutting down cleanly may take before it is killed. Seconds. */
  readonly stopSeconds: number;
  /** Called once, with the reason, when it has died and is not brought back. */
  readonly onGiveUp: (reason: string) => void;
}

/** A connection costs PostgreSQL a process, so it is asked less often than the ticks engine. */
const restMs = 5_000;

/**
 * Keeps PostgreSQL running: one that dies, or hangs and is killed, is started again, once. What it had acknowledged is on disk, and connections of the
 * pools are made anew, since the port stays. Answers the function that stops it; that resolves when it has gone.
 */
export function supervisePostgres(first: PostgresProcess, options: SupervisionOptions): () => Promise<void> {
  const { ask, hangSeconds, launch, log, restartMinutes, stopSeconds, onGiveUp } = options;
  const stopping = new AbortController();
  let current: PostgresProcess | undefined = first;

  async function supervise(): Promise<void> {
    for (let diedMs = Number.NEGATIVE_INFINITY; current && !stopping.signal.aborted; ) {
      const { child, exited } = current;
      const endWatch = watchHeartbeat({
        ask,
        hangMs: hangSeconds * 1000,
        restMs,
        onHang(why) {
          log.error({ reason: why }, 'PostgreSQL hangs and is killed');
          void killTree(child);
        },
      });
      const reason = await exited;
      endWatch();
      if (stopping.signal.aborted) return;
      current = undefined;
      const nowMs = performance.now();
      if (nowMs - diedMs < restartMinutes * 60_000) return onGiveUp(`${reason} It had died in the last ${restartMinutes} minutes before.`);
      diedMs = nowMs;
      log.error({ reason }, 'PostgreSQL ended and is started again');
      current = await launch();
      log.info({}, 'PostgreSQL answers again');
    }
  }
  const supervised = supervise().catch((error: unknown) => {
    if (!stopping.signal.aborted)
      onGiveUp(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`);
  });

  return async () => {
    stopping.abort();
    if (current) await stopPostgres(current, stopSeconds);
    await supervised;
    // It may just have been started again.
    if (current) await stopPostgres(current, stopSeconds);
  };
}

/** Shuts down cleanly; kills what does not within its time, which recovers from its log at the next start. */
async function stopPostgres({ child, exited }: PostgresProcess, stopSeconds: number): Promise<void> {
  child.kill('SIGINT');
  const late = await Promise.race([exited, pause(stopSeconds * 1000, 'late' as const, { ref: false })]);
  if (late === 'late') await killTree(child);
}
