import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'vigil-page';
/** After this a page asks for another. Seconds. */
const lastsSeconds = 600;

/** What the headers of a call would say. */
interface Credentials {
  readonly authorization: string;
  readonly tenantId: string;
}

/**
 * The caller's own token in a cookie that the browser sends to that address alone: scripts cannot read it, and other sites cannot send
 * it. Answers for how many seconds it is kept.
 */
export function openToPage(request: FastifyRequest, reply: FastifyReply, tenantId: string, path: string): number {
  const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? '';
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${tenantId}.${token}; Path=${path}; Max-Age=${lastsSeconds}; HttpOnly; SameSite=Strict${secure}`);
  return lastsSeconds;
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
