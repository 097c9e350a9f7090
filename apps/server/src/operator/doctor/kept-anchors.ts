import { readFile } from 'node:fs/promises';
import { type Anchor, readSealed } from '#platform/audit/anchor/anchor-entry.ts';
import { UsageError } from '../arguments.ts';
import { givenPath } from '../given-path.ts';

/**
 * Anchors that were kept elsewhere, their seals not yet looked at: one line of `vigil audit anchor`, or a file of such lines or
 * of the server's log, in which they stand between others. Throws UsageError when the file cannot be read or holds none.
 */
export async function readKeptAnchors(given: string): Promise<unknown[]> {
  const anchors = (await textOf(given))
    .split('\n')
    .map(anchorIn)
    .filter((value) => value !== undefined);
  if (anchors.length === 0) throw new UsageError('There is no anchor of an audit log in what --anchor names.');
  return anchors;
}

/** The same, as this server sealed them. Throws when it did not seal one of them. */
export function sealedByUs(anchors: readonly unknown[], key: string): Anchor[] {
  const sealed = anchors.map((value) => readSealed(key, value)).filter((anchor) => anchor !== 'changed');
  if (sealed.length < anchors.length)
    throw new Error('An anchor in what --anchor names was not sealed by this server: it was changed, or this server’s key was.');
  return sealed;
}

async function textOf(given: string): Promise<string> {
  if (given.trimStart().startsWith('{')) return given;
  try {
    return await readFile(givenPath(given), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--anchor names ${given}, which cannot be read (${code}). Give a line of "vigil audit anchor", or a file with such lines.`,
    );
  }
}

/** The anchor in a line, itself or as the server logs it. */
function anchorIn(line: string): unknown {
  try {
    const { auditAnchor, ...whole } = JSON.parse(line) as Record<string, unknown>;
    return auditAnchor ?? ('seal' in whole ? whole : undefined);
  } catch {
    return undefined;
  }
}
