import { createHmac, randomUUID } from 'node:crypto';

/**
 * What opens the relay for a while, by the rules of coturn's REST interface: the name says until when, and of whom nothing; the
 * password proves that whoever made it knows the secret.
 */
export function relayCredentials(secret: string, expiresAtMs: number): { readonly username: string; readonly credential: string } {
  const username = `${Math.ceil(expiresAtMs / 1000)}:${randomUUID()}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
