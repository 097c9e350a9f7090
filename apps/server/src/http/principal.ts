/** Who a token speaks for, as the identity module reads it after checking signature, issuer, audience and expiry. */
export type Principal = PersonPrincipal | DevicePrincipal;

export interface PersonPrincipal {
  readonly kind: 'person';
  readonly subject: string;
  readonly userId: string | null;
  /** Null unless the identity provider vouches for the address. */
  readonly verifiedEmail: string | null;
  /** Tenant that the token was made out for; absent on tokens that serve every tenant of the person. */
  readonly tenantId?: string | null;
  /** The sign-in that the token came from; absent or null where none stands behind it. */
  readonly grantId?: string | null;
  readonly tokenUse: 'access' | 'id';
}

export interface DevicePrincipal {
  readonly kind: 'device';
  readonly deviceId: string;
  readonly userId: string;
  readonly tenantId: string;
}

/**
 * Throws VigilError `token_expired`, `device_revoked`, or `unauthenticated` for anything else that is wrong with the token.
 * An ID token is wrong unless `idToken` is true.
 */
export type VerifyToken = (token: string, options: { readonly idToken: boolean }) => Promise<Principal>;
