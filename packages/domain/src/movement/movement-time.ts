/**
 * Steps in a minute from which on walking is purposeful; between 1 and 39 it is incidental or sporadic. Cadence bands of
 * Tudor-Locke et al., Patterns of adult stepping cadence in the 2005–2006 NHANES, Preventive Medicine 53 (2011).
 */
export const purposefulCadence = 40;

/** Nobody takes more steps in a minute: such a count is of a longer time, of which it cannot be told when it was walked. */
export const mostStepsInAMinute = 300;

/** Minutes of a stretch of time by their steps. */
export interface SteppingMinutes {
  /** Minutes for which a count was sent, zeros included. */
  readonly counted: number;
  /** Of those, with any step. */
  readonly stepping: number;
  /** Of those, with `purposefulCadence` or more. */
  readonly active: number;
  /** Of those, with more than `mostStepsInAMinute`. */
  readonly impossible: number;
}

/** Seconds; null where it cannot be told. */
export interface MovementTime {
  readonly activeSeconds: number | null;
  readonly idleSeconds: number | null;
}

/**
 * Active time: minutes of purposeful walking and faster. Idle time: time with the band on the wrist, awake, in which not one step
 * was counted (non-movement of the same cadence bands). What lies between, a step here and there, is neither. Without a count, or
 * with counts that are of longer than a minute, neither is known; without band states no idle time is.
 */
export function movementTime(minutes: SteppingMinutes, wornAwakeSeconds: number | null): MovementTime {
  if (minutes.counted === 0 || minutes.impossible > 0) return { activeSeconds: null, idleSeconds: null };
  return {
    activeSeconds: minutes.active * 60,
    idleSeconds: wornAwakeSeconds === null ? null : Math.max(0, wornAwakeSeconds - minutes.stepping * 60),
  };
}
