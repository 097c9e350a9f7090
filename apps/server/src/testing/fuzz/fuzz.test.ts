import { describe, expect, it } from 'vitest';
import { fuzzers } from './fuzzers.ts';

/** Fixed, so that a change of the code decides what this finds and not the day. */
const seed = 20_261;
const rounds = 60;

describe('a parser answers hostile input within a second, and refuses it only as documented', () => {
  it.each(fuzzers.map((fuzzer) => [fuzzer.name, fuzzer] as const))('%s', async (_name, fuzzer) => {
    expect(await fuzzer.run(seed, rounds)).toEqual([]);
  });
});
