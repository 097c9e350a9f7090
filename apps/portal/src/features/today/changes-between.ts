/**
 * How many rows differ between what is shown and what the server says by now: those that came, those that went, and as few of
 * the others as have to move.
 */
export function changesBetween(shown: readonly string[], newest: readonly string[]): number {
  const places = new Map(newest.map((key, index) => [key, index]));
  const kept = shown.flatMap((key) => places.get(key) ?? []);
  return shown.length - kept.length + (newest.length - kept.length) + (kept.length - longestRising(kept));
}

/** Length of the longest series of places that is in order already. */
function longestRising(places: readonly number[]): number {
  const ends: number[] = [];
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place);
    ends[at < 0 ? ends.length : at] = place;
  }
  return ends.length;
}
