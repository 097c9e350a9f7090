import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SecurityHeaderOptions {
  /** Where browsers reach the server: its origin may be spoken to from the hosts of the tenants. */
  readonly publicUrl: string;
  /** An identity provider of its own, when one is configured. */
  readonly oidcIssuer: string | undefined;
  /** The development server puts small scripts into its pages and talks over its own socket. */
  readonly development: boolean;
}

/**
 * What sets the headers that keep the portal to itself. They go onto the raw response, so that answers written past Fastify
 * (event streams, the identity provider) carry them too; whoever answers may set a stricter one.
 */
export function securityHeaders(options: SecurityHeaderOptions): (request: FastifyRequest, reply: FastifyReply) => void {
  const policy = contentSecurityPolicy(options);
  return (request, { raw }) => {
    raw.setHeader('content-security-policy', policy);
    raw.setHeader('x-content-type-options', 'nosniff');
    raw.setHeader('x-frame-options', 'SAMEORIGIN');
    raw.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
    raw.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups');
    raw.setHeader('permissions-policy', 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()');
    raw.setHeader('x-request-id', request.id);
    // A browser that has once seen this insists on https: never say it over plain http.
    if (request.protocol === 'https') raw.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}

/**
 * Scripts only from our own files. Styles may be inline, because the component library writes them at run time. Frames of
 * the same origin are allowed: silent renewal signs in again in a hidden frame.
 */
function contentSecurityPolicy({ publicUrl, oidcIssuer, development }: SecurityHeaderOptions): string {
  const trusted = [...new Set([publicUrl, oidcIssuer].filter((url) => url !== undefined).map((url) => new URL(url).origin))].join(' ');
  return [
    "default-src 'self'",
    `script-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${trusted}${development ? ' ws: wss:' : ''}`,
    `frame-src 'self' ${trusted}`,
    `form-action 'self' ${trusted}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'self'",
  ].join('; ');
}
