import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { DeviceDirectory } from './clients.ts';
import { type SessionRule, type SessionRules, usualSessionRule } from './quick-unlock/session-rule.ts';
import { endedSince } from './sessions.rules.ts';

export interface ProviderClaimsOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly devices: DeviceDirectory;
  readonly sessionRules: Pick<SessionRules, 'of'>;
}

/** How long the sign-in holds that a request comes from; the usual while it is not known whose it is, and outside of requests to the provider. */
export const ruleOf = (ctx: KoaContextWithOIDC | undefined): SessionRule =>
  (ctx?.oidc?.account?.rule as SessionRule | undefined) ?? usualSessionRule;

/** What the provider says about people and devices in its tokens. */
export function createProviderClaims({ accounts, clock, devices, sessionRules }: ProviderClaimsOptions) {
  /** Other applications than the portal learn who signed in and nothing about what they may do here. */
  function claimsForOthers(account: StoredAccount, ctx: KoaContextWithOIDC, use: string) {
    const { acr, amr } = use === 'userinfo' ? {} : authenticationOf(ctx.oidc);
    return {
      sub: account.id,
      ...emailClaimsOf(account),
      ...(acr === undefined ? {} : { acr }),
      ...(amr === undefined ? {} : { amr }),
    };
  }

  /** Which sign-in it was is said in tokens alone: it is nothing about the person. */
  async function claimsOf(account: StoredAccount, ctx: KoaContextWithOIDC, use: string) {
    const roles = await accounts.rolesOf(account.userId);
    return {
      sub: account.id,
      ...(account.userId === null ? {} : { extension_healthId: account.userId }),
      roles,
      ...(use === 'userinfo' ? {} : signInOf(ctx)),
      ...emailClaimsOf(account),
    };
  }

  async function deviceClaims(deviceId: string | undefined) {
    const device = await devices(deviceId ?? '');
    if (!device || device.revoked) throw new errors.InvalidClient('client not found');
    return { device_id: deviceId, user_id: device.userId, tenant_id: device.tenantId };
  }

  return {
    /** The account behind a session, code or refresh token; none when it is gone, when its sessions were ended since, or when this one is too old. */
    async findAccount(ctx: KoaContextWithOIDC, subject: string, token: object | undefined) {
      const account = await accounts.findById(subject);
      const signedInAt = authTimeOf(token) ?? claimedAuthTimeOf(token) ?? ctx.oidc.session?.loginTs;
      if (!account || signedInAt === undefined || endedSince(account, signedInAt)) return undefined;
      const rule = await sessionRules.of(account);
      if (signedInAt + rule.seconds <= clock.now() / 1000) return undefined;
      return {
        accountId: account.id,
        rule,
        claims: async (use: string) => (ctx.oidc.client?.first_party ? claimsOf(account, ctx, use) : claimsForOthers(account, ctx, use)),
      };
    },

    /** Claims of an access token beyond the standard ones. The e-mail address is for the ID token only: access tokens travel with every call. */
    async ofAccessToken(ctx: KoaContextWithOIDC, token: { kind: string; clientId?: string | undefined; accountId?: string | undefined }) {
      if (token.kind === 'ClientCredentials') return deviceClaims(token.clientId);
      const account = token.accountId ? await accounts.findById(token.accountId) : null;
      if (!account) return undefined;
      if (!ctx.oidc.client?.uses_api) return { auth_time: signInTimeOf(ctx.oidc) };
      const { extension_healthId, roles } = await claimsOf(account, ctx, 'access_token');
      return { ...(extension_healthId === undefined ? {} : { extension_healthId }), roles, ...signInOf(ctx) };
    },
  };
}

/** None of an account that signs in with a phone number: the address would be empty, and proved. */
function emailClaimsOf({ email, emailVerified }: StoredAccount): { email?: string; email_verified?: boolean } {
  return email === null ? {} : { email, email_verified: emailVerified };
}

/** Which sign-in a token comes from: its grant, which ends with the session, and when and how the person proved who it is (RFC 9068 §2.2.1). */
function signInOf({ oidc }: KoaContextWithOIDC) {
  const { Grant: grant } = oidc.entities;
  return { ...(grant?.jti === undefined ? {} : { grant_id: grant.jti }), ...authenticationOf(oidc) };
}

/** When and how the person signed in. It is told to every application: it may want more than a password. */
function authenticationOf(oidc: KoaContextWithOIDC['oidc']): { auth_time?: number; acr?: string; amr?: string[] } {
  const authTime = signInTimeOf(oidc);
  const { acr, amr } = oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken ?? {};
  return { ...(authTime === undefined ? {} : { auth_time: authTime }), ...(acr === undefined ? {} : { acr }), ...(amr ? { amr } : {}) };
}

/** When the person for whom tokens are being made gave the password (seconds); undefined for devices. */
export function signInTimeOf({ entities }: Pick<KoaContextWithOIDC['oidc'], 'entities'>): number | undefined {
  return authTimeOf(entities.AuthorizationCode) ?? authTimeOf(entities.RefreshToken);
}

/** Of an access token, which says it as a claim. */
function claimedAuthTimeOf(token: object | undefined): number | undefined {
  const claims = token && 'extra' in token ? token.extra : undefined;
  const authTime = typeof claims === 'object' && claims !== null && 'auth_time' in claims ? claims.auth_time : undefined;
  return typeof authTime === 'number' ? authTime : undefined;
}

function authTimeOf(token: object | undefined): number | undefined {
  return token && 'authTime' in token && typeof token.authTime === 'number' ? token.authTime : undefined;
}
