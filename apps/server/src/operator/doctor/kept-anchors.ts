import { readFile } from 'node:fs/promises';
import { type Anchor, readSealed } from '#platform/audit/anchor/anchor-entry.ts';

/**
 * Anchors that were kept elsewhere: one line of `vigil audit anchor`, or a file of such lines or of the server's log, in
 * which they stand between others. Throws when there is none, or one that this server did not seal.
 */
export async function readKeptAnchors(given: string, key: string): Promise<Anchor[]> {
  const text = given.trimStart().startsWith('{') ? given : await readFile(given, 'utf8');
  const anchors = text
    .split('\n')
    .map(anchorIn)
    .filter((value) => value !== undefined)
    .map((value) => readSealed(key, value));
  if (anchors.length === 0) throw new Error('There is no anchor of an audit log in what --anchor names.');
  const sealed = anchors.filter((anchor) => anchor !== 'changed');
  if (sealed.length < anchors.length)
    throw new Error('An anchor in what --anchor names was not sealed by this server: it was changed, or this server’s key was.');
  return sealed;
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
