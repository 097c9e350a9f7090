import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import { createAnswerCache } from '#platform/answer-cache.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { canonicalEmail } from './accounts.ts';
import { refusal, rolesIn, unauthenticated, userIdIn } from './claims.ts';
import type { IdentityLinks } from './identity-links.ts';
import { apiAudience, type VerifiedPerson, type VerifyOptions } from './types.ts';

export interface ExternalIssuer {
  /** Throws as `TokenVerifier.verifyToken` does. */
  verify(token: string, options: VerifyOptions): Promise<VerifiedPerson>;
  /** A person has been linked: ask again. */
  forget(): void;
}

export interface ExternalIssuerOptions {
  /** OIDC_ISSUER, without a trailing slash. */
  readonly issuer: string;
  /** Audience of its ID tokens. */
  readonly clientId: string;
  readonly links: IdentityLinks;
  readonly clock: Clock;
  readonly log: Log;
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
/** Asymmetric only: a shared secret would let anyone who verifies also sign. */
const algorithms = ['RS256', 'PS256', 'ES256', 'RS384', 'PS384', 'ES384', 'RS512', 'PS512', 'ES512', 'EdDSA', 'Ed25519'];
const discoveryTimeoutMs = 5_000;

/**
 * Tokens of the issuer that OIDC_ISSUER names. Its keys are found by discovery, cached, and fetched anew when a token
 * names one that is unknown. Discovery happens at the first token, so that the server starts while the issuer is away.
 */
export function createExternalIssuer(options: ExternalIssuerOptions): ExternalIssuer {
  const { clock, links } = options;
  const people = createAnswerCache<string | null>({ keepMs: 10_000, entries: 10_000, keep: (id) => id !== null, nowMs: clock.now });
  let found: Promise<{ issuer: string; keys: ReturnType<typeof createRemoteJWKSet> }> | undefined;

  const keysOfIssuer = () => {
    found ??= discover(options).catch((error) => {
      found = undefined;
      options.log.error({ err: error }, 'the identity provider named by OIDC_ISSUER cannot be reached');
      throw error;
    });
    return found;
  };

  async function checked(token: string): Promise<{ payload: JWTPayload; use: 'access' | 'id' }> {
    try {
      const { issuer, keys } = await keysOfIssuer();
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: [apiAudience, options.clientId],
        algorithms,
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'exp'],
      });
      const audiences = [payload.aud].flat();
      return { payload, use: audiences.includes(apiAudience) ? 'access' : 'id' };
    } catch (error) {
      throw refusal(error);
    }
  }

  return {
    async verify(token, { idToken = false }) {
      const { payload, use } = await checked(token);
      if (use === 'id' && !idToken) throw unauthenticated();
      const subject = String(payload.sub);
      const verifiedEmail = emailIn(payload);
      const userId =
        userIdIn(payload) ?? (await people.get(`${subject} ${verifiedEmail}`, () => links.userOf(options.issuer, subject, verifiedEmail)));
      return {
        kind: 'person',
        issuer: options.issuer,
        subject,
        tokenUse: use,
        userId,
        verifiedEmail,
        roles: rolesIn(payload),
        tenantId: null,
        grantId: null,
        expiresAtMs: (payload.exp ?? 0) * 1000,
      };
    },
    forget: () => people.clear(),
  };
}

async function discover(options: ExternalIssuerOptions) {
  // Whoever is named in OIDC_ISSUER is asked, and nobody whom an answer points to.
  const response = await fetch(`${options.issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(discoveryTimeoutMs),
  });
  if (!response.ok) throw new Error(`discovery answered ${response.status}`);
  const metadata = discovery.parse(await response.json());
  // Some issuers end in a slash (Auth0): what is compared with the tokens is the name the issuer gives itself, and it must be the one asked for.
  if (metadata.issuer.replace(/\/$/, '') !== options.issuer) throw new Error('discovery names another issuer');
  return { issuer: metadata.issuer, keys: createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: discoveryTimeoutMs }) };
}

function emailIn(payload: JWTPayload): string | null {
  return typeof payload.email === 'string' && payload.email_verified === true ? canonicalEmail(payload.email) : null;
}
