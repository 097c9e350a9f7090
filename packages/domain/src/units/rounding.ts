/**
 * Rounds half away from zero to `decimals` places (0 to 10), the way people round: 1.005 becomes 1.01 and -0.5 becomes -1,
 * although neither has an exact binary form. NaN and infinities stay what they are; the result is never -0.
 */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const factor = 10 ** decimals;
  // The nearest double may lie a hair below the half: a relative nudge of one ulp's order restores it.
  const scaled = Math.abs(value) * factor;
  const rounded = Math.round(scaled * (1 + Number.EPSILON)) / factor;
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

/** Digits after the point that the specification gives for exported and converted values. */
export const exportDecimals = 2;
