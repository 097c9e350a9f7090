import { createHash } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import { createLocalJWKSet, decodeJwt, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { createAnswerCache } from '#platform/answer-cache.ts';
import type { Clock } from '#platform/clock.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import { refusal, rolesIn, unauthenticated } from './claims.ts';
import type { DeviceCredentials, DeviceDirectory } from './clients.ts';
import type { ExternalIssuer } from './external.ts';
import type { GrantHolds } from './grants.ts';
import type { IdentityKeys } from './keys.ts';
import { endedSince, signInSecond } from './sessions.rules.ts';
import { accessTokenSeconds, apiAudience, type TokenVerifier, type VerifiedDevice, type VerifiedPerson } from './types.ts';

export interface TokensOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly keys: IdentityKeys;
  readonly accounts: Accounts;
  readonly devices: DeviceDirectory;
  readonly grantHolds: GrantHolds;
  readonly clock: Clock;
  readonly external: ExternalIssuer | null;
}

/** Milliseconds for which an account's or a device's state is believed; news on the bus ends it at once in this process. */
const keptForMs = 10_000;

/** Milliseconds; a check of a signature takes longer than all else that is looked at in a token. */
const signatureKeptForMs = 60_000;

/** A token of ours: its signature, issuer and audience are right. */
interface VerifiedToken {
  readonly payload: JWTPayload;
  readonly use: 'access' | 'id';
}

/** What is believed of a person for a while: the account, and which of its sign-ins hold. */
interface PersonState {
  readonly account: StoredAccount;
  readonly grants: Map<string, boolean>;
}

/** What a valid access token for the API says; null for everything else. Whether its sign-in still holds is not asked. */
export type AccessTokenReader = (token: string) => Promise<JWTPayload | null>;

/** Makes and checks tokens. */
export function createTokens(options: TokensOptions) {
  const { accounts, clock, external, issuer, keys } = options;
  const { d: _private, ...publicKey } = keys.signing;
  const localKeys = createLocalJWKSet({ keys: [publicKey] });
  const keeping = { keepMs: keptForMs, entries: 10_000, keep: (found: object | null) => found !== null, nowMs: clock.now };
  const people = createAnswerCache<PersonState | null>(keeping);
  const deviceStates = createAnswerCache<DeviceCredentials | null>(keeping);
  const verified = createAnswerCache<VerifiedToken>({ keepMs: signatureKeptForMs, entries: 10_000, nowMs: clock.now });

  const verifyToken: TokenVerifier['verifyToken'] = async (token, { idToken = false } = {}) => {
    if (external && issuerOf(token) !== issuer) return external.verify(token, { idToken });
    const { payload, use } = await verifyLocal(token);
    if (use === 'id' && !idToken) throw unauthenticated();
    if (typeof payload.device_id === 'string') return device(payload);
    return person(payload, use);
  };

  /** What is verified once holds until it expires, which is looked at every time. A fault is not kept. */
  async function verifyLocal(token: string): Promise<VerifiedToken> {
    const known = await verified.get(createHash('sha256').update(token).digest('base64'), () => verifyAnew(token));
    const isOver = (known.payload.exp ?? 0) <= Math.floor(clock.now() / 1000);
    return isOver ? verifyAnew(token) : known;
  }

  async function verifyAnew(token: string): Promise<VerifiedToken> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, localKeys, {
        issuer,
        audience: [apiAudience, options.clientId],
        algorithms: ['ES256'],
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      // An ID token is one by its audience, and never passes for an access token because its type says so too.
      const use = protectedHeader.typ === 'at+jwt' ? 'access' : 'id';
      if (payload.aud !== (use === 'access' ? apiAudience : options.clientId)) throw unauthenticated();
      return { payload, use };
    } catch (error) {
      throw refusal(error);
    }
  }

  const readAccessToken: AccessTokenReader = async (token) => {
    try {
      const { payload, use } = await verifyLocal(token);
      return use === 'access' ? payload : null;
    } catch {
      return null;
    }
  };

  async function person(payload: JWTPayload, use: 'access' | 'id'): Promise<VerifiedPerson> {
    const subject = String(payload.sub);
    const state = await people.get(subject, async () => {
      const found = await accounts.findById(subject);
      return found && { account: found, grants: new Map() };
    });
    if (!state) throw (await accounts.exists(subject)) ? unauthenticated() : accountGone();
    if (endedSince(state.account, payload.auth_time) || !(await signInHolds(state, payload, use))) throw unauthenticated();
    const { account } = state;
    return {
      kind: 'person',
      issuer,
      subject,
      tokenUse: use,
      userId: account.userId,
      verifiedEmail: account.emailVerified ? account.email : null,
      roles: rolesIn(payload),
      tenantId: typeof payload.tenant_id === 'string' ? payload.tenant_id : null,
      grantId: typeof payload.grant_id === 'string' ? payload.grant_id : null,
      expiresAtMs: (payload.exp ?? 0) * 1000,
    };
  }

  /** A token of a sign-in names its grant. Only the operator's, behind which no sign-in stands, has none. */
  async function signInHolds({ account, grants }: PersonState, payload: JWTPayload, use: 'access' | 'id'): Promise<boolean> {
    const { client_id: clientId, grant_id: grantId } = payload;
    if (typeof grantId !== 'string') return use === 'access' && clientId === undefined;
    const known = grants.get(grantId) ?? (await options.grantHolds(grantId, account.id));
    grants.set(grantId, known);
    return known;
  }

  async function device(payload: JWTPayload): Promise<VerifiedDevice> {
    const deviceId = String(payload.device_id);
    const credentials = await deviceStates.get(deviceId, () => options.devices(deviceId));
    if (!credentials) throw unauthenticated();
    if (credentials.revoked)
      throw new VigilError(
        'device_revoked',
        'This device’s credentials have been revoked. What it sent before is kept; ask an administrator for new credentials.',
      );
    return { kind: 'device', deviceId, userId: credentials.userId, tenantId: credentials.tenantId, expiresAtMs: (payload.exp ?? 0) * 1000 };
  }

  /** An access token that no sign-in stands behind: for the operator on the machine that holds the data, and for tests. */
  async function issueToken(account: StoredAccount, tenantId: string | null): Promise<string> {
    const now = Math.floor(clock.now() / 1000);
    return new SignJWT({
      ...(account.userId === null ? {} : { extension_healthId: account.userId }),
      roles: await accounts.rolesOf(account.userId),
      ...(tenantId === null ? {} : { tenant_id: tenantId }),
      auth_time: signInSecond(account, clock.now()),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keys.signing.kid })
      .setSubject(account.id)
      .setIssuer(issuer)
      .setAudience(apiAudience)
      .setIssuedAt(now)
      .setExpirationTime(now + accessTokenSeconds)
      .sign(await importJWK(keys.signing, 'ES256'));
  }

  return {
    verifyToken,
    readAccessToken,
    issueToken,
    forgetAccount: people.forget,
    forgetAccounts: people.clear,
    forgetDevice: deviceStates.forget,
  };
}

/** Said to whoever holds a genuine token of it, and to nobody else. */
const accountGone = () => new VigilError('account_gone', 'This account no longer exists, and its sign-in has ended.');

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    throw unauthenticated();
  }
}
