import { keptUnits, type Units } from '../unit-system.ts';

export const metricUnits: Units = keptUnits;
export const imperialUnits: Units = { ...keptUnits, system: 'imperial' };
/** Kilograms and mmol/L. */
export const molarUnits: Units = { ...keptUnits, glucose: 'mmol/L' };
