import { type GlucoseUnit, glucoseUnits, type UnitSystem, type Units } from '@vigil/domain/units/unit-system';
import * as z from 'zod/mini';
import { createLocalStore, useStore } from './store.ts';

/** Metric, except where the browser's region is the United States. */
export function unitSystemOfRegion(language: string): UnitSystem {
  return regionOf(language) === 'US' ? 'imperial' : 'metric';
}

/**
 * The units of somebody who has chosen none: imperial only where the browser's region is the United States (specification), and not for
 * somebody who is known to live elsewhere.
 */
export const usualUnitSystem = (country: string | null, language = navigator.language): UnitSystem =>
  country === null || country === 'US' ? unitSystemOfRegion(language) : 'metric';

/**
 * Countries whose national guidelines and meters give glucose in mmol/L. Among them NICE NG28 (GB), HSE (IE), Diabetes Canada, the RACGP
 * (AU), NZSSD (NZ), NHG (NL), SEMDSA (ZA), the Chinese Diabetes Society and the Nordic countries. All others read mg/dL, as the
 * specification does.
 */
const readsMillimoles: ReadonlySet<string> = new Set(
  'GB IE CA AU NZ NO SE FI DK IS NL CH CZ SK HU HR SI BG EE LV LT RU UA BY KZ CN HK SG MY ZA'.split(' '),
);

/** The unit of glucose of somebody who has chosen none: that of the country where they are known to live, else of the browser's region. */
export const usualGlucoseUnit = (country: string | null, language = navigator.language): GlucoseUnit =>
  readsMillimoles.has(country ?? regionOf(language) ?? '') ? 'mmol/L' : 'mg/dL';

/** The region that a language names: US of en-US and es-Latn-US. */
function regionOf(language: string): string | undefined {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language)?.[1]?.toUpperCase();
}

/** The unit system on screen; survives signing out, as specified. */
export const unitSystem = createLocalStore<UnitSystem>('vigil.unitSystem', (kept) =>
  kept === 'metric' || kept === 'imperial' ? kept : unitSystemOfRegion(navigator.language),
);

/** The unit of glucose on screen; survives signing out like the unit system. */
export const glucoseUnit = createLocalStore<GlucoseUnit>(
  'vigil.glucoseUnit',
  (kept) => glucoseUnits.find((unit) => unit === kept) ?? usualGlucoseUnit(null),
);

/** Each combination once, so that what depends on it does not run again. */
const combinations = new Map<string, Units>();
function combined(system: UnitSystem, glucose: GlucoseUnit): Units {
  const key = `${system} ${glucose}`;
  const units = combinations.get(key) ?? { system, glucose };
  combinations.set(key, units);
  return units;
}

/** The units on screen, for a component. */
export const useUnits = (): Units => combined(useStore(unitSystem), useStore(glucoseUnit));
/** The units on screen at this moment. */
export const currentUnits = (): Units => combined(unitSystem.get(), glucoseUnit.get());

const kept = z.object({ system: z.enum(['metric', 'imperial']), glucose: z.enum(glucoseUnits) });
/** Units as a draft keeps them. Drafts that were kept before glucose had a unit of its own name the unit system alone. */
export const unitsForm = z.pipe(
  z.union([kept, z.enum(['metric', 'imperial'])]),
  z.transform((found): Units => (typeof found === 'string' ? { system: found, glucose: 'mg/dL' } : found)),
);
