import { signInPaths } from '@vigil/contract/configurator.contract';
import Provider, { type AdapterPayload } from 'oidc-provider';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';
import { isUuid } from './accounts.ts';
import type { ClientDirectory } from './oidc-records.ts';
import { relyingPartyClient } from './relying-parties.ts';
import { sha256 } from './sealing.ts';
import type { TenantHosts } from './tenant-hosts.ts';

export interface DeviceCredentials {
  readonly tenantId: string;
  readonly userId: string;
  readonly secretSha256: Buffer;
  readonly revoked: boolean;
}

export type DeviceDirectory = (deviceId: string) => Promise<DeviceCredentials | null>;

/** Credentials of a device by its id; null when there is no such device, or when its member is a demonstration's and that does not run. */
export function createDeviceDirectory(database: Database, demonstration: boolean): DeviceDirectory {
  return async (deviceId) => {
    const device = isUuid(deviceId) ? await readDevice(database, deviceId) : undefined;
    if (!device || (device.isDemonstration && !demonstration)) return null;
    return {
      tenantId: device.tenantId,
      userId: device.userId,
      secretSha256: device.secretSha256,
      revoked: device.revokedAt !== null,
    };
  };
}

interface DeviceRow {
  readonly tenantId: string;
  readonly userId: string;
  readonly secretSha256: Buffer;
  readonly revokedAt: number | null;
  readonly isDemonstration: boolean;
}

const credentials = prepared('select tenant_id, user_id, secret_sha256, revoked_at, is_demonstration from vigil.device_credentials($1)');

async function readDevice(database: Database, deviceId: string): Promise<DeviceRow | undefined> {
  const [row] = await database.ask<DeviceRow>(credentials, [deviceId]);
  return row;
}

export interface ClientsOptions {
  readonly config: Pick<Config, 'oidcIssuer' | 'oidcClientId'>;
  readonly database: Database;
  readonly devices: DeviceDirectory;
  readonly hosts: TenantHosts;
}

/**
 * The three kinds of clients: the portal (public, PKCE), whose redirect addresses follow from the hosts of the tenants
 * that exist at this moment; devices, each with its own secret; and applications that an operator has registered. With an
 * external issuer people do not sign in here, so only devices are clients.
 */
export function createClients({ config, database, devices, hosts }: ClientsOptions): ClientDirectory {
  /** Home, and whichever of the origins in the request is ours: the list stays short however many tenants there are. */
  async function origins(): Promise<string[]> {
    const asked = [...new Set([await hosts.originOf(undefined), ...originsAsked()])];
    const ours = await Promise.all(asked.map((origin) => hosts.isOurs(origin)));
    return asked.filter((_origin, index) => ours[index]);
  }

  return {
    async find(clientId) {
      if (clientId === config.oidcClientId) return config.oidcIssuer ? undefined : portalClient(clientId, await origins());
      const device = await devices(clientId);
      if (device) return device.revoked ? undefined : deviceClient(clientId, device);
      return config.oidcIssuer ? undefined : relyingPartyClient(database, clientId);
    },
  };
}

/** Origins that the request being answered speaks of: where to return to, where it was sent from. None of them is trusted yet. */
function originsAsked(): string[] {
  const { ctx } = Provider;
  if (!ctx) return [];
  const { redirect_uri: redirect, post_logout_redirect_uri: afterLogout } = ctx.query;
  return [redirect, afterLogout, ctx.get('origin'), ctx.origin].flatMap((text) =>
    typeof text === 'string' ? (URL.parse(text)?.origin ?? []) : [],
  );
}

function portalClient(clientId: string, origins: readonly string[]): AdapterPayload {
  return {
    client_id: clientId,
    client_name: 'Vigil',
    first_party: true,
    uses_api: true,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: origins.flatMap((origin) => [`${origin}${signInPaths.callback}`, `${origin}${signInPaths.silent}`]),
    post_logout_redirect_uris: origins.flatMap((origin) => [origin, `${origin}${signInPaths.signedOut}`]),
    id_token_signed_response_alg: 'ES256',
  };
}

function deviceClient(deviceId: string, device: DeviceCredentials): AdapterPayload {
  return {
    client_id: deviceId,
    uses_api: true,
    // Only the digest is known: comparing is done by `compareDigests`.
    client_secret: device.secretSha256.toString('hex'),
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    id_token_signed_response_alg: 'ES256',
  };
}

/** A device's secret is 256 random bits, so its plain SHA-256 is what is kept. */
export function digestOfDeviceSecret(secret: string): string {
  return sha256(secret).toString('hex');
}
