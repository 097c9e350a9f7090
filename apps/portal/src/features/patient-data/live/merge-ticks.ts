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
      const left = without(tick, replaced);
      if (Object.keys(left.data).length > 0) merged.set(tick.timestamp, left);
    }
  }
  for (const tick of fresh) {
    const there = merged.get(tick.timestamp);
    merged.set(tick.timestamp, there === undefined ? tick : together(there, tick));
  }
  return [...merged.values()].sort((a, b) => a.timestamp - b.timestamp);
}

/** A tick without what is told of some metrics; of how many readings a value stands for goes with the value. */
function without(tick: Tick, keys: ReadonlySet<string>): Tick {
  const left = <V>(of: Readonly<Record<string, V>>) => Object.fromEntries(Object.entries(of).filter(([key]) => !keys.has(key)));
  const { data, thinned, thinnedMeans } = tick;
  return {
    ...{ ...tick, data: left(data) },
    ...(thinned && { thinned: left(thinned) }),
    ...(thinnedMeans && { thinnedMeans: left(thinnedMeans) }),
  };
}

function together(there: Tick, tick: Tick): Tick {
  const thinned = { ...there.thinned, ...tick.thinned };
  const thinnedMeans = { ...there.thinnedMeans, ...tick.thinnedMeans };
  return {
    ...{ ...there, ...tick, data: { ...there.data, ...tick.data } },
    ...(Object.keys(thinned).length > 0 && { thinned }),
    ...(Object.keys(thinnedMeans).length > 0 && { thinnedMeans }),
  };
}
