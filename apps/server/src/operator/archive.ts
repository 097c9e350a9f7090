import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';

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
    await rename(unfinished, path);
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

/** Reads the whole archive and compares every entry with its checksum. Throws, before anything is restored, when it is damaged or cut short. */
export async function verifyArchive(path: string): Promise<{ entries: number }> {
  const seen: Record<string, string> = {};
  let listed: Record<string, string> | undefined;
  try {
    await readArchive(path, async (name, content) => {
      if (name === checksumsName) listed = JSON.parse(content.toString('utf8')) as Record<string, string>;
      else seen[name] = createHash('sha256').update(content).digest('hex');
    });
  } catch (error) {
    throw new Error(`${path} cannot be read to its end (${(error as Error).message}). Nothing was restored; use another backup.`, {
      cause: error,
    });
  }
  if (!listed) throw new Error(`${path} is cut short: its list of checksums is missing. Nothing was restored; use another backup.`);
  const damaged = Object.entries(listed).find(([name, sha256]) => seen[name] !== sha256);
  if (damaged)
    throw new Error(`${path} is damaged: its part ${damaged[0]} does not match its checksum. Nothing was restored; use another backup.`);
  return { entries: Object.keys(listed).length };
}
