import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { verifyArchive, writeArchive } from '../../../operator/archive.ts';
import { type Fuzzer, fuzzer } from '../fuzzer.ts';
import { hostileText } from '../hostile-text.ts';

/** A wound: where a byte of a good archive changes, or what stands in its place. */
type Wound = { readonly at: number; readonly byte: number } | { readonly cut: number } | { readonly unpacked: string };

const emptyManifest = { format: 1, createdAt: '', migrations: [], tables: [], sequences: [], ticks: 0 };

/** Backups that were damaged, cut off, or are none: refused with a sentence, and never by an error of the reader itself. */
export const archiveFuzzers: readonly Fuzzer[] = [
  fuzzer<Wound>({
    name: 'backup',
    make(random) {
      if (random.chance(0.3)) return { unpacked: hostileText(random, ['ustar\u000000', '{"a":"b"}']) };
      return random.chance(0.3) ? { cut: random.below(1_000) } : { at: random.below(1_000), byte: random.below(256) };
    },
    read: verifyWounded,
    isDocumented: (error) => error instanceof Error && error.constructor === Error && /Nothing was restored/.test(error.message),
  }),
];

async function verifyWounded(wound: Wound): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-fuzz-'));
  const path = join(folder, 'backup.tar.zst');
  try {
    await writeArchive(path, (archive) => archive.add('manifest.json', Buffer.from(JSON.stringify(emptyManifest))));
    const bytes = await readFile(path);
    if ('at' in wound) bytes[wound.at % bytes.length] = wound.byte;
    const whole = 'unpacked' in wound ? zstdCompressSync(Buffer.from(wound.unpacked)) : bytes;
    await writeFile(path, 'cut' in wound ? whole.subarray(0, wound.cut % whole.length) : whole);
    await verifyArchive(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
