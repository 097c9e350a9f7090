import type { Extremes } from './series.ts';

/** A published reference range in the unit on screen; an end that no range gives is absent. */
export interface Limits {
  readonly low?: number;
  readonly high?: number;
}

/** Extremes with room beyond for the arrowheads of what lies beyond the limits. */
export function withHeadroom(extremes: Extremes | null, limits: readonly Limits[]): Extremes | null {
  if (extremes === null) return null;
  const room = (extremes.high - extremes.low || Math.abs(extremes.high)) * 0.12;
  const marks = (value: number, side: 'above' | 'below') => limits.some((one) => beyond(one, value) === side);
  return {
    low: marks(extremes.low, 'below') ? extremes.low - room : extremes.low,
    high: marks(extremes.high, 'above') ? extremes.high + room : extremes.high,
  };
}

/** On which side of the limits a value lies; null within them. */
export function beyond(limits: Limits, value: number): 'above' | 'below' | null {
  if (limits.high !== undefined && value > limits.high) return 'above';
  if (limits.low !== undefined && value < limits.low) return 'below';
  return null;
}

/** The limits as levels to draw. */
export function levelsOf({ low, high }: Limits): readonly number[] {
  return [low, high].filter((level) => level !== undefined);
}
