import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { seal, unseal } from './sealing.ts';

/** The provider's keys, shared by every process that serves the same database. */
export interface IdentityKeys {
  /** Private signing key (ES256). */
  readonly signing: JWK & { readonly kid: string };
  /** Signs cookies. */
  readonly cookie: string;
  /** HMAC of `text` under a key of its own per purpose, for form tokens, throttle keys and remembered browsers. */
  mac(purpose: string, text: string): Buffer;
}

export interface IdentityKeysOptions {
  readonly database: Database;
  /** Not kept in the database: what sits there is useless without it. */
  readonly sealingSecret: string;
  readonly clock: Clock;
  readonly log: Log;
}

const generationLock = 7_618_345;

/** Reads the keys, making those that are missing. Safe when several processes start at once. */
export async function loadIdentityKeys(options: IdentityKeysOptions): Promise<IdentityKeys> {
  return options.database.global(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [generationLock]);
    const signing = JSON.parse(await keyOf(sql, options, 'signing', newSigningKey)) as IdentityKeys['signing'];
    const cookie = await keyOf(sql, options, 'cookie', async () => randomBytes(32).toString('base64url'));
    return { signing, cookie, mac: (purpose, text) => createHmac('sha256', `${purpose}:${cookie}`).update(text).digest() };
  });
}

/** The newest key of a purpose that this server's secret opens. A database restored beside another secret gets new keys: everybody signs in again. */
async function keyOf(sql: Sql, options: IdentityKeysOptions, purpose: 'signing' | 'cookie', make: () => Promise<string>): Promise<string> {
  const rows = await sql.query<{ sealed: Buffer }>('select sealed from vigil.identity_keys where purpose = $1 order by created_at desc', [
    purpose,
  ]);
  for (const { sealed } of rows) {
    const opened = unseal(options.sealingSecret, sealed);
    if (opened !== null) return opened;
  }
  if (rows.length > 0)
    options.log.warn({ purpose }, 'the identity keys were sealed by another installation; new ones are made and everybody signs in again');
  const key = await make();
  await sql.query(
    'insert into vigil.identity_keys (id, purpose, sealed, created_at) values ($1, $2, $3, to_timestamp($4::double precision / 1000))',
    [randomUUID(), purpose, seal(options.sealingSecret, key), options.clock.now()],
  );
  return key;
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) });
}
