import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * Which reverse proxies stand between clients and us: so many one behind the other, or all in these networks (CIDR).
 * Networks are the safer of the two: with a number, whoever reaches the server past the proxies can say anything.
 */
export type ProxyTrust = { readonly hops: number } | { readonly networks: readonly string[] };

export const trustNoProxy: ProxyTrust = { hops: 0 };

/** Longer chains than this exist nowhere; a larger number is a port or a typing error. */
const mostHops = 10;

const namedNetworks: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** What TRUST_PROXY says; null when it says nothing that can be used. */
export function parseProxyTrust(text: string): ProxyTrust | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) <= mostHops ? { hops: Number(trimmed) } : null;
  const networks = trimmed.split(',').flatMap((part) => namedNetworks.get(part.trim().toLowerCase()) ?? [part.trim()]);
  return networks.every((network) => rangeOf(network) !== null) ? { networks } : null;
}

/** Whether the address that stands `hop` places before us (0 is the connection itself) is a proxy whose word counts. */
export type IsProxy = (address: string | undefined, hop: number) => boolean;

export function proxyCheck(trust: ProxyTrust): IsProxy {
  if ('hops' in trust) return (_address, hop) => hop < trust.hops;
  const list = new BlockList();
  for (const network of trust.networks) {
    const range = rangeOf(network);
    if (!range) throw new Error(`${network} is no network`);
    list.addSubnet(range.address, range.prefix, isIPv4(range.address) ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== null && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/**
 * An address as it is counted and recorded: without port, brackets or zone, IPv4 also where it came dressed as IPv6, and
 * IPv6 in its one short form, so that nobody becomes several people by writing it differently. Null when it is none.
 */
export function plainAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (isIPv4(text)) return text;
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? (/^[\d.]+:\d{1,5}$/.test(text) ? text.slice(0, text.indexOf(':')) : text);
  const address = bare.split('%', 1)[0] ?? '';
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short);
  if (!mapped) return short;
  return [mapped[1], mapped[2]].flatMap((half = '') => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
}

/** A single address is a network of one. A prefix of 0 would be everybody, which is what this setting exists to prevent. */
function rangeOf(network: string): { readonly address: string; readonly prefix: number } | null {
  const [address = '', length, ...rest] = network.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0 || address.includes('%')) return null;
  if (length === undefined) return { address, prefix: bits };
  if (!/^\d{1,3}$/.test(length)) return null;
  const prefix = Number(length);
  return prefix >= 1 && prefix <= bits ? { address, prefix } : null;
}
