import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { flush } from '#platform/durable-file.ts';
import { type Manifest, manifestName, mayHold, parseChecksums, parseManifest } from './archive-contents.ts';

/** The last entry of every archive: without it the file was cut short. */
const checksumsName = 'checksums.json';

export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
}

/**
 * Writes one `.tar.zst` (any tar and zstd can open it), readable by its owner only: it holds secrets and patient data.
 * The file appears under its name only when it is complete and on disk.
 */
export async function writeArchive(path: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const tar = pack();
  const checksums: Record<string, string> = {};
  const written = pipeline(tar, createZstdCompress(), createWriteStream(unfinished, { mode: 0o600, flush: true }));
  // A failing disk must end the filling too, which otherwise would wait for ever for room in the stream.
  const broken = written.then(
    () => {},
    (error: unknown) => Promise.reject(error),
  );
  const put = (name: string, content: Uint8Array) =>
    new Promise<void>((resolve, reject) =>
      tar.entry({ name, mode: 0o600 }, Buffer.from(content), (error) => (error ? reject(error) : resolve())),
    );
  try {
    const filling = fill({
      async add(name, content) {
        checksums[name] = createHash('sha256').update(content).digest('hex');
        await put(name, content);
      },
    });
    await Promise.race([filling, broken]);
    await put(checksumsName, Buffer.from(JSON.stringify(checksums, null, 1)));
    tar.finalize();
    await written;
    await flush(unfinished);
    await rename(unfinished, path);
    await flush(dirname(path));
  } catch (error) {
    tar.destroy();
    await written.catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Calls `each` for every entry in order. Entries are as large as they were written, a few tens of megabytes at most. */
export async function readArchive(path: string, each: (name: string, content: Buffer) => Promise<void>): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(path), createZstdDecompress(), tar);
  reading.catch(() => {});
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    await each(entry.header.name, Buffer.concat(chunks));
  }
  await reading;
}

/**
 * Reads the whole archive and compares it with its list of checksums: the list names every entry, each once, and every
 * entry is one that a backup holds. Throws, before anything is restored, when the archive is damaged, cut short or
 * holds anything else.
 */
export async function verifyArchive(path: string): Promise<{ entries: number; manifest: Manifest }> {
  const { seen, listed, manifest } = await readNames(path);
  if (listed === undefined)
    throw new Error(`${path} is cut short: its list of checksums is missing. Nothing was restored; use another backup.`);
  const checksums = parseChecksums(listed);
  if (!checksums) throw new Error(`${path} is damaged: its list of checksums cannot be read. Nothing was restored; use another backup.`);
  const damaged = [...checksums].find(([name, sha256]) => seen.get(name) !== sha256);
  if (damaged)
    throw new Error(`${path} is damaged: its part ${damaged[0]} does not match its checksum. Nothing was restored; use another backup.`);
  const unlisted = [...seen.keys()].find((name) => !checksums.has(name));
  if (unlisted !== undefined)
    throw new Error(
      `${path} was changed: its part ${JSON.stringify(unlisted)} is not in its list of checksums. Nothing was restored; use another backup.`,
    );
  const known = manifest && parseManifest(manifest);
  if (!known) throw new Error(`${path} is not a Vigil backup of a kind this version reads. Nothing was restored.`);
  const foreign = [...seen.keys()].find((name) => !mayHold(known, name));
  if (foreign !== undefined)
    throw new Error(
      `${path} was changed: no backup holds a part called ${JSON.stringify(foreign)}. Nothing was restored; use another backup.`,
    );
  return { entries: checksums.size, manifest: known };
}

async function readNames(path: string): Promise<{ seen: Map<string, string>; listed?: string; manifest?: string }> {
  const seen = new Map<string, string>();
  let listed: string | undefined;
  let manifest: string | undefined;
  let twice: string | undefined;
  try {
    await readArchive(path, async (name, content) => {
      if (seen.has(name) || (name === checksumsName && listed !== undefined)) twice ??= name;
      if (name === manifestName) manifest = content.toString('utf8');
      if (name === checksumsName) listed = content.toString('utf8');
      else seen.set(name, createHash('sha256').update(content).digest('hex'));
    });
  } catch (error) {
    throw new Error(`${path} cannot be read to its end (${(error as Error).message}). Nothing was restored; use another backup.`, {
      cause: error,
    });
  }
  if (twice !== undefined)
    throw new Error(`${path} was changed: its part ${JSON.stringify(twice)} is there twice. Nothing was restored; use another backup.`);
  return { seen, ...(listed !== undefined && { listed }), ...(manifest !== undefined && { manifest }) };
}
