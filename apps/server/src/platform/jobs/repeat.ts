/**
 * Does something every so many seconds, one run after the other: one that takes longer is followed by one, not by all that it has
 * held up. Returns what ends it, which resolves when the run that is under way is over.
 */
export function repeat(everySeconds: number, run: () => Promise<unknown>, failed: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  let stopped = false;
  const timer = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    running = running
      .then(async () => {
        isWaiting = false;
        if (!stopped) await run();
      })
      .catch(failed);
  }, everySeconds * 1000);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
