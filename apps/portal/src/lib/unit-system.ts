import type { UnitSystem } from '@vigil/domain/units/unit-system';
import { createLocalStore } from './store.ts';

/** Metric, except where the browser's region is the United States. */
export function unitSystemOfRegion(language: string): UnitSystem {
  return /^[a-z]{2,3}(-[a-z]{4})?-us\b/i.test(language) ? 'imperial' : 'metric';
}

/**
 * The units of somebody who has chosen none: imperial only where the browser's region is the United States (specification), and not for
 * somebody who is known to live elsewhere.
 */
export const usualUnitSystem = (country: string | null, language = navigator.language): UnitSystem =>
  country === null || country === 'US' ? unitSystemOfRegion(language) : 'metric';

/** The unit system on screen; survives signing out, as specified. */
export const unitSystem = createLocalStore<UnitSystem>('vigil.unitSystem', (kept) =>
  kept === 'metric' || kept === 'imperial' ? kept : unitSystemOfRegion(navigator.language),
);
