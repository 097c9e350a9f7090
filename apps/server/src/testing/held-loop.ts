import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How the event loop fared while something was going on. Milliseconds. */
export interface HeldLoop {
  /**
   * The longest that this thread worked without a timer having its turn, in time of its own on a core: that another
   * process had the core meanwhile does not count, so that it means the same on a busy machine.
   */
  readonly longestHoldMs: number;
  /** The same by the clock on the wall, by Node's own histogram. */
  readonly longestDelayMs: number;
}

const everyMs = 2;

/** Watches the event loop of this thread, which is the server's in tests, until `work` is done. */
export async function watchLoop<T>(work: () => Promise<T>): Promise<HeldLoop & { readonly result: T }> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  let before = ownMs();
  let longestHoldMs = 0;
  const look = () => {
    const now = ownMs();
    longestHoldMs = Math.max(longestHoldMs, now - before);
    before = now;
  };
  histogram.enable();
  const timer = setInterval(look, everyMs);
  try {
    const result = await work();
    look();
    return { result, longestHoldMs, longestDelayMs: histogram.max / 1e6 };
  } finally {
    clearInterval(timer);
    histogram.disable();
  }
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
