import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { DeviceDirectory } from './clients.ts';

/** What the provider says about people and devices in its tokens. */
export function createProviderClaims(accounts: Accounts, devices: DeviceDirectory) {
  async function claimsOf(account: StoredAccount) {
    const roles = await accounts.rolesOf(account.userId);
    return {
      sub: account.id,
      ...(account.userId === null ? {} : { extension_healthId: account.userId }),
      roles,
      email: account.email,
      email_verified: account.emailVerified,
    };
  }

  async function deviceClaims(deviceId: string | undefined) {
    const device = await devices(deviceId ?? '');
    if (!device || device.revoked) throw new errors.InvalidClient('client not found');
    return { device_id: deviceId, user_id: device.userId, tenant_id: device.tenantId };
  }

  return {
    /** The account behind a session, code or refresh token; none when it is gone, or when its sessions were ended since. */
    async findAccount(ctx: KoaContextWithOIDC, subject: string, token: object | undefined) {
      const account = await accounts.findById(subject);
      if (!account || endedBefore(account, signedInAt(token) ?? ctx.oidc.session?.loginTs)) return undefined;
      return { accountId: account.id, claims: () => claimsOf(account) };
    },

    /** Claims of an access token beyond the standard ones. The e-mail address is for the ID token only: access tokens travel with every call. */
    async ofAccessToken(token: { kind: string; clientId?: string | undefined; accountId?: string | undefined }) {
      if (token.kind === 'ClientCredentials') return deviceClaims(token.clientId);
      const account = token.accountId ? await accounts.findById(token.accountId) : null;
      if (!account) return undefined;
      const { extension_healthId, roles } = await claimsOf(account);
      return { ...(extension_healthId === undefined ? {} : { extension_healthId }), roles };
    },
  };
}

/** When the person behind a code or refresh token gave the password (seconds). */
function signedInAt(token: object | undefined): number | undefined {
  return token && 'authTime' in token && typeof token.authTime === 'number' ? token.authTime : undefined;
}

/** True when the person's sessions were ended after this sign-in (seconds). */
export function endedBefore(account: StoredAccount, signedInAtSeconds: number | undefined): boolean {
  return (
    account.sessionsEndedMs !== null && signedInAtSeconds !== undefined && signedInAtSeconds < Math.floor(account.sessionsEndedMs / 1000)
  );
}
