import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';

export interface DeferredWorkOptions<State> {
  readonly name: string;
  readonly empty: () => State;
  readonly merge: (into: State, from: State) => void;
  readonly isEmpty: (state: State) => boolean;
  /** Does all of the state, or throws and will be given it again. Repeating it must be harmless. */
  readonly work: (state: State) => Promise<void>;
  /** Every change received before this moment has been added, or is on its way and received later. Milliseconds. */
  readonly watermark: () => number;
  /** Changes wait this long for company. */
  readonly delayMs: number;
  /** Work takes at most one part in so many of the time: under load it happens less often, in larger pieces. */
  readonly oneIn: number;
  /** Under load changes wait no longer than this; by default 15 s. */
  readonly longestDelayMs?: number;
  readonly log: Pick<Log, 'warn'>;
}

/** Follow-up work of commits: gathered for a moment, done in one go, repeated until it succeeds. */
export interface DeferredWork<State> {
  add(change: (state: State) => void): void;
  /** Everything received before this moment is done. Milliseconds. */
  doneUpToMs(): number;
  /** What is not done yet: gathered, or being worked on. */
  pending(): readonly State[];
  /** Does what has gathered at once; resolves when all is done and throws what kept it from being done. */
  flush(): Promise<void>;
  stop(): void;
}

const defaultLongestDelayMs = 15_000;

export function createDeferredWork<State>(options: DeferredWorkOptions<State>): DeferredWork<State> {
  const longestDelayMs = options.longestDelayMs ?? defaultLongestDelayMs;
  let gathered = options.empty();
  let inWork: State | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let doneMs = options.watermark();
  let delayMs = options.delayMs;
  let stopped = false;

  function schedule(): void {
    if (stopped || timer || running || options.isEmpty(gathered)) return;
    timer = setTimeout(() => {
      timer = undefined;
      run().catch((error: unknown) =>
        options.log.warn(
          { reason: failureReason(error), work: options.name },
          'follow-up work of stored ticks failed and will be repeated',
        ),
      );
    }, delayMs);
  }

  function run(): Promise<void> {
    running ??= work().finally(() => {
      running = undefined;
      schedule();
    });
    return running;
  }

  async function work(): Promise<void> {
    const watermarkMs = options.watermark();
    const state = gathered;
    gathered = options.empty();
    inWork = state;
    const start = performance.now();
    try {
      await options.work(state);
      doneMs = watermarkMs;
      delayMs = Math.min(Math.max(options.delayMs, (performance.now() - start) * (options.oneIn - 1)), longestDelayMs);
    } catch (error) {
      options.merge(gathered, state);
      delayMs = Math.min(Math.max(delayMs, 250) * 2, defaultLongestDelayMs);
      throw error;
    } finally {
      inWork = undefined;
    }
  }

  return {
    add(change) {
      change(gathered);
      schedule();
    },
    doneUpToMs() {
      if (!running && options.isEmpty(gathered)) doneMs = options.watermark();
      return doneMs;
    },
    pending: () => (inWork === undefined ? [gathered] : [gathered, inWork]),
    async flush() {
      // A run that is under way may have begun before the caller's changes, so its end is not enough.
      while (running || !options.isEmpty(gathered)) await run();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
