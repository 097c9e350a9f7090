import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { VigilError } from '@vigil/contract/errors';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import * as z from 'zod';

/** The two algorithms that SMART Backend Services demand of servers (SMART App Launch 2.2, client-confidential-asymmetric). */
export const smartAlgorithms = ['ES384', 'RS384'] as const;

/** Records do not travel in the open; what stays on this machine may. */
const isPrivate = ({ hostname, protocol }: URL) => protocol === 'https:' || loopback.has(hostname);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const address = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && isPrivate(new URL(text)), 'Has to begin with https://');

const connection = z.object({
  url: address,
  clientId: z.string().min(1).max(500),
  algorithm: z.enum(smartAlgorithms),
  /** Private; the other side has the public half. */
  key: z.looseObject({ kty: z.string(), kid: z.string() }),
  scope: z.string().min(1).max(2_000),
  /** Further origins that the server may send us to: of its token endpoint, of its files. */
  also: z.array(address).max(20),
});

/** How a FHIR server is reached: kept in a file of the operator's, and nowhere else. */
export type SmartConnection = z.output<typeof connection>;

export interface NewConnection {
  readonly url: string;
  readonly clientId: string;
  /** ES384 or RS384. */
  readonly algorithm: string;
  readonly scope?: string | undefined;
  readonly also: readonly string[];
}

/**
 * Writes a connection with a new key to a file that only its owner can read, and answers the public key set to be registered at the
 * server. Throws invalid_input for an address that is none, and conflict where there is such a file.
 */
export async function createConnection(path: string, wanted: NewConnection): Promise<{ readonly keys: readonly JWK[] }> {
  const { algorithm } = wanted;
  if (!(smartAlgorithms as readonly string[]).includes(algorithm))
    throw new VigilError('invalid_input', `"${algorithm}" is not an algorithm: ${smartAlgorithms.join(' or ')}.`);
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 3_072 });
  const kid = randomUUID();
  const made = checked({ ...wanted, scope: wanted.scope ?? 'system/*.read', key: { ...(await exportJWK(privateKey)), kid } });
  try {
    await writeFile(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new VigilError('conflict', 'There is such a file already. Its key may be in use; name another file.', { cause: error });
  }
  return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig', key_ops: ['verify'] }] };
}

/** Throws not_found where the file cannot be read, and invalid_input where it is no connection. */
export async function readConnection(path: string): Promise<SmartConnection> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new VigilError('not_found', 'The file of the connection cannot be read; look whether it exists and may be read', {
      cause: error,
    });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  return checked(json);
}

function checked(json: unknown): SmartConnection {
  const result = connection.safeParse(json);
  if (result.success) return { ...result.data, url: result.data.url.replace(/\/$/, '') };
  const fields = result.error.issues.slice(0, 20).map(({ path, message }) => ({ field: path.map(String).join('.') || 'file', message }));
  throw new VigilError('invalid_input', 'This is no connection to a FHIR server', { fields });
}
