import { VigilError } from '@vigil/contract/errors';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Accounts } from './accounts.ts';
import type { BrowserRecords } from './browser-records.ts';
import { type DeviceDirectory, digestOfDeviceSecret } from './clients.ts';
import type { IdentityKeys } from './keys.ts';
import { type ClientDirectory, createOidcRecords } from './oidc-records.ts';
import { createProviderClaims, ruleOf, signInTimeOf } from './provider-claims.ts';
import { aheadOfMachine } from './provider-clock.ts';
import { existingGrant, signInPolicy } from './provider-policy.ts';
import { acceptApiTokensAtUserinfo, scopeOfApiToken } from './provider-tokens.ts';
import type { SessionLocks } from './quick-unlock/session-locks.ts';
import type { SessionRules } from './quick-unlock/session-rule.ts';
import { sameSecret } from './sealing.ts';
import type { AccessTokenReader } from './tokens.ts';
import { accessTokenSeconds, apiAudience } from './types.ts';

const interactionSeconds = 3600;

export interface ProviderOptions {
  /** Issuer: PUBLIC_URL with `/idp`. */
  readonly issuer: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: IdentityKeys;
  readonly accounts: Accounts;
  readonly sessionRules: Pick<SessionRules, 'of'>;
  readonly sessionLocks: Pick<SessionLocks, 'isLocked'>;
  readonly clients: ClientDirectory;
  readonly devices: DeviceDirectory;
  readonly browserRecords: BrowserRecords;
  readonly readAccessToken: AccessTokenReader;
  /** Told after everything that came from a grant has been revoked. */
  readonly grantEnded: (accountId: string) => void;
  readonly pages: {
    /** Page that ends the session: `form` is the provider's, to be submitted by the person or, where that is safe, by itself. */
    signOut(ctx: KoaContextWithOIDC, form: string): void;
    signedOut(ctx: KoaContextWithOIDC): void;
    error(ctx: KoaContextWithOIDC, code: string): void;
  };
}

/** The OpenID provider: code with PKCE for the portal and registered applications, client credentials for devices, nothing else. */
export function createProvider(options: ProviderOptions): Provider {
  const { accounts, clock, database, keys, log, pages } = options;
  const claims = createProviderClaims({ accounts, clock, devices: options.devices, sessionRules: options.sessionRules });
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  const provider = new Provider(options.issuer, {
    adapter: createOidcRecords({
      database,
      clock,
      clients: options.clients,
      browserRecords: options.browserRecords,
      grantEnded: options.grantEnded,
    }),
    jwks: { keys: [keys.signing] },
    cookies: {
      names: { session: 'vigil_session', interaction: 'vigil_interaction', resume: 'vigil_resume' },
      keys: [keys.cookie],
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/idp' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    claims: {
      openid: ['sub', 'extension_healthId', 'roles', 'grant_id', 'auth_time', 'acr', 'amr'],
      email: ['email', 'email_verified'],
      profile: [],
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: ['first_party', 'uses_api'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    // The portal at any of its hosts may call the token endpoint from the browser; its redirect addresses name those hosts.
    clientBasedCORS: (_ctx, origin, client) => client.redirectUris?.some((uri) => new URL(uri).origin === origin) ?? false,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: true },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => pages.signOut(ctx, form),
        postLogoutSuccessSource: (ctx) => pages.signedOut(ctx),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => (client.first_party || client.grantTypeAllowed('client_credentials') ? apiAudience : []),
        useGrantedResource: () => true,
        getResourceServerInfo(ctx, resource, client) {
          if (resource !== apiAudience || !client.uses_api) throw new errors.InvalidTarget();
          return {
            scope: 'api',
            audience: apiAudience,
            accessTokenTTL: accessTokenSecondsOf(ctx),
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
    },
    ttl: {
      AccessToken: (ctx) => accessTokenSecondsOf(ctx),
      ClientCredentials: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: () => Math.max(1, accessTokenSeconds + aheadOfMachine(clock)),
      Interaction: interactionSeconds,
      Grant: (ctx) => ruleOf(ctx).seconds,
      RefreshToken: (ctx, token) => refreshTokenSeconds(ctx, token.authTime),
      Session: (ctx, session) => sessionSeconds(ctx, session),
    },
    // Refresh tokens end with the session, and each is good for one use: its reuse revokes the whole grant.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    rotateRefreshToken: true,
    interactions: {
      policy: signInPolicy(accounts, options.sessionLocks),
      url: (_ctx, interaction) => `/idp/interaction/${interaction.uid}`,
    },
    loadExistingGrant: (ctx) => existingGrant(provider, ctx),
    findAccount: claims.findAccount,
    extraTokenClaims: (ctx, token) => claims.ofAccessToken(ctx, token),
    // Times of access tokens follow the platform's clock, as their verification does. The response repeats the token's scope.
    formats: {
      customizers: {
        jwt(ctx, token, parts) {
          token.scope = scopeOfApiToken(ctx);
          parts.payload.scope = token.scope;
          parts.payload.iat = nowSeconds();
          parts.payload.exp = nowSeconds() + accessTokenSecondsOf(ctx);
        },
      },
    },
    renderError: (ctx, out, error) => pages.error(ctx, error instanceof VigilError ? error.code : String(out.error)),
  });

  function remainingSeconds(ctx: KoaContextWithOIDC, signedInAt: number | undefined): number {
    return signedInAt === undefined ? interactionSeconds : Math.max(1, signedInAt + ruleOf(ctx).seconds - nowSeconds());
  }

  /** What fails before it is known whose session it is leaves the session its end. */
  function sessionSeconds(ctx: KoaContextWithOIDC, { loginTs, exp }: { loginTs?: number | undefined; exp?: number | undefined }): number {
    const isUnread = ctx.oidc.account === undefined && loginTs !== undefined && exp !== undefined;
    return isUnread ? Math.max(1, exp - Math.floor(Date.now() / 1000)) : remainingSeconds(ctx, loginTs);
  }

  /** The portal’s, of a session that locks, end when it is not used; others with the first of their line. */
  function refreshTokenSeconds(ctx: KoaContextWithOIDC, signedInAt: number | undefined): number {
    const { unusedSeconds } = ruleOf(ctx);
    if (unusedSeconds !== null && ctx.oidc.client?.first_party) return Math.min(unusedSeconds, remainingSeconds(ctx, signedInAt));
    return ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? remainingSeconds(ctx, signedInAt);
  }

  /** An access token ends with the session, even when that has less than the usual time left. */
  function accessTokenSecondsOf(ctx: KoaContextWithOIDC): number {
    const signedInAt = signInTimeOf(ctx.oidc);
    return signedInAt === undefined ? accessTokenSeconds : Math.min(accessTokenSeconds, remainingSeconds(ctx, signedInAt));
  }

  provider.proxy = true;
  acceptApiTokensAtUserinfo(provider, options.readAccessToken);
  provider.Client.prototype.compareClientSecret = async function compareDigests(this: { clientSecret?: string }, secret: string) {
    return this.clientSecret !== undefined && sameSecret(this.clientSecret, digestOfDeviceSecret(secret));
  };
  provider.on('server_error', (ctx, error) => {
    // The provider knows no other failure than 500; a store that is away for a moment is one to come back from.
    if (error instanceof VigilError && error.status === 503) {
      ctx.status = error.status;
      ctx.set('retry-after', String(error.retryAfterSeconds ?? 5));
    }
    log.error({ err: error }, 'the identity provider failed');
  });
  return provider;
}
