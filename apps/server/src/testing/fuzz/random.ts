/** Random choices that a seed repeats exactly. */
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

/** The generator mulberry32: 32 bits of state, good enough to vary inputs, never for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick(list) {
      if (list.length === 0) throw new Error('Nothing to pick from');
      return list[below(list.length)] as (typeof list)[number];
    },
    chance: (probability) => next() < probability,
  };
}
