import { randomBytes } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import { isPlainLine } from '@vigil/contract/readable-text.forms';
import type { AdapterPayload } from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at, isUuid } from './accounts.ts';
import { redirectUriFault } from './relying-parties.rules.ts';
import { sha256 } from './sealing.ts';

/** An application of others that people sign in to with their account here. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  /** Compared as whole texts. */
  readonly redirectUris: readonly string[];
  readonly isConfidential: boolean;
  readonly usesApi: boolean;
  /** Milliseconds; null while it is valid. */
  readonly revokedAt: number | null;
}

export interface NewRelyingParty {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Has a secret. Else PKCE alone proves it. */
  readonly isConfidential: boolean;
  /** May ask for tokens for the API. */
  readonly usesApi: boolean;
  /** Who registers it, as the machine knows them. */
  readonly by: string;
}

export interface RelyingParties {
  /** The secret is in this answer and nowhere else. Throws invalid_input naming the field. */
  create(wish: NewRelyingParty): Promise<{ id: string; secret: string | null }>;
  /** All there ever were, the oldest first. */
  list(): Promise<RelyingParty[]>;
  /** Refuses it from now on and ends what people granted it. Throws not_found when there is no such client. */
  revoke(id: string, by: string): Promise<void>;
}

const longestName = 80;
const mostRedirectUris = 20;
const columns = 'id, name, redirect_uris, secret_sha256 is not null as is_confidential, uses_api, revoked_at';

/** Applications that an operator has registered at the provider. Without `people` signing in here (an external issuer) none can be. */
export function createRelyingParties({ database, clock, people }: { database: Database; clock: Clock; people: boolean }): RelyingParties {
  return {
    async create(wish) {
      if (!people)
        throw new VigilError('forbidden', 'People sign in at OIDC_ISSUER here: register the application there. Nothing was changed.');
      refuseFaults(wish);
      const secret = wish.isConfidential ? randomBytes(32).toString('base64url') : null;
      const [made] = await database.global((sql) =>
        sql.query<{ id: string }>(
          `insert into vigil.oidc_clients (name, redirect_uris, secret_sha256, uses_api, created_at, created_by)
           values ($1, $2, $3, $4, ${at(5)}, $6) returning id`,
          [wish.name.trim(), wish.redirectUris, secret === null ? null : sha256(secret), wish.usesApi, clock.now(), wish.by],
        ),
      );
      if (!made) throw new Error('the client was not stored');
      return { id: made.id, secret };
    },

    list: () => database.global((sql) => sql.query<RelyingParty>(`select ${columns} from vigil.oidc_clients order by created_at, id`)),

    async revoke(id, by) {
      if (!isUuid(id)) throw absent();
      await database.global(async (sql) => {
        const known = await sql.query(
          `update vigil.oidc_clients set revoked_at = coalesce(revoked_at, ${at(2)}), revoked_by = coalesce(revoked_by, $3)
           where id = $1 returning 1 as known`,
          [id, clock.now(), by],
        );
        if (known.length === 0) throw absent();
        await sql.query(
          "delete from vigil.oidc_records where kind in ('Grant', 'AuthorizationCode', 'AccessToken') and payload->>'clientId' = $1",
          [id],
        );
      });
    },
  };
}

function refuseFaults({ name, redirectUris }: NewRelyingParty): void {
  const fields = redirectUris.flatMap((uri) => {
    const fault = redirectUriFault(uri);
    return fault === null ? [] : [{ field: 'redirect', message: `${uri} ${fault}` }];
  });
  if (name.trim() === '' || name.length > longestName)
    fields.push({ field: 'name', message: `The name that people read must have 1 to ${longestName} characters.` });
  if (!isPlainLine(name))
    fields.push({ field: 'name', message: 'The name that people read must be one line, without control characters.' });
  if (redirectUris.length === 0 || redirectUris.length > mostRedirectUris)
    fields.push({ field: 'redirect', message: `Give 1 to ${mostRedirectUris} addresses to return to.` });
  if (fields.length > 0) throw new VigilError('invalid_input', 'The client was not made.', { fields });
}

const absent = () => new VigilError('not_found', 'There is no such client. vigil client list names them.');

interface ClientRow {
  readonly name: string;
  readonly redirectUris: string[];
  readonly secretSha256: Buffer | null;
  readonly usesApi: boolean;
}

/** A registered application as the provider wants it; undefined when there is none, or it was revoked. */
export async function relyingPartyClient(database: Database, clientId: string): Promise<AdapterPayload | undefined> {
  if (!isUuid(clientId)) return undefined;
  const [row] = await database.global((sql) =>
    sql.query<ClientRow>(
      'select name, redirect_uris, secret_sha256, uses_api from vigil.oidc_clients where id = $1 and revoked_at is null',
      [clientId],
    ),
  );
  if (!row) return undefined;
  return {
    client_id: clientId,
    client_name: row.name,
    // Not `native`: its loopback addresses would match at any port.
    application_type: 'web',
    ...(row.secretSha256 === null
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: row.secretSha256.toString('hex') }),
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: row.redirectUris,
    scope: 'openid profile email',
    uses_api: row.usesApi,
    id_token_signed_response_alg: 'ES256',
  };
}
