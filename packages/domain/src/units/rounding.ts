/**
 * How far below a half, as a share of the value, still reads as the half. Binary numbers hold few decimal halves exactly, and adding up
 * a day of readings leaves a mean some hundred steps of its last binary digit away: 36.65 may come as 36.64999999999995.
 */
export const halfTolerance = 1e-13;

/**
 * Rounds half away from zero to `decimals` places (0 to 10), the way people round: 1.005 becomes 1.01 and -0.5 becomes -1,
 * although neither 1.005 nor its like has an exact binary form. For values below a billion. NaN and infinities stay what they are; the
 * result is never -0. Whatever people read is rounded here, once, from the value as it is kept: rounding what was rounded before is
 * wrong for one value in a hundred (24.546 by way of 24.55 reads 24.6).
 */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const factor = 10 ** decimals;
  const rounded = Math.round(Math.abs(value) * factor * (1 + halfTolerance)) / factor;
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

/** Digits after the point that the specification gives for exported values. */
export const exportDecimals = 2;

/**
 * Digits after the point that are kept of a value that came in another unit. Conversion leaves binary dust (36.99999999999999 °C); six
 * decimals are far below any sensor and make a repeat identical.
 */
export const convertedDecimals = 6;

/** A number with exactly so many decimals, with a point: for files, and for text without a language. */
export function fixedText(value: number, decimals: number): string {
  return roundTo(value, decimals).toFixed(decimals);
}
