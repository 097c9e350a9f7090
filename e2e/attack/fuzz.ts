import { fuzzers } from '#server/testing/fuzz/fuzzers.ts';
import type { Attack } from './attack.ts';
import { portalFuzzers } from './portal-fuzzers.ts';

/** Inputs a round and parser. */
const inputsPerRound = 10;

const all = [...fuzzers, ...portalFuzzers];

/** Every parser of the server and of the portal, over hostile input made by the seed. */
export const fuzz: Attack = {
  name: 'fuzzers',
  claim: 'every parser answers within a second, or refuses as it is documented',
  async run(_target, { seed, rounds }) {
    const findings: string[] = [];
    for (const fuzzer of all)
      for (const { fuzzer: name, problem, input } of await fuzzer.run(seed, rounds * inputsPerRound))
        findings.push(`${name}: ${problem}: ${input.slice(0, 120)}`);
    return { calls: all.length * rounds * inputsPerRound, findings };
  },
};
