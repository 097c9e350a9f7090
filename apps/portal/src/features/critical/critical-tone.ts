import type { CriticalAlarm } from '@vigil/contract/triage-today.contract';
import { createLocalStore } from '#lib/store.ts';
import { type Note, soundOnce } from '#lib/tones.ts';

/** Members whose critical alerts have sounded here and are not all acknowledged yet; followed by all tabs. */
const sounded = createLocalStore<readonly string[]>('vigil.criticalSounded', (kept) =>
  Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [],
);

/** The burst of a high-priority alarm signal (IEC 60601-1-8): five pulses, a rest after the third. */
const pulses: readonly Note[] = [0, 0.25, 0.5, 0.95, 1.2].map((from) => ({ frequency: 784, from }));
const pulseSeconds = 0.2;

/**
 * Sounds for members who have a critical alert and had none that waited: once, however many alerts they have and however many tabs are
 * open. What waited while the page was reloaded does not sound again. `isHeard`: whether the browser lets the page make a sound.
 */
export function soundFor(alarms: readonly Pick<CriticalAlarm, 'user_id'>[], isHeard: boolean): void {
  const members = [...new Set(alarms.map(({ user_id: id }) => id))];
  const before = sounded.get();
  const fresh = members.filter((id) => !before.includes(id));
  if (fresh.length > 0 && isHeard) soundOnce(`critical ${fresh.toSorted().join(' ')}`, pulses, pulseSeconds);
  // Who could not be heard yet is heard as soon as the page may make a sound.
  const now = members.filter((id) => before.includes(id) || isHeard);
  if (now.length !== before.length || now.some((id) => !before.includes(id))) sounded.set(now);
}
