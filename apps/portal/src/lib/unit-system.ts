import type { UnitSystem } from '@vigil/domain/units/unit-system';
import { createLocalStore } from './store.ts';

/** Metric, except where the browser's region is the United States. */
export function unitSystemOfRegion(language: string): UnitSystem {
  return new Intl.Locale(language).region === 'US' ? 'imperial' : 'metric';
}

/** The unit system on screen; survives signing out, as specified. */
export const unitSystem = createLocalStore<UnitSystem>('vigil.unitSystem', (kept) =>
  kept === 'metric' || kept === 'imperial' ? kept : unitSystemOfRegion(navigator.language),
);
