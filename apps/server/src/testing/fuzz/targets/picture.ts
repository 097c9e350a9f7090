import { pictureOf } from '../../../services/blob/picture.ts';
import { jpegWithPlace, pngWithAuthor } from '../../sample-pictures.ts';
import { isForSender } from '../documented.ts';
import { type Fuzzer, fuzzer } from '../fuzzer.ts';

interface Wounded {
  readonly of: 'jpeg' | 'png';
  readonly changes: readonly (readonly [at: number, byte: number])[];
  readonly length: number;
}

/** Uploaded pictures with bytes changed and cut off: bare or refused, and what is bare can be read again. */
export const pictureFuzzers: readonly Fuzzer[] = [
  fuzzer<Wounded>({
    name: 'picture',
    make: (random) => ({
      of: random.chance(0.5) ? 'jpeg' : 'png',
      changes: Array.from({ length: random.below(6) }, () => [random.below(700), random.below(256)] as const),
      length: random.chance(0.3) ? random.below(700) : 10_000,
    }),
    read({ of, changes, length }) {
      const bytes = Buffer.from(of === 'jpeg' ? jpegWithPlace : pngWithAuthor).subarray(0, length);
      for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
      const { bytes: bare } = pictureOf(bytes);
      if (!pictureOf(bare).bytes.equals(bare)) throw new Error('A bare picture is not bare');
    },
    isDocumented: isForSender,
  }),
];
