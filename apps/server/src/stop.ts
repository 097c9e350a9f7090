import type { Log } from '#platform/log.ts';

export interface StopOptions {
  /** The process has ended so long after it was asked to, whatever hangs. Milliseconds. */
  readonly withinMs: number;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Ends what is still running, at once. Must be safe at any moment. */
  readonly lastResort: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/** The one way in which the server ends: in order as far as the time goes, then at once. Never leaves a process behind. */
export interface Stop {
  /**
   * Adds what has to be done before the steps added earlier. To be added as soon as the work that it undoes has begun, not
   * when it is finished: a stop may come in between. A step that fails or hangs does not keep the others from their turn.
   */
  before(name: string, step: () => Promise<unknown>): void;
  /** True once a stop has begun: a start that is still under way must not go on. */
  begun(): boolean;
  /** Ends the process. Asked again later, it does not wait any longer for anything. */
  now(reason: string, code: number): void;
}

/** A step that hangs may use this part of the time that is left; the rest is for the steps after it. */
const shareOfStep = 0.6;
/** The part of the time after which whatever still runs is killed. */
const shareInOrder = 0.9;
/** A process that waits for a disk ends only when the disk answers: it has been killed, and is not waited for. Milliseconds. */
const longestKillMs = 1_000;
/** One Ctrl-C reaches the server twice under `npm start`: from the terminal, and passed on by npm. */
const sameRequestMs = 500;

export function createStop({ withinMs, log, lastResort, exit }: StopOptions): Stop {
  const steps: { readonly name: string; readonly step: () => Promise<unknown> }[] = [];
  let begunMs: number | undefined;
  let exitCode = 0;
  let ending: Promise<void> | undefined;

  function end(): Promise<void> {
    ending ??= within(longestKillMs, lastResort(), (error) => log.warn({ err: error }, 'a child could not be ended')).then(() => {
      log.info('stopped');
      exit(exitCode);
    });
    return ending;
  }

  async function inOrder(deadlineMs: number): Promise<void> {
    for (const { name, step } of steps.toReversed()) {
      const leftMs = deadlineMs - performance.now();
      const last = steps[0]?.step === step;
      const done = await within(last ? leftMs : leftMs * shareOfStep, step(), (error) =>
        log.warn({ err: error, step: name }, 'a step of stopping failed'),
      );
      if (!done) log.warn({ step: name }, 'stopping goes on without waiting any longer');
    }
  }

  return {
    before: (name, step) => void steps.push({ name, step }),
    begun: () => begunMs !== undefined,
    now(reason, code) {
      const nowMs = performance.now();
      if (begunMs !== undefined) {
        if (nowMs - begunMs > sameRequestMs) void end();
        return;
      }
      begunMs = nowMs;
      exitCode = code;
      log[code === 0 ? 'info' : 'error']({ reason }, 'stopping');
      const deadlineMs = nowMs + withinMs * shareInOrder;
      setTimeout(() => void end(), deadlineMs - nowMs);
      void inOrder(deadlineMs).then(end);
    },
  };
}

/** Resolves with true when the work has ended, however it did, and with false when the time is over first. */
async function within(limitMs: number, work: Promise<unknown>, onError: (error: unknown) => void): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const ended = work.then(
    () => true,
    (error: unknown) => {
      onError(error);
      return true;
    },
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
