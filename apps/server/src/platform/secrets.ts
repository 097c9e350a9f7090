import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Reads the secrets of a data directory, making those that are missing. Safe against two first starts at once. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const fresh = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64url')]));
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${JSON.stringify(fresh, null, 2)}\n`);
    await file.sync();
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const kept = JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>;
  const missing = names.filter((name) => typeof kept[name] !== 'string' || kept[name].length < 32);
  if (missing.length > 0)
    throw new Error(`${path} lacks ${missing.join(', ')}: restore it from a backup; the stores cannot be opened without it.`);
  return kept as Secrets;
}
