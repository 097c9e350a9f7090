/**
 * Chance without state: every random number is a function of a seed, a channel and an index. A generator with a state
 * would have to be run from its beginning; this one answers for any moment alone, which is what makes a live
 * continuation equal to the history that would have been generated later.
 */

/** One 32-bit number of three; the finalizer of MurmurHash3 (public domain), which spreads neighbouring indices apart. */
export function mix(seed: number, channel: number, index: number): number {
  let h =
    (seed ^ Math.imul(channel, 0x9e3779b1) ^ Math.imul(index | 0, 0x85ebca6b) ^ Math.imul((index / 4_294_967_296) | 0, 0x27d4eb2f)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Uniform in [0, 1). */
export function uniform(seed: number, channel: number, index: number): number {
  return mix(seed, channel, index) / 4_294_967_296;
}

/** About normal with mean 0 and deviation 1, within ±3.5: the sum of four uniforms taken from two numbers. */
export function normal(seed: number, channel: number, index: number): number {
  const a = mix(seed, channel, index);
  const b = mix(seed, channel ^ 0x5bd1e995, index);
  const sum = (a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16);
  return (sum / 65_535 - 2) * 1.732;
}

/** Smooth noise in [-1, 1]: a value at each whole `position`, blended between. Mean 0. */
export function drift(seed: number, channel: number, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  const from = uniform(seed, channel, whole);
  const to = uniform(seed, channel, whole + 1);
  return 2 * (from + (to - from) * part * part * (3 - 2 * part)) - 1;
}

/** The seed of a named thing (FNV-1a over UTF-16 units). */
export function seedOf(name: string, seed: number): number {
  let h = (0x811c9dc5 ^ seed) | 0;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return mix(h, 1, seed);
}

/** 0 up to `from`, 1 from `to` on, smooth between. */
export function ramp(x: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Every use of chance has its own channel, so that no two things are correlated by accident. */
export const channel = {
  profile: 100,
  habits: 200,
  levels: 300,
  night: 400,
  movement: 500,
  wear: 600,
  heart: 700,
  oxygen: 800,
  temperature: 900,
  spot: 1000,
  glucose: 1100,
} as const;
