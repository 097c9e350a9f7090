/** One note: hertz, and seconds from the begin. */
export interface Note {
  readonly frequency: number;
  readonly from: number;
}

/** As specified for the sound of a message. */
const volume = 0.75;
/** So long no other tab sounds for the same thing. Milliseconds. */
const heldMs = 3_000;

/** A page that nobody has touched yet may not make a sound. */
export const maySound = (): boolean => typeof AudioContext !== 'undefined' && navigator.userActivation?.hasBeenActive === true;

/** Sounds once for `what`, however many tabs hear of it: in the first of those that the browser lets make a sound. */
export function soundOnce(what: string, notes: readonly Note[], noteSeconds: number): void {
  if (!maySound()) return;
  void navigator.locks.request(`vigil.sound ${what}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    play(notes, noteSeconds);
    await new Promise((over) => setTimeout(over, heldMs));
  });
}

function play(notes: readonly Note[], noteSeconds: number): void {
  const context = new AudioContext();
  const loudness = context.createGain();
  loudness.gain.value = volume;
  loudness.connect(context.destination);
  for (const [index, { frequency, from }] of notes.entries()) {
    const note = context.createOscillator();
    const shape = context.createGain();
    const begin = context.currentTime + from;
    note.frequency.value = frequency;
    shape.gain.setValueAtTime(1, begin);
    shape.gain.exponentialRampToValueAtTime(0.001, begin + noteSeconds);
    note.connect(shape).connect(loudness);
    note.start(begin);
    note.stop(begin + noteSeconds);
    if (index === notes.length - 1) note.onended = () => void context.close();
  }
}
