import type { Role } from '@vigil/domain/roles';

/** Audience of access tokens: the API, at whichever host it is reached. */
export const apiAudience = 'urn:vigil:api';
/** Seconds that an access token lives, as specified. */
export const accessTokenSeconds = 900;

/**
 * Authentication context of a sign-in (the claim `acr`): assurance level 1 or 2 of NIST SP 800-63B, in the names that its
 * own federation profile has for them.
 */
export const assurance = {
  oneFactor: 'http://idmanagement.gov/ns/assurance/aal/1',
  twoFactors: 'http://idmanagement.gov/ns/assurance/aal/2',
} as const;

/** A person whose token was verified: signature, issuer, audience and expiry are right. */
export interface VerifiedPerson {
  readonly kind: 'person';
  /** Issuer that vouches for the person: the embedded provider, or the one named by OIDC_ISSUER. */
  readonly issuer: string;
  readonly subject: string;
  /** Which token it was. ID tokens pass only where the caller allowed them. */
  readonly tokenUse: 'access' | 'id';
  /** vigil.users.id (the claim extension_healthId, or what the person is linked to); null until an account has been created. */
  readonly userId: string | null;
  /** E-mail address that the issuer vouches for, in lower case; null when it does not. */
  readonly verifiedEmail: string | null;
  /** Roles over all tenants at the time of issue: for display. Access is decided by memberships, never by this. */
  readonly roles: readonly Role[];
  /** Tenant that the token was issued for (operator's tokens); null otherwise. */
  readonly tenantId: string | null;
  /** The grant of the sign-in that the token came from; null for the operator's tokens and another issuer's. */
  readonly grantId: string | null;
  readonly expiresAtMs: number;
}

/** A band or another device, signed in with its own credentials, not revoked at the time of the check. */
export interface VerifiedDevice {
  readonly kind: 'device';
  readonly deviceId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly expiresAtMs: number;
}

export type VerifiedToken = VerifiedPerson | VerifiedDevice;

export interface VerifyOptions {
  /** Accept an ID token as well: only on the calls that the specification makes with one (roles, account creation). Default false. */
  readonly idToken?: boolean;
}

/** What proves who is calling. */
export interface TokenVerifier {
  /**
   * Throws VigilError `token_expired` for a genuine token past its time, `device_revoked` for a revoked device,
   * `unauthenticated` for anything else that does not prove who is calling.
   */
  verifyToken(token: string, options?: VerifyOptions): Promise<VerifiedToken>;
}

/** A sign-in account of the embedded provider. Its id is the `sub` of tokens. */
export interface Account {
  readonly id: string;
  /** Lower case; null for an account that signs in with a phone number. */
  readonly email: string | null;
  /** E.164; null for an account that signs in with an e-mail address. */
  readonly phoneNumber: string | null;
  /** Whether the owner has proved to have the mailbox, or the phone. */
  readonly emailVerified: boolean;
  /** vigil.users.id; null until the account has been created from an invitation. */
  readonly userId: string | null;
  readonly hasPassword: boolean;
}

/** One that signs in with an e-mail address, or without one with a phone number (E.164). */
export type NewAccount = NewAccountParts & ({ readonly email: string } | { readonly email: null; readonly phoneNumber: string });

interface NewAccountParts {
  /** Not checked against the rules for new passwords: those bind the pages. Absent: the person sets one through a link. */
  readonly password?: string | null;
  readonly userId?: string | null;
  readonly emailVerified?: boolean;
  /** One whose password everybody knows: it is off unless the demonstration runs. Settled when the account is made. Default false. */
  readonly isDemonstration?: boolean;
}
