/** Numbers by a seed, the same in every run. */
export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number;
  /** A whole number of [from, to). */
  whole(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32, public domain. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from));
  return { next, whole, pick: (items) => items[whole(0, items.length)] as (typeof items)[number] };
}
