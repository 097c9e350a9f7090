import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { isIP } from 'node:net';
import { staysHere } from '#platform/listening.ts';
import type { Finding } from './finding.ts';

export interface LinkHosts {
  /** Where links lead the people of each tenant, by its code. */
  readonly homes: ReadonlyMap<string, string>;
  /** The portal's own origin (PUBLIC_URL). */
  readonly home: string;
  /** What a server says of itself that is this one. */
  readonly issuer: string;
  /** Nothing answers where no server runs. */
  readonly isRunning: boolean;
}

/** How names are found and whose certificates are believed; tests bring their own. */
export interface Surroundings {
  readonly addressOf: (hostname: string) => Promise<{ readonly address: string; readonly family: number }>;
  readonly ca?: string;
  /** Milliseconds for one name, and for all of them. */
  readonly limits: { readonly oneMs: number; readonly allMs: number };
}

const surroundings: Surroundings = { addressOf: (hostname) => lookup(hostname), limits: { oneMs: 4_000, allMs: 12_000 } };
/** A name server that is away holds each look-up for seconds, on threads that files need as well. */
const atOnce = 3;
const namedAtMost = 5;
/** Characters; our own takes some 2,000. */
const longestAnswer = 65_536;
const checkName = 'Host names';

type Fault = keyof typeof faults;

/** What can be wrong with a host that links lead to, and what to do about it. */
const faults = {
  unknown: {
    state: 'broken',
    says: 'is unknown to DNS',
    mend: 'Add a DNS record that leads to this server, or send the links to the portal’s own address: vigil tenant set <code> tenant.hosts <its host>. Until then links in mails and invitations lead nowhere.',
  },
  foreign: {
    state: 'broken',
    says: 'is answered by something other than this server',
    mend: 'Correct the DNS record or the proxy now: links that sign people in lead there.',
  },
  renamed: {
    state: 'broken',
    says: 'reaches this server under another name',
    mend: 'Let the proxy pass the Host header on unchanged, or send X-Forwarded-Host and name the proxy in TRUST_PROXY.',
  },
  certificate: {
    state: 'broken',
    says: 'shows a certificate that has expired or is for other names',
    mend: 'Give the proxy a certificate that covers this name. Until then browsers turn people away.',
  },
  authority: {
    state: 'warning',
    says: 'shows a certificate from an authority that this machine does not know',
    mend: 'If it is your own authority, name its certificate in NODE_EXTRA_CA_CERTS. Otherwise use one that browsers trust.',
  },
  unreachable: {
    state: 'warning',
    says: 'did not answer this machine',
    mend: 'Open it in a browser elsewhere. If it does not open there either, check where its DNS record leads, the proxy and the firewall.',
  },
  unresolved: {
    state: 'warning',
    says: 'could not be looked up',
    mend: 'No name server answered. Run doctor again when this machine has a network.',
  },
} as const satisfies Record<string, Pick<Finding, 'state' | 'mend'> & { readonly says: string }>;

/**
 * Whether links in mails, invitations and sign-ins lead somewhere: each host is looked up and, over https, asked whether it is this server.
 * Nobody but these hosts and the machine's name servers is asked.
 */
export async function examineLinkHosts({ homes, home, issuer, isRunning }: LinkHosts, around = surroundings): Promise<Finding[]> {
  const origins = [...new Set([home, ...homes.values()])];
  const outside = origins.map((origin) => new URL(origin)).filter(({ hostname }) => !staysHere(hostname.replace(/^\[|\]$/g, '')));
  const { oneMs, allMs } = around.limits;
  const endMs = performance.now() + allMs;
  const found = new Map<Fault, string[]>();
  for (let from = 0; from < outside.length; from += atOnce)
    await Promise.all(
      outside.slice(from, from + atOnce).map(async (url) => {
        const signal = AbortSignal.timeout(Math.max(1, Math.round(Math.min(oneMs, endMs - performance.now()))));
        const fault = await faultOf(url, { issuer, isRunning, signal }, around);
        if (fault) found.set(fault, [...(found.get(fault) ?? []), url.host]);
      }),
    );
  if (found.size === 0) return [{ check: checkName, state: 'ok', detail: `links lead to ${some(origins)}${provenOf(outside, isRunning)}` }];
  return [...found].map(([fault, hosts]) => {
    const { mend, says, state } = faults[fault];
    return { check: checkName, state, detail: `${some(hosts)} ${says}`, mend };
  });
}

interface Question extends Pick<LinkHosts, 'issuer' | 'isRunning'> {
  readonly signal: AbortSignal;
}

async function faultOf(url: URL, { issuer, isRunning, signal }: Question, { addressOf, ca }: Surroundings): Promise<Fault | null> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  try {
    const known = isIP(name) ? { address: name, family: isIP(name) } : await inTime(signal, addressOf(name));
    if (url.protocol !== 'https:' || !isRunning) return null;
    const said = await askedAt(url, { known, ca, signal });
    if (said?.issuer !== issuer) return 'foreign';
    return String(said.authorization_endpoint).startsWith(`${url.origin}/`) ? null : 'renamed';
  } catch (error) {
    return faultIn(error as NodeJS.ErrnoException);
  }
}

/** A look-up cannot be cut short: its answer is no longer waited for. */
function inTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(Object.assign(new Error('not in time'), { code: 'EAI_AGAIN' })), { once: true }),
  );
  return Promise.race([work, late]);
}

interface Metadata {
  readonly issuer?: unknown;
  readonly authorization_endpoint?: unknown;
}

/** What the host says of its identity provider (OpenID Connect Discovery); null where that is nothing of the kind. Redirects are not followed. */
function askedAt(
  url: URL,
  { known, ca, signal }: { known: { address: string; family: number }; ca: string | undefined; signal: AbortSignal },
): Promise<Metadata | null> {
  return new Promise((resolve, reject) => {
    const request = get(
      new URL('/idp/.well-known/openid-configuration', url),
      {
        ...{ signal, agent: false, ...(ca && { ca }) },
        lookup: (_name, options, answer) => (options.all ? answer(null, [known]) : answer(null, known.address, known.family)),
      },
      (response) => {
        if (response.statusCode !== 200) {
          response.destroy();
          return resolve(null);
        }
        metadataIn(response).then(resolve, reject);
      },
    );
    request.on('error', reject);
  });
}

async function metadataIn(response: IncomingMessage): Promise<Metadata | null> {
  let body = '';
  for await (const part of response.setEncoding('utf8')) {
    body += part;
    if (body.length > longestAnswer) return null;
  }
  try {
    const said: unknown = JSON.parse(body);
    return typeof said === 'object' ? said : null;
  } catch {
    return null;
  }
}

function faultIn({ code = '' }: NodeJS.ErrnoException): Fault {
  if (code === 'ENOTFOUND') return 'unknown';
  if (code.startsWith('EAI_')) return 'unresolved';
  if (code === 'CERT_HAS_EXPIRED' || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate';
  return /CERT|SIGNATURE|ISSUER/.test(code) ? 'authority' : 'unreachable';
}

const some = (all: readonly string[]) =>
  `${all.slice(0, namedAtMost).join(', ')}${all.length > namedAtMost ? ` and ${all.length - namedAtMost} more` : ''}`;

function provenOf(outside: readonly URL[], isRunning: boolean): string {
  if (outside.length === 0) return '';
  if (!outside.some(({ protocol }) => protocol === 'https:')) return '; each is known to DNS';
  return isRunning ? '; each answers as this server' : '; each is known to DNS, and is asked for this server once that runs';
}
