import type { Log } from '#platform/log.ts';

/** Work that is done after the person has been answered, so that the answer does not tell whether there was any. */
export interface Afterwards {
  /** Never throws and never waits. With too much waiting the work is left undone, which the log says. */
  add(work: () => Promise<void>): void;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
}

const atOnce = 2;
const mostWaiting = 500;

export function createAfterwards(log: Pick<Log, 'warn'>): Afterwards {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();

  function next(): void {
    const work = running.size < atOnce ? waiting.shift() : undefined;
    if (!work) return;
    const done = work()
      .catch((error: unknown) => log.warn({ err: error }, 'a mail that was asked for could not be prepared'))
      .finally(() => {
        running.delete(done);
        next();
      });
    running.add(done);
  }

  return {
    add(work) {
      if (waiting.length >= mostWaiting) return log.warn({ waiting: mostWaiting }, 'too many mails are asked for; some are left out');
      waiting.push(work);
      setImmediate(next);
    },
    async settled() {
      while (running.size + waiting.length > 0) await (running.size > 0 ? Promise.all(running) : new Promise(setImmediate));
    },
  };
}
