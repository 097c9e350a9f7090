import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './route.ts';

const name = 'vigil-page';
/** After this a page asks for another. Seconds. */
const lastsSeconds = 600;

/** What the headers of a call would say. */
interface Credentials {
  readonly authorization: string;
  readonly tenantId: string;
}

/**
 * Lets elements of the caller's page open an address although they send no headers: its browser sends the caller's own token in a
 * cookie to that address alone, and each time it is judged as ever. Scripts cannot read it, and other sites cannot send it. Answers
 * until when it holds at the latest; milliseconds since 1970.
 */
export function openToPage(
  { request, reply }: Pick<RequestContext, 'request' | 'reply'>,
  tenantId: string,
  path: string,
  nowMs: number,
): number {
  const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? '';
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${tenantId}.${token}; Path=${path}; Max-Age=${lastsSeconds}; HttpOnly; SameSite=Strict${secure}`);
  return nowMs + lastsSeconds * 1000;
}

/** What the cookie of the address says; null where there is none. */
export function pageCredentials(request: FastifyRequest): Credentials | null {
  const found = request.headers.cookie
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const dot = found?.indexOf('.') ?? -1;
  return found === undefined || dot < 0 ? null : { tenantId: found.slice(0, dot), authorization: `Bearer ${found.slice(dot + 1)}` };
}
