/** A published reference range in the unit on screen; an end that no range gives is absent. */
export interface Limits {
  readonly low?: number;
  readonly high?: number;
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
