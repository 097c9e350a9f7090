import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';
import { clearCookie, cookiesIn, setCookie } from './cookies.ts';
import type { IdentityKeys } from './keys.ts';
import { seal, unseal } from './sealing.ts';

/** The provider's records of a browser in which nobody has signed in yet: kept by that browser, sealed, and nowhere else. */
export interface BrowserRecords {
  /** Records are read from and written to the cookies of this request while `work` runs. */
  within<T>(req: IncomingMessage, res: ServerResponse, work: () => Promise<T>): Promise<T>;
  /** What the browser of this request calls itself. */
  userAgent(): string | undefined;
  /** The provider's storage for a kind of record: in the browser until somebody signs in, in `stored` from then on. */
  untilSignIn(kind: BrowserRecordKind, stored: Adapter): Adapter;
}

export type BrowserRecordKind = 'Interaction' | 'Session';

/** Browsers keep 4,096 bytes a cookie, its name and attributes included. */
/** As long as the provider gives somebody to sign in. */
const longestSeconds = 3_600;
const mostSealedCharacters = 3_600;

interface Sealed {
  readonly kind: BrowserRecordKind;
  readonly id: string;
  readonly expiresAtMs: number;
  readonly payload: AdapterPayload;
}

/**
 * Anybody may begin to sign in, as often as they like: that must not fill the database. What such a record says gives no
 * rights; the one with the result of a sign-in is stored, so that it works once. Any process that has the keys can go on.
 */
export function createBrowserRecords(keys: Pick<IdentityKeys, 'mac'>, clock: Clock): BrowserRecords {
  const requests = new AsyncLocalStorage<{ req: IncomingMessage; res: ServerResponse }>();
  const secret = keys.mac('browser-records', '').toString('base64url');

  function request() {
    const current = requests.getStore();
    if (!current) throw new Error('a record of the browser was asked for outside of a request');
    return current;
  }

  function put(kind: BrowserRecordKind, id: string, payload: AdapterPayload, expiresInSeconds = longestSeconds): void {
    const record: Sealed = { kind, id, payload, expiresAtMs: clock.now() + expiresInSeconds * 1000 };
    const value = seal(secret, JSON.stringify(record)).toString('base64url');
    if (value.length > mostSealedCharacters) throw new errors.InvalidRequest('the request is too long');
    for (const path of pathsOf(kind, id)) setCookie(request(), nameOf(kind), value, { path, maxAgeSeconds: expiresInSeconds });
  }

  function get(kind: BrowserRecordKind, id: string): AdapterPayload | undefined {
    for (const value of cookiesIn(request().req, nameOf(kind))) {
      const opened = unseal(secret, Buffer.from(value, 'base64url'));
      const record = opened === null ? null : (JSON.parse(opened) as Sealed);
      if (record?.kind === kind && record.id === id && record.expiresAtMs > clock.now()) return record.payload;
    }
    return undefined;
  }

  function remove(kind: BrowserRecordKind, id: string): void {
    for (const path of pathsOf(kind, id)) clearCookie(request(), nameOf(kind), path);
  }

  return {
    within: (req, res, work) => requests.run({ req, res }, work),
    userAgent: () => requests.getStore()?.req.headers['user-agent'],
    untilSignIn: (kind, stored) => ({
      ...stored,
      async upsert(id, payload, expiresInSeconds) {
        if (!isSignedIn(kind, payload)) return put(kind, id, payload, expiresInSeconds);
        await stored.upsert(id, payload, expiresInSeconds);
        if (get(kind, id)) remove(kind, id);
      },
      find: async (id) => (await stored.find(id)) ?? get(kind, id),
      async destroy(id) {
        await stored.destroy(id);
        if (get(kind, id)) remove(kind, id);
      },
    }),
  };
}

function isSignedIn(kind: BrowserRecordKind, payload: AdapterPayload): boolean {
  return kind === 'Session' ? payload.accountId !== undefined : payload.result !== undefined;
}

function nameOf(kind: BrowserRecordKind): string {
  return kind === 'Session' ? 'vigil_session_state' : 'vigil_interaction_state';
}

/** An interaction is asked for at its page and where it goes on; one in another tab has paths of its own. */
function pathsOf(kind: BrowserRecordKind, id: string): string[] {
  return kind === 'Session' ? ['/idp'] : [`/idp/interaction/${id}`, `/idp/auth/${id}`];
}
