import { createLocalStore } from './store.ts';
import { soundOnce } from './tones.ts';

/** Whether a new message makes a sound on this computer; until sign-out. */
export const messageSound = createLocalStore<boolean>('vigil.messageSound', (kept) => kept !== false);

/** Two notes one after the other. */
const notes = [
  { frequency: 660, from: 0 },
  { frequency: 880, from: 0.12 },
] as const;
const noteSeconds = 0.18;

/** Sounds once for a message, however many tabs hear of it. */
export function soundOf(pushId: string): void {
  if (messageSound.get()) soundOnce(pushId, notes, noteSeconds);
}
