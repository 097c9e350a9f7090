import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Anchor, readSealed, sealedLine } from './anchor-entry.ts';

export const anchorFileName = 'audit-anchor.json';

export const anchorPath = (dataDir: string): string => join(dataDir, anchorFileName);

/** The anchor of a data directory. `changed` when somebody without the key wrote it; undefined when there is none. */
export async function readAnchorFile(dataDir: string, key: string): Promise<Anchor | 'changed' | undefined> {
  let text: string;
  try {
    text = await readFile(anchorPath(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readSealed(key, JSON.parse(text));
  } catch {
    return 'changed';
  }
}

/** On disk when it resolves, folder entry included; after a crash there is the one before or this one, whole. Readable by its owner only. */
export async function writeAnchorFile(dataDir: string, key: string, anchor: Anchor): Promise<void> {
  const path = anchorPath(dataDir);
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${sealedLine(key, anchor)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Keeps an anchor that does not hold as evidence, beside the one that is begun now. */
export async function setAnchorAside(dataDir: string, nowMs: number): Promise<void> {
  await rename(anchorPath(dataDir), join(dataDir, `audit-anchor.refused-${nowMs}.json`));
}
