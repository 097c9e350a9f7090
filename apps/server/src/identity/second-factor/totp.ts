import { codeDigits } from '@vigil/contract/login.values';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app knows it: HMAC-SHA-1, six digits, steps of 30 seconds. */
const algorithm = 'SHA1';
const periodSeconds = 30;
/** Bytes of a secret: as long as the hash (RFC 4226 §4, R6). */
const secretBytes = 20;
/** Steps before and after the present one whose code is taken: clocks differ, and people type slowly (RFC 6238 §5.2). */
const toleratedSteps = 1;

/** A new secret in base32. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What an authenticator app reads from the picture. The label names the account, and whose it is. */
export function addressOf(secret: string, email: string, issuer: string): string {
  return totpOf(secret, email, issuer).toString();
}

/** The number of the time step whose code this is; null when it is that of none near `nowMs`. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: toleratedSteps });
  return delta === null ? null : TOTP.counter({ period: periodSeconds, timestamp: nowMs }) + delta;
}

/** The secret in groups of four, for people who type it. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

function totpOf(secret: string, label = '', issuer = ''): TOTP {
  return new TOTP({ issuer, label, algorithm, digits: codeDigits, period: periodSeconds, secret: Secret.fromBase32(secret) });
}
