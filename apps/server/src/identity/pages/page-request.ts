import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserRecords } from '../browser-records.ts';
import { cookiesIn, setCookie } from '../cookies.ts';
import type { IdentityKeys } from '../keys.ts';
import { sameSecret } from '../sealing.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import { type Messages, messagesFor } from './messages.ts';

/** One request to a page of ours: what was sent, in which language to answer, and where the person came from. */
export interface PageRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly messages: Messages;
  /** Origin of the portal that the person is at; always one of ours. */
  readonly origin: string;
  /** Fields of the form, or of the query for GET. */
  field(name: string): string;
  /** Value for the hidden field `csrf` of every form. */
  readonly csrf: string;
  send(body: string, status?: number): FastifyReply;
}

/** Raised when a form does not come from a page that we gave to the same browser. */
export class ForgedForm extends Error {}

const csrfCookie = 'vigil_csrf';

export interface PageRequestOptions {
  readonly keys: Pick<IdentityKeys, 'mac'>;
  readonly hosts: TenantHosts;
  readonly browserRecords: BrowserRecords;
}

export type Respond = (page: PageRequest) => Promise<FastifyReply>;

/** Wraps a page's handler. Forms are checked against forgery before it runs: the Origin header, and a token that only our own page in the same browser knows. */
export function createPageRequest({ browserRecords, keys, hosts }: PageRequestOptions) {
  const tokenFor = (cookie: string) => keys.mac('form', cookie).toString('base64url');

  return (respond: Respond) => async (request: FastifyRequest, reply: FastifyReply) => {
    const origin = await hosts.originOf(request.host);
    const cookie = cookiesIn(request.raw, csrfCookie)[0] ?? newCookie(request, reply);
    const fields = fieldsOf(request.method === 'POST' ? request.body : request.query);
    if (request.method === 'POST') refuseForgery(request, origin, fields.get('csrf') ?? '', tokenFor(cookie));
    const page: PageRequest = {
      request,
      reply,
      messages: messagesFor(request.headers['accept-language']),
      origin,
      field: (name) => fields.get(name) ?? '',
      csrf: tokenFor(cookie),
      send: (body, status = 200) =>
        reply.code(status).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(body),
    };
    return browserRecords.within(request.raw, reply.raw, () => respond(page));
  };
}

function refuseForgery(request: FastifyRequest, home: string, sent: string, expected: string): void {
  const { origin } = request.headers;
  // Browsers with strict privacy settings send `null`; the token below is what decides then.
  if (origin !== undefined && origin !== 'null' && origin !== home && URL.parse(origin)?.host !== request.host) throw new ForgedForm();
  if (!sameSecret(sent, expected)) throw new ForgedForm();
}

function newCookie(request: FastifyRequest, reply: FastifyReply): string {
  const value = randomBytes(24).toString('base64url');
  setCookie({ req: request.raw, res: reply.raw }, csrfCookie, value);
  return value;
}

function fieldsOf(source: unknown): Map<string, string> {
  const entries = typeof source === 'object' && source !== null ? Object.entries(source) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
