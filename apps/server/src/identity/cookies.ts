import type { IncomingMessage, ServerResponse } from 'node:http';

interface Exchanged {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export interface CookieOptions {
  /** Default `/idp`. */
  readonly path?: string;
  /** Absent: until the browser is closed. */
  readonly maxAgeSeconds?: number;
}

/** Every value that a request sends under a name: a browser may hold one for each path, the closest first. */
export function cookiesIn({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).flatMap((pair) => pair.slice(name.length + 1) || []);
}

/** Sets a cookie of the identity pages, on the raw response, where the provider's own cookies go as well. Replaces what this answer has set for the same name and path. */
export function setCookie(
  { req, res }: Exchanged,
  name: string,
  value: string,
  { path = '/idp', maxAgeSeconds }: CookieOptions = {},
): void {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  // Set for every request under /idp, from our own configuration.
  const secure = req.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  const others = [res.getHeader('set-cookie') ?? []].flat().map(String);
  res.setHeader('set-cookie', [
    ...others.filter((line) => !line.startsWith(`${name}=`) || !line.includes(`; Path=${path};`)),
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${age}${secure}`,
  ]);
}

export function clearCookie(exchanged: Exchanged, name: string, path: string): void {
  setCookie(exchanged, name, '', { path, maxAgeSeconds: 0 });
}
