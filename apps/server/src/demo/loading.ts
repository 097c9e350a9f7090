import type { Log } from '#platform/log.ts';
import type { HistoryProgress } from './history.ts';

export interface LoadingDeps {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly print: (line: string) => void;
  readonly now: () => number;
}

export type Step = readonly [what: string, load: () => Promise<unknown>];

/** Tells, in the log and on the console, what of the demonstration's data is being stored, and when all of it is there. */
export function createLoading({ log, print, now }: LoadingDeps) {
  const startedMs = now();
  return {
    /** Loads one after the other, until `signal` is aborted. */
    async inTurn(signal: AbortSignal, steps: readonly Step[]): Promise<void> {
      print('Loading the demonstration’s data. Charts and alerts are incomplete until this is done.');
      for (const [index, [what, load]] of steps.entries()) {
        if (signal.aborted) return;
        log.info({ step: index + 1, of: steps.length, what }, 'demo: loading data');
        print(`Loading ${what} (step ${index + 1} of ${steps.length})`);
        await load();
      }
    },
    readings(progress: Readonly<HistoryProgress>): void {
      log.info({ ...progress }, 'demo: readings of synthetic members stored');
      print(`Loading readings: ${progress.done} of ${progress.members} members`);
    },
    complete(progress: Readonly<HistoryProgress>): void {
      const ms = Math.round(now() - startedMs);
      log.info({ ...progress, ms }, 'demo: all data is loaded');
      print(`The demonstration’s data is complete (${Math.round(ms / 1000)} s).`);
    },
    failed(error: unknown): void {
      log.warn({ err: error }, 'demo: not all data was loaded; the next start goes on with it');
      print('Not all of the demonstration’s data was loaded. The log says why; the next start goes on with it.');
    },
  };
}
