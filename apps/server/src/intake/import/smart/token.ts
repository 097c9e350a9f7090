import { randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import { importJWK, type JWK, SignJWT } from 'jose';
import * as z from 'zod';
import { jsonOf } from './answers.ts';
import type { Call } from './calls.ts';
import type { SmartConnection } from './connection.ts';

const configuration = z.looseObject({ token_endpoint: z.url() });
const granted = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive().optional() });

/** An assertion is used once, at once; the standard allows five minutes. */
const assertionSeconds = 240;
/** A token is renewed so long before it ends, in milliseconds. */
const renewBeforeMs = 30_000;
const usualSeconds = 300;

/**
 * Access tokens by SMART Backend Services: client credentials, proven by a signed assertion (RFC 7523). Answers the token as long as
 * it holds, then a new one. Throws `forbidden` with the server's code where it gives none.
 */
export function createTokens({
  call,
  connection,
  nowMs,
}: {
  call: Call;
  connection: SmartConnection;
  nowMs: () => number;
}): () => Promise<string> {
  let current: { readonly token: string; readonly untilMs: number } | undefined;
  let endpoint: string | undefined;

  async function ask(): Promise<{ token: string; untilMs: number }> {
    endpoint ??= await findEndpoint(call, connection.url);
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: connection.scope,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertionFor(endpoint, connection, nowMs()),
    });
    const answer = await call(endpoint, { method: 'POST', headers: { accept: 'application/json' }, body });
    const json = await jsonOf(answer);
    const read = granted.safeParse(json);
    if (!answer.ok || !read.success) throw refused(answer.status, json);
    return { token: read.data.access_token, untilMs: nowMs() + (read.data.expires_in ?? usualSeconds) * 1_000 };
  }

  return async () => {
    if (!current || current.untilMs - renewBeforeMs <= nowMs()) current = await ask();
    return current.token;
  };
}

async function findEndpoint(call: Call, url: string): Promise<string> {
  const answer = await call(`${url}/.well-known/smart-configuration`, { headers: { accept: 'application/json' } });
  const read = configuration.safeParse(await jsonOf(answer));
  if (!answer.ok || !read.success)
    throw new VigilError('not_found', 'The server has no SMART configuration (.well-known/smart-configuration) with a token endpoint.');
  return read.data.token_endpoint;
}

async function assertionFor(endpoint: string, { algorithm, clientId, key }: SmartConnection, nowMs: number): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(endpoint)
    .setJti(randomUUID())
    .setIssuedAt(Math.floor(nowMs / 1_000))
    .setExpirationTime(Math.floor(nowMs / 1_000) + assertionSeconds)
    .sign(await importJWK(key as JWK, algorithm));
}

function refused(status: number, json: unknown): VigilError {
  const code = (json as { error?: unknown } | null)?.error;
  const told = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? `: ${code}` : '';
  return new VigilError(
    'forbidden',
    `The server gave no access token (${status}${told}). Look whether client id, public key and scopes are registered there.`,
  );
}
