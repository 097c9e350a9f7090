import Provider, { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { type Accounts, canonicalEmail, type StoredAccount } from './accounts.ts';
import { deviceCredentials, digestOfDeviceSecret } from './clients.ts';
import type { IdentityKeys } from './keys.ts';
import { type ClientDirectory, createOidcRecords } from './oidc-records.ts';
import { sameSecret } from './sealing.ts';
import { accessTokenSeconds, apiAudience } from './types.ts';

/** Sessions end 12 hours after the password was given, active or not (NIST SP 800-63B §4.2.3, AAL2). */
export const sessionSeconds = 12 * 3600;
const interactionSeconds = 3600;
const scopes = 'openid profile email';

export interface ProviderOptions {
  /** Issuer: PUBLIC_URL with `/idp`. */
  readonly issuer: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: IdentityKeys;
  readonly accounts: Accounts;
  readonly clients: ClientDirectory;
  readonly pages: {
    /** Page that ends the session: `form` is the provider's, to be submitted by the person or, where that is safe, by itself. */
    signOut(ctx: KoaContextWithOIDC, form: string): void;
    signedOut(ctx: KoaContextWithOIDC): void;
    error(ctx: KoaContextWithOIDC, code: string): void;
  };
}

/** The OpenID provider: code with PKCE for the portal, client credentials for devices, nothing else. */
export function createProvider(options: ProviderOptions): Provider {
  const { accounts, clock, database, keys, log, pages } = options;
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  const provider = new Provider(options.issuer, {
    adapter: createOidcRecords(database, clock, options.clients),
    jwks: { keys: [keys.signing] },
    cookies: {
      names: { session: 'vigil_session', interaction: 'vigil_interaction', resume: 'vigil_resume' },
      keys: [keys.cookie],
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/idp' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    claims: {
      openid: ['sub', 'extension_healthId', 'roles'],
      email: ['email', 'email_verified'],
      profile: [],
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
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
        defaultResource: () => apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (resource !== apiAudience) throw new errors.InvalidTarget();
          return {
            scope: 'api',
            audience: apiAudience,
            accessTokenTTL: accessTokenSeconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: accessTokenSeconds,
      Interaction: interactionSeconds,
      Grant: sessionSeconds,
      RefreshToken: (ctx, token) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? remainingSeconds(token.authTime),
      Session: (_ctx, session) => remainingSeconds(session.loginTs),
    },
    // Refresh tokens end with the session, and each is good for one use: its reuse revokes the whole grant.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    rotateRefreshToken: true,
    interactions: { policy: policy(accounts), url: (_ctx, interaction) => `/idp/interaction/${interaction.uid}` },
    loadExistingGrant: (ctx) => firstPartyGrant(provider, ctx),
    async findAccount(ctx, subject, token) {
      const account = await accounts.findById(subject);
      if (!account || endedBefore(account, signedInAt(token) ?? ctx.oidc.session?.loginTs)) return undefined;
      return { accountId: account.id, claims: () => claimsOf(account) };
    },
    async extraTokenClaims(_ctx, token) {
      if (token.kind === 'ClientCredentials') return deviceClaims(token.clientId);
      const account = token.accountId ? await accounts.findById(token.accountId) : null;
      if (!account) return undefined;
      // The e-mail address is for the ID token only: access tokens travel with every call.
      const { extension_healthId, roles } = await claimsOf(account);
      return { ...(extension_healthId === undefined ? {} : { extension_healthId }), roles };
    },
    // Times of access tokens follow the platform's clock, as their verification does.
    formats: {
      customizers: {
        jwt(_ctx, _token, parts) {
          parts.payload.iat = nowSeconds();
          parts.payload.exp = nowSeconds() + accessTokenSeconds;
        },
      },
    },
    renderError: (ctx, out) => pages.error(ctx, String(out.error)),
  });

  function remainingSeconds(signedInAt: number | undefined): number {
    return signedInAt === undefined ? interactionSeconds : Math.max(1, signedInAt + sessionSeconds - nowSeconds());
  }

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
    const device = await deviceCredentials(database, deviceId ?? '');
    if (!device || device.revoked) throw new errors.InvalidClient('client not found');
    return { device_id: deviceId, user_id: device.userId, tenant_id: device.tenantId };
  }

  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = async function compareDigests(this: { clientSecret?: string }, secret: string) {
    return this.clientSecret !== undefined && sameSecret(this.clientSecret, digestOfDeviceSecret(secret));
  };
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the identity provider failed'));
  return provider;
}

/** When the person behind a code or refresh token gave the password (seconds). */
function signedInAt(token: object | undefined): number | undefined {
  return token && 'authTime' in token && typeof token.authTime === 'number' ? token.authTime : undefined;
}

/** True when the person's sessions were ended after this sign-in (seconds). */
export function endedBefore(account: StoredAccount, signedInAt: number | undefined): boolean {
  return account.sessionsEndedMs !== null && signedInAt !== undefined && signedInAt < Math.floor(account.sessionsEndedMs / 1000);
}

/** Sign-in only: the portal is our own, so nobody is asked for consent. A session whose account is gone or was ended asks for the password again, and so does one of another person than the portal names. */
function policy(accounts: Accounts) {
  const prompts = interactionPolicy.base();
  prompts.remove('consent');
  const { Check } = interactionPolicy;
  prompts
    .get('login')
    ?.checks.add(
      new Check('session_ended', 'the session has ended', 'login_required', (ctx) =>
        ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  prompts.get('login')?.checks.add(
    new Check('other_person', 'somebody else is signed in', 'login_required', async (ctx) => {
      const hint = ctx.oidc.params?.login_hint;
      const signedIn = ctx.oidc.session?.accountId;
      if (typeof hint !== 'string' || signedIn === undefined || ctx.oidc.result?.login) return Check.NO_NEED_TO_PROMPT;
      const account = await accounts.findById(signedIn);
      return account?.email === canonicalEmail(hint) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return prompts;
}

async function firstPartyGrant(provider: Provider, ctx: KoaContextWithOIDC) {
  const { client, session } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known ? await provider.Grant.find(known) : undefined;
  if (existing) return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(`${scopes} offline_access`);
  grant.addResourceScope(apiAudience, 'api');
  await grant.save();
  return grant;
}
