import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '#platform/durable-file.ts';
import { readOrdinaryFile } from '#platform/ordinary-file.ts';
import { type Anchor, readSealed, sealedLine } from './anchor-entry.ts';

export const anchorFileName = 'audit-anchor.json';

export const anchorPath = (dataDir: string): string => join(dataDir, anchorFileName);

/** The anchor of a data directory. `changed` when somebody without the key put something there; undefined when there is none. */
export async function readAnchorFile(dataDir: string, key: string): Promise<Anchor | 'changed' | undefined> {
  const kept = await readOrdinaryFile(anchorPath(dataDir));
  if (kept === 'absent') return undefined;
  if (kept === 'not a file') return 'changed';
  try {
    return readSealed(key, JSON.parse(kept.toString('utf8')));
  } catch {
    return 'changed';
  }
}

export async function writeAnchorFile(dataDir: string, key: string, anchor: Anchor): Promise<void> {
  await writeDurably(anchorPath(dataDir), `${sealedLine(key, anchor)}\n`);
}

/** Keeps an anchor that does not hold as evidence, beside the one that is begun now. */
export async function setAnchorAside(dataDir: string, nowMs: number): Promise<void> {
  await rename(anchorPath(dataDir), join(dataDir, `audit-anchor.refused-${nowMs}.json`));
}
