const dayMs = 86_400_000;

/** A local day that a moment lies in. */
export interface LocalDay {
  /** Days since 1970, on the wall clock. */
  readonly day: number;
  /** The moment that it begins with, in milliseconds since 1970. */
  readonly startMs: number;
  /** The moment that the day before it begins with. */
  readonly beforeStartMs: number;
  /** The moment is the first of the day. */
  readonly isStart: boolean;
}

/**
 * Local days of moments that come with how far local time is ahead of UTC. A day begins by the offset of the line before it: clocks
 * are changed after midnight, so on such a day the lines have the offset of its end.
 */
export function createLocalDays(): (momentMs: number, offsetMs: number) => LocalDay {
  let known: Omit<LocalDay, 'isStart'> | undefined;
  let offsetBefore: number | undefined;
  return (momentMs, offsetMs) => {
    const localMs = momentMs + offsetMs;
    const day = Math.floor(localMs / dayMs);
    if (known?.day !== day) {
      const byOffsetBefore = day * dayMs - (offsetBefore ?? offsetMs);
      const startMs = byOffsetBefore <= momentMs ? byOffsetBefore : day * dayMs - offsetMs;
      known = { day, startMs, beforeStartMs: known?.day === day - 1 ? known.startMs : startMs - dayMs };
    }
    offsetBefore = offsetMs;
    return { ...known, isStart: localMs % dayMs === 0 };
  };
}
