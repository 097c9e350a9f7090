import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiesIn, setCookie } from '../cookies.ts';
import type { IdentityKeys } from '../keys.ts';
import { sameSecret } from '../sealing.ts';

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

  /** Genuine entries only. No more are looked at than are ever given out: each costs a signature. */
  function entries(request: FastifyRequest): { accountId: string; nonce: string }[] {
    const [given = ''] = cookiesIn(request.raw, cookieName);
    return given.split('~', mostAccounts).flatMap((entry) => {
      const [accountId, nonce, signature] = entry.split('.');
      return accountId && nonce && signature && sameSecret(signature, sign(accountId, nonce)) ? [{ accountId, nonce }] : [];
    });
  }

  return {
    /**
     * Names under which this browser's attempts are counted, by account; none for accounts that never signed in here. All of
     * the cookie is read before anybody is looked up, so that the time it takes does not tell who has an account.
     */
    countersOf(request: FastifyRequest): (accountId: string) => string | null {
      const counters = new Map(entries(request).map(({ accountId, nonce }) => [accountId, `known:${accountId}:${nonce}`]));
      return (accountId) => counters.get(accountId) ?? null;
    },
    /** Notes that the account signed in. The nonce is new each time, so that a copied cookie does not stay good. */
    remember(request: FastifyRequest, reply: FastifyReply, accountId: string): void {
      const others = entries(request).filter((entry) => entry.accountId !== accountId);
      const all = [{ accountId, nonce: randomBytes(12).toString('base64url') }, ...others].slice(0, mostAccounts);
      const value = all.map(({ accountId: id, nonce }) => `${id}.${nonce}.${sign(id, nonce)}`).join('~');
      setCookie({ req: request.raw, res: reply.raw }, cookieName, value, { maxAgeSeconds });
    },
  };
}
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
