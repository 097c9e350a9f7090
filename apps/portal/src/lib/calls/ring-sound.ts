import { playThrough } from './devices.ts';

/** As loud as the bell's sound. */
const volume = 0.75;
/** Two rings and a rest, as telephones do. Hertz and seconds. */
const notes = [440, 480] as const;
const ring = { seconds: 0.9, everySeconds: 3 } as const;
const tone = { seconds: 0.6 } as const;

/** One sound through an output of one's own. */
interface Player {
  sound(seconds: number): void;
  stop(): void;
}

function createPlayer(outputId: string | null): Player {
  const context = new AudioContext();
  const loudness = context.createGain();
  loudness.gain.value = volume;
  // An element, because every browser that can choose an output lets elements do so.
  const out = context.createMediaStreamDestination();
  loudness.connect(out);
  const element = new Audio();
  element.srcObject = out.stream;
  void playThrough(element, outputId).then(() => element.play().catch(() => undefined));
  return {
    sound(seconds) {
      for (const frequency of notes) {
        const note = context.createOscillator();
        const shape = context.createGain();
        const begin = context.currentTime;
        note.frequency.value = frequency;
        shape.gain.setValueAtTime(0.001, begin);
        shape.gain.exponentialRampToValueAtTime(0.5, begin + 0.05);
        shape.gain.setValueAtTime(0.5, begin + seconds - 0.1);
        shape.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
        note.connect(shape).connect(loudness);
        note.start(begin);
        note.stop(begin + seconds);
      }
    },
    stop() {
      element.pause();
      element.srcObject = null;
      void context.close();
    },
  };
}

/** A page that nobody has touched yet may not make a sound. */
const maySound = (): boolean => typeof AudioContext !== 'undefined' && navigator.userActivation?.hasBeenActive !== false;

/**
 * Rings until it is stopped, in one tab of this browser: the first that may make a sound, and the next when that one closes.
 * Returns how to stop: at once, and without a tone.
 */
export function startRinging(outputId: string | null): () => void {
  const over = new AbortController();
  if (!maySound()) return () => {};
  navigator.locks
    .request('vigil.ringing', { signal: over.signal }, async () => {
      const player = createPlayer(outputId);
      player.sound(ring.seconds);
      const timer = setInterval(() => player.sound(ring.seconds), ring.everySeconds * 1000);
      await new Promise<void>((ended) => over.signal.addEventListener('abort', () => ended()));
      clearInterval(timer);
      player.stop();
    })
    .catch(() => undefined);
  return () => over.abort();
}

/** One tone, to hear an output by. Resolves when it has ended. */
export async function playTestSound(outputId: string | null): Promise<void> {
  if (typeof AudioContext === 'undefined') return;
  const player = createPlayer(outputId);
  player.sound(tone.seconds);
  await new Promise((ended) => setTimeout(ended, tone.seconds * 1000 + 100));
  player.stop();
}
