export interface SecurityHeaderOptions {
  /** Where browsers reach the server: its origin may be spoken to from the hosts of the tenants. */
  readonly publicUrl: string;
  /** An identity provider of its own, when one is configured. */
  readonly oidcIssuer: string | undefined;
  /** The development server puts small scripts into its pages and talks over its own socket. */
  readonly development: boolean;
}

/**
 * The headers that keep the portal to itself, and to https where that is how it is reached. They belong on every answer:
 * set on the raw response, so that what is written past Fastify (event streams, the identity provider) carries them too;
 * whoever answers may set a stricter one.
 */
export function securityHeaders(options: SecurityHeaderOptions): ReadonlyMap<string, string> {
  const headers = new Map([
    ['content-security-policy', contentSecurityPolicy(options)],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'SAMEORIGIN'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['permissions-policy', 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()'],
  ]);
  // A browser that has seen this insists on https from then on. Where PUBLIC_URL is https that is right however the request
  // came, since a proxy that ends TLS speaks plain http to us; browsers ignore the header on plain http (RFC 6797, 8.1).
  if (new URL(options.publicUrl).protocol === 'https:') headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  return headers;
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
    // A PDF is shown in a frame from the page's own memory: it takes a token to read, and frames send none.
    `frame-src 'self' blob: ${trusted}`,
    `form-action 'self' ${trusted}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ');
}
