import { createHash, timingSafeEqual } from 'node:crypto';
import { sealingFor } from '#platform/sealing.ts';

/** Seals a secret for the database, and opens it, under a key derived from one that is not kept in the database. */
export const { seal, unseal } = sealingFor('vigil identity keys');

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares two secrets in time that does not depend on where they differ. */
export function sameSecret(a: Buffer | string, b: Buffer | string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
}
