import { once } from 'node:events';
import { type AddressInfo, BlockList, createServer, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether whoever listens at this host (an address or a name) can be reached from this machine only. A name proves it only when it is `localhost`. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(name);
  return family === 0 ? name === 'localhost' : loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a name in an address leads to this machine wherever it is used: a loopback address, `localhost`, and names below it (RFC 6761). */
export function staysHere(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return isLoopback(name) || name.endsWith('.localhost');
}

/** The port if it is free at this moment, for 0 any that is. Throws as `listen` does when the host cannot be listened at. */
export async function freePort(host: string, wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Where a server really listens, as addresses to read: `http://0.0.0.0:3000` is every interface. */
export function listeningAt(addresses: readonly (AddressInfo | string)[]): string {
  return addresses
    .map((one) => (typeof one === 'string' ? one : `http://${isIP(one.address) === 6 ? `[${one.address}]` : one.address}:${one.port}`))
    .join(', ');
}
