import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityKeys } from '../keys.ts';
import { sameSecret } from '../sealing.ts';
import { cookieOf, setCookie } from './exchange.ts';

const cookieName = 'vigil_known';
const maxAgeSeconds = 90 * 24 * 3600;
/** Accounts remembered per browser: a shared workstation of a ward. */
const mostAccounts = 8;

/**
 * Remembers in a signed cookie which accounts have signed in from a browser (OWASP: device cookies). Its failed attempts
 * are counted apart, so that a stranger who locks an account does not lock out its owner at their own computer.
 */
export function createKnownBrowsers(keys: Pick<IdentityKeys, 'mac'>) {
  const sign = (accountId: string, nonce: string) => keys.mac('known-browser', `${accountId}.${nonce}`).toString('base64url');

  /** Genuine entries only. */
  function entries(request: FastifyRequest): { accountId: string; nonce: string }[] {
    return (cookieOf(request, cookieName) ?? '').split('~').flatMap((entry) => {
      const [accountId, nonce, signature] = entry.split('.');
      return accountId && nonce && signature && sameSecret(signature, sign(accountId, nonce)) ? [{ accountId, nonce }] : [];
    });
  }

  return {
    /** Name under which this browser's attempts on the account are counted; null when the account never signed in here. */
    counterOf(request: FastifyRequest, accountId: string): string | null {
      const known = entries(request).find((entry) => entry.accountId === accountId);
      return known ? `known:${accountId}:${known.nonce}` : null;
    },
    /** Notes that the account signed in. The nonce is new each time, so that a copied cookie does not stay good. */
    remember(request: FastifyRequest, reply: FastifyReply, accountId: string, secure: boolean): void {
      const others = entries(request).filter((entry) => entry.accountId !== accountId);
      const all = [{ accountId, nonce: randomBytes(12).toString('base64url') }, ...others].slice(0, mostAccounts);
      setCookie(reply, cookieName, all.map(({ accountId: id, nonce }) => `${id}.${nonce}.${sign(id, nonce)}`).join('~'), {
        secure,
        maxAgeSeconds,
      });
    },
  };
}
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
