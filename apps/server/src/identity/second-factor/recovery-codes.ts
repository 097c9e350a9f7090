import { randomInt } from 'node:crypto';

/** Without letters and digits that are taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 3;
const groupLength = 4;
/** So many are given out at once. */
const recoveryCodeCount = 10;

/** Codes as `k7mp-2xqd-9hwt`: 59 bits each, which the throttle makes as good as endless. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
    ).join('-'),
  );
}

/** What is kept of a typed code: spaces, hyphens and capitals make no difference. Null for what cannot be one. */
export function canonicalRecoveryCode(text: string): string | null {
  const plain = text.toLowerCase().replace(/[\s-]/g, '');
  return plain.length === groups * groupLength ? plain : null;
}
