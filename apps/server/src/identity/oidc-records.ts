import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { browserNameOf } from './browser-name.ts';
import type { BrowserRecords } from './browser-records.ts';
import { byPlatformClock } from './provider-clock.ts';
import { sha256 } from './sealing.ts';

/** Where the provider's clients come from. */
export interface ClientDirectory {
  find(clientId: string): Promise<AdapterPayload | undefined>;
}

export interface OidcRecordsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly clients: ClientDirectory;
  readonly browserRecords: BrowserRecords;
  /** Told after a grant and everything that came from it has been removed. */
  readonly grantEnded: (accountId: string) => void;
}

/**
 * The provider's storage in Postgres. Ids of sessions, codes and refresh tokens are bearer secrets: only their SHA-256
 * is kept, so a copy of the database signs nobody in.
 */
export function createOidcRecords(options: OidcRecordsOptions): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clientAdapter(options.clients);
    const stored = recordAdapter(options, kind);
    const records = kind === 'Interaction' || kind === 'Session' ? options.browserRecords.untilSignIn(kind, stored) : stored;
    return byPlatformClock(records, options.clock);
  };
}

interface Row {
  readonly payload: AdapterPayload;
  readonly consumed: number | null;
}

const columns = 'payload, extract(epoch from consumed_at)::bigint as consumed';
const unexpired = '(expires_at is null or expires_at > to_timestamp($3::double precision / 1000))';

function recordAdapter({ browserRecords, database, clock, grantEnded }: OidcRecordsOptions, kind: string): Adapter {
  const hash = sha256;
  const destroy = (id: string) =>
    database.global((sql) => sql.query('delete from vigil.oidc_records where kind = $1 and id_hash = $2', [kind, hash(id)]));
  const endGrant = async (grantId: string) => {
    const removed = await database.global((sql) =>
      sql.query<{ accountId: string | null }>(
        `delete from vigil.oidc_records where (kind = 'Grant' and id_hash = $1)
           or (grant_id = $2 and kind in ('AuthorizationCode', 'RefreshToken', 'AccessToken')) returning account_id`,
        [hash(grantId), grantId],
      ),
    );
    for (const accountId of new Set(removed.flatMap((row) => row.accountId ?? []))) grantEnded(accountId);
  };
  return {
    async upsert(id, payload, expiresInSeconds) {
      const { jti: _secret, ...kept } = payload;
      const { browser, system } = browserNameOf(kind === 'Session' ? browserRecords.userAgent() : undefined);
      await database.global((sql) =>
        sql.query(
          `insert into vigil.oidc_records (kind, id_hash, payload, account_id, grant_id, uid, expires_at, browser, system)
           values ($1, $2, $3, $4, $5, $6, to_timestamp($7::double precision / 1000), $8, $9)
           on conflict (kind, id_hash) do update set payload = excluded.payload, account_id = excluded.account_id,
             grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at,
             browser = coalesce(excluded.browser, oidc_records.browser), system = coalesce(excluded.system, oidc_records.system)`,
          [
            kind,
            hash(id),
            kept,
            payload.accountId ?? null,
            payload.grantId ?? null,
            kind === 'Session' ? payload.uid : null,
            expiresInSeconds === undefined ? null : clock.now() + expiresInSeconds * 1000,
            browser,
            system,
          ],
        ),
      );
    },
    async find(id) {
      const rows = await database.global((sql) =>
        sql.query<Row>(`select ${columns} from vigil.oidc_records where kind = $1 and id_hash = $2 and ${unexpired}`, [
          kind,
          hash(id),
          clock.now(),
        ]),
      );
      return present(rows[0], id);
    },
    async findByUid(uid) {
      const rows = await database.global((sql) =>
        sql.query<Row>(
          `select ${columns} from vigil.oidc_records where kind = $1 and uid = $2 and ${unexpired} order by expires_at desc limit 1`,
          [kind, uid, clock.now()],
        ),
      );
      return present(rows[0]);
    },
    async findByUserCode() {
      return undefined;
    },
    async consume(id) {
      const rows = await database.global((sql) =>
        sql.query(
          `update vigil.oidc_records set consumed_at = to_timestamp($3::double precision / 1000)
           where kind = $1 and id_hash = $2 and consumed_at is null returning 1 as taken`,
          [kind, hash(id), clock.now()],
        ),
      );
      if (rows.length > 0) return;
      // Two requests that redeem the same code or refresh token at once: one of them is a thief's, so nobody keeps what came of it.
      const [used] = await database.global((sql) =>
        sql.query<{ grantId: string | null }>('select grant_id from vigil.oidc_records where kind = $1 and id_hash = $2', [kind, hash(id)]),
      );
      if (used?.grantId) await endGrant(used.grantId);
      throw new errors.InvalidGrant('already used');
    },
    // A grant takes everything that came from it along.
    destroy: async (id) => void (await (kind === 'Grant' ? endGrant(id) : destroy(id))),
    async revokeByGrantId(grantId) {
      await database.global((sql) => sql.query('delete from vigil.oidc_records where kind = $1 and grant_id = $2', [kind, grantId]));
    },
  };
}

function present(row: Row | undefined, id?: string): AdapterPayload | undefined {
  if (!row) return undefined;
  return { ...row.payload, ...(id === undefined ? {} : { jti: id }), ...(row.consumed === null ? {} : { consumed: row.consumed }) };
}

function clientAdapter(clients: ClientDirectory): Adapter {
  const refused = async () => {
    throw new Error('clients are not registered through the provider');
  };
  return {
    find: (clientId) => clients.find(clientId),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    upsert: refused,
    consume: refused,
    destroy: refused,
    revokeByGrantId: refused,
  };
}
