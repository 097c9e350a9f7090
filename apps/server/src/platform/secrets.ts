import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, writeAndFlush } from './durable-file.ts';
import { readOrdinaryFile } from './ordinary-file.ts';
import { StartError } from './start-error.ts';

/** Generated at the first start, kept in DATA_DIR/secrets.json (mode 0600), never logged, never in the environment. */
export interface Secrets {
  /** Password of the embedded Postgres' owner. */
  readonly databaseOwner: string;
  /** Password of the application's role, which row-level security binds. */
  readonly databaseApp: string;
  /** Demanded by the embedded ticks engine on every request. */
  readonly ticksEngine: string;
  /** Seals the head of each tenant's audit chain. */
  readonly auditSeal: string;
  /** Signs the identity provider's cookies. */
  readonly cookies: string;
}

const names = ['databaseOwner', 'databaseApp', 'ticksEngine', 'auditSeal', 'cookies'] as const satisfies readonly (keyof Secrets)[];

/**
 * Reads the secrets of a data directory, making them where there are none. The file appears whole or not at all, and of two
 * first starts at once both read the same. Throws StartError when the file is there and cannot be used: a new one would lock
 * the stores for good, so it is never replaced.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) await generate(path, dataDir);
  const file = await readOrdinaryFile(path);
  if (file === 'not a file')
    throw new StartError(`Vigil cannot start: ${path} is no ordinary file. Put the file back from a backup, then start again.`);
  const kept = parse(file.toString('utf8'));
  const missing = kept ? names.filter((name) => typeof kept[name] !== 'string' || kept[name].length < 32) : names;
  if (!kept || missing.length > 0) {
    const what = kept ? `lacks ${missing.join(', ')}` : 'is empty or damaged';
    const way = existsSync(join(dataDir, 'postgres'))
      ? 'the stores open only with these secrets. Put the file back from a backup (it is in every one as files/secrets.json)'
      : 'there are no stores here yet, so it is safe to remove it';
    throw new StartError(`Vigil cannot start: ${path} ${what}; ${way}, then start again.`);
  }
  return kept as Secrets;
}

function parse(text: string): Partial<Secrets> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Written beside it, flushed, and then linked to its name: a link never replaces what another start has put there. */
async function generate(path: string, dataDir: string): Promise<void> {
  const fresh = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64url')]));
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    await writeAndFlush(unfinished, `${JSON.stringify(fresh, null, 2)}\n`);
    await link(unfinished, path);
    await flush(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}
