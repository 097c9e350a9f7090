import type { FormatContext, Reading } from '../format.ts';

/** Counts of one metric and moment, added up to one reading. */
export interface MomentSums {
  /** Moments held back, of all metrics. */
  size(): number;
  add(reading: Reading): void;
  /** Hands on the sums from before a moment, of all by default, to which nothing more will be added. */
  flush(readings: Reading[], beforeMs?: number): void;
}

/** `together` is why a count is no reading of its own where another one was there already. */
export function createMomentSums(context: Pick<FormatContext, 'skip'>, together: string): MomentSums {
  const sums = new Map<string, Reading>();
  return {
    size: () => sums.size,
    add(reading) {
      const key = `${reading.metric}/${reading.timestampMs}`;
      const other = sums.get(key);
      if (other) context.skip(together);
      sums.set(key, other ? { ...other, value: other.value + reading.value } : reading);
    },
    flush(readings, beforeMs = Number.POSITIVE_INFINITY) {
      for (const [key, reading] of sums) {
        if (reading.timestampMs >= beforeMs) continue;
        readings.push(reading);
        sums.delete(key);
      }
    },
  };
}
