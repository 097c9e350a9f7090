import { describe, expect, it } from 'vitest';
import { fuzzers } from './fuzzers.ts';

/** Fixed, so that a change of the code decides what this finds and not the day. */
const seed = 20_261;
const rounds = 60;
/** Each fuzzer takes seconds of its own; this is for a machine that many share. What is judged is time of the thread. */
const longestRunMs = 180_000;

describe('a parser answers hostile input within a second, and refuses it only as documented', () => {
  it.each(fuzzers.map((fuzzer) => [fuzzer.name, fuzzer] as const))(
    '%s',
    async (_name, fuzzer) => {
      expect(await fuzzer.run(seed, rounds)).toEqual([]);
    },
    longestRunMs,
  );
});
