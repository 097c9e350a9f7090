import { VigilError } from '@vigil/contract/errors';
import { roles as knownRoles, type Role } from '@vigil/domain/roles';
import { errors, type JWTPayload } from 'jose';
import { isUuid } from './accounts.ts';

/** The roles that a token claims, in the platform's order; unknown ones are dropped. */
export function rolesIn(payload: JWTPayload): Role[] {
  const held = Array.isArray(payload.roles) ? payload.roles : [];
  return knownRoles.filter((role) => held.includes(role));
}

/** A claim that names a user of ours, where it is one. */
export function userIdIn(payload: JWTPayload): string | null {
  const claim = payload.extension_healthId;
  return typeof claim === 'string' && isUuid(claim) ? claim.toLowerCase() : null;
}

/** Expired is told apart from every other fault, of which nothing is told. */
export function refusal(error: unknown): VigilError {
  if (error instanceof VigilError) return error;
  if (error instanceof errors.JWTExpired) return new VigilError('token_expired', 'The sign-in has expired. Renew it, or sign in again.');
  return unauthenticated();
}

export function unauthenticated(): VigilError {
  return new VigilError('unauthenticated', 'Sign in to go on.');
}
