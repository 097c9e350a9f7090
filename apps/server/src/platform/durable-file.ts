import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where a file is written until it is whole; a crash, or a full disk, may leave it behind. */
export const unfinishedPath = (path: string) => `${path}.unfinished`;

/** What a file is to hold, at once or as it comes in. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Writes a file that only its owner may read. It is on disk when this resolves, its name included; after a crash there
 * is the file that was there before or this one, each whole.
 */
export async function writeDurably(path: string, content: Content): Promise<void> {
  const unfinished = unfinishedPath(path);
  await rm(unfinished, { force: true });
  await writeAndFlush(unfinished, content);
  await rename(unfinished, path);
  await flush(dirname(path));
}

/** Makes the file and puts it on disk; its name is there after a crash once its folder is flushed. Throws EEXIST where there is one. */
export async function writeAndFlush(path: string, content: Content): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What a file holds, or what was made, renamed or removed in a folder, stays so after a crash. */
export async function flush(path: string): Promise<void> {
  const entry = await open(path, 'r');
  try {
    await entry.sync();
  } finally {
    await entry.close();
  }
}
