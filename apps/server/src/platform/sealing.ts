import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Seals texts with AES-256-GCM, under a key that is derived from a secret for one purpose: what was sealed for another cannot be opened. */
export function sealingFor(purpose: string) {
  const keyOf = (secret: string) => createHmac('sha256', secret).update(purpose).digest();
  return {
    seal(secret: string, plain: string): Buffer {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },

    /** Null when it was sealed under another secret or for another purpose, or changed since. */
    unseal(secret: string, sealed: Buffer): string | null {
      if (sealed.length < ivBytes + tagBytes) return null;
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, ivBytes));
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
