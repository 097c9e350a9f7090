import { watchHeartbeat } from './heartbeat.ts';

export interface SilenceOptions {
  /** For how long somebody has waited without anything being heard of the other side. 0: nobody waits. Milliseconds. */
  readonly silentForMs: () => number;
  /** Asks the other side, by a way of its own, whether it is there. Rejects where it does not answer before the signal. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** Ends the waiting: the other side has vanished. */
  readonly giveUp: () => void;
}

/** Nothing is asked before this silence: what answers by itself needs no question. */
const silentMs = 2_500;
/** How long the other side may leave the questions unanswered. */
const answersWithinMs = 6_000;

export interface SilenceWatch {
  /** It has vanished, and has not answered since: nobody needs to try. */
  isGone(): boolean;
  stop(): void;
}

/**
 * Gives up waiting for a machine that has vanished without a word: packets to it are lost, and TCP alone would wait for a quarter of an
 * hour. Work that takes its time is waited for, since its machine answers when it is asked beside it. At most 10 s after the last sign
 * of it those who wait are told; it is asked on then, and is back as soon as it answers.
 */
export function watchSilence({ silentForMs, ask, giveUp }: SilenceOptions): SilenceWatch {
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let isGone = false;
  let end = () => {};
  const isSilent = () => Math.min(silentForMs(), performance.now() - answeredAtMs) >= silentMs;
  const watch = () => {
    end = watchHeartbeat({
      hangMs: answersWithinMs,
      async ask(signal) {
        if (!isGone && !isSilent()) return 'answered';
        await ask(signal);
        answeredAtMs = performance.now();
        isGone = false;
        return 'answered';
      },
      onHang() {
        isGone = true;
        giveUp();
        watch();
      },
    });
  };
  watch();
  return { isGone: () => isGone, stop: () => end() };
}
