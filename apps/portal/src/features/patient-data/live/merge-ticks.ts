import type { Tick } from '@vigil/contract/ticks-store.contract';
import type { TimeSpan } from '#charts/series.ts';

/**
 * The kept ticks with what was asked again laid over them: within the span, the values of `keys` are exactly the fresh
 * ones (so a corrected or withdrawn value does not linger); everything else stays. Ascending by time.
 */
export function mergeTicks(kept: readonly Tick[], fresh: readonly Tick[], keys: readonly string[], span: TimeSpan): Tick[] {
  const replaced = new Set(keys);
  const merged = new Map<number, Tick>();
  for (const tick of kept) {
    if (tick.timestamp < span.from || tick.timestamp >= span.to) merged.set(tick.timestamp, tick);
    else {
      const left = Object.fromEntries(Object.entries(tick.data).filter(([key]) => !replaced.has(key)));
      if (Object.keys(left).length > 0) merged.set(tick.timestamp, { ...tick, data: left });
    }
  }
  for (const tick of fresh) {
    const there = merged.get(tick.timestamp);
    merged.set(tick.timestamp, there === undefined ? tick : { ...there, ...tick, data: { ...there.data, ...tick.data } });
  }
  return [...merged.values()].sort((a, b) => a.timestamp - b.timestamp);
}
