import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { withConnection } from '../postgres/connection.ts';
import { StartError } from '../start-error.ts';

export interface SealedDatabase {
  /** Connection string of the database's owner. */
  readonly ownerUrl: string;
  /** `Secrets.auditSeal`. */
  readonly key: string;
  readonly dataDir: string;
}

/**
 * The audit log of a database is sealed by one secret, which every server over it has to hold: one with another would find each seal
 * broken, and break those of the others. The first server notes a digest of its own; throws StartError for whoever has another.
 */
export async function requireSameSeal({ ownerUrl, key, dataDir }: SealedDatabase): Promise<void> {
  const digest = createHmac('sha256', key).update('digest of the audit seal').digest();
  const isSame = await withConnection(ownerUrl, async (client) => {
    await client.query('insert into vigil.audit_seal_digest (digest) values ($1) on conflict do nothing', [digest]);
    const { rows } = await client.query<{ digest: Buffer }>('select digest from vigil.audit_seal_digest');
    return rows[0]?.digest.equals(digest);
  });
  if (isSame) return;
  throw new StartError(
    `Vigil cannot start: the audit log of this database is sealed with another secret than that in ${join(dataDir, 'secrets.json')}. Servers that share a database share that file: copy it from the DATA_DIR of another of them (docs/operating.md, "Several servers").`,
  );
}
