import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Under which name the database knows the anchor of a data directory. An embedded database lies in the same directory
 * and knows one; with a database server of its own every node keeps one, told apart by machine and folder.
 */
export function placeOf({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }): string {
  if (databaseUrl === undefined) return 'embedded';
  return createHash('sha256')
    .update(`${hostname()}:${realpathSync(dataDir)}`)
    .digest('hex')
    .slice(0, 32);
}
