import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a small file that only its owner may read. It is on disk when this resolves, its name included; after a crash there
 * is the file that was there before or this one, each whole.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  await writeAndFlush(unfinished, text);
  await rename(unfinished, path);
  await flush(dirname(path));
}

/** Makes the file and puts it on disk; its name is there after a crash once its folder is flushed. Throws EEXIST where there is one. */
export async function writeAndFlush(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
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
