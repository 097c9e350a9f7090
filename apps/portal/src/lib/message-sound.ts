import { createLocalStore } from './store.ts';

/** Whether a new message makes a sound on this computer; until sign-out. */
export const messageSound = createLocalStore<boolean>('vigil.messageSound', (kept) => kept !== false);

/** As specified. */
const volume = 0.75;
/** Two notes one after the other. Hertz, and seconds from the begin. */
const notes = [
  { frequency: 660, from: 0 },
  { frequency: 880, from: 0.12 },
] as const;
const noteSeconds = 0.18;
/** So long no other tab sounds for the same message. Milliseconds. */
const heldMs = 3_000;

/** Sounds once for a message, however many tabs hear of it: in the first of those that the browser lets make a sound. */
export function soundOf(pushId: string): void {
  if (!messageSound.get() || typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive !== true) return;
  void navigator.locks.request(`vigil.sound ${pushId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    play();
    await new Promise((over) => setTimeout(over, heldMs));
  });
}

function play(): void {
  const context = new AudioContext();
  const loudness = context.createGain();
  loudness.gain.value = volume;
  loudness.connect(context.destination);
  for (const { frequency, from } of notes) {
    const note = context.createOscillator();
    const shape = context.createGain();
    const begin = context.currentTime + from;
    note.frequency.value = frequency;
    shape.gain.setValueAtTime(1, begin);
    shape.gain.exponentialRampToValueAtTime(0.001, begin + noteSeconds);
    note.connect(shape).connect(loudness);
    note.start(begin);
    note.stop(begin + noteSeconds);
    if (from > 0) note.onended = () => void context.close();
  }
}
