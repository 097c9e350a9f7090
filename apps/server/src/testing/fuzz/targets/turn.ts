import { decodeAnswer, encodeRequest, messageBytes, newTransaction } from '#platform/turn/stun-message.ts';
import { type Fuzzer, fuzzer } from '../fuzzer.ts';

interface Wounded {
  readonly changes: readonly (readonly [at: number, byte: number])[];
  readonly length: number;
}

const signature = { username: '1700000000:somebody', credential: 'c', realm: 'vigil.test', nonce: 'once' };
const whole = encodeRequest({ method: 'allocate', transaction: newTransaction(), lifetime: 60, signature });
const isDocumented = (error: unknown) => error instanceof Error && error.message === 'What answers there does not speak TURN.';

/** What a relay answers, with bytes changed and cut off: read, or said to be no such message. */
export const turnFuzzers: readonly Fuzzer[] = [
  fuzzer<Wounded>({
    name: 'answer of a relay',
    make: (random) => ({
      changes: Array.from({ length: random.below(8) }, () => [random.below(whole.length), random.below(256)] as const),
      length: random.chance(0.3) ? random.below(whole.length) : whole.length,
    }),
    read({ changes, length }) {
      const bytes = Buffer.from(whole).subarray(0, length);
      for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
      if (messageBytes(bytes) !== null) decodeAnswer(bytes);
    },
    isDocumented,
  }),
];
