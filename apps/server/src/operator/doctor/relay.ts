import { BlockList, isIPv6 } from 'node:net';
import type { Config } from '#platform/config.ts';
import { allocate } from '#platform/turn/allocate.ts';
import { relayCredentials } from '#platform/turn/credentials.ts';
import type { Finding } from './finding.ts';

const name = 'Relay of calls';
/** For as long as the question takes. */
const credentialsMs = 60_000;

/** Asks every address of the relay to open a way, as a call would: whether calls get through between networks that see nothing of each other. */
export async function examineRelay({ relay }: Pick<Config, 'relay'>): Promise<Finding> {
  if (relay === null)
    return {
      check: name,
      state: 'warning',
      detail: 'none is set up: calls connect only where the networks of the two let them',
      mend: 'Run a TURN server (coturn) and give TURN_URL and TURN_SECRET; docs/operating.md says how.',
    };
  const found = await Promise.all(relay.urls.map((url) => examine(url, relay.secret)));
  const broken = found.filter(({ fault }) => fault !== null);
  if (broken.length > 0)
    return {
      check: name,
      state: 'broken',
      detail: broken.map(({ url, fault }) => `${url}: ${fault}`).join(' '),
      mend: 'Mend the TURN server, or correct TURN_URL and TURN_SECRET; until then calls between most networks end after 30 seconds without sound.',
    };
  const inside = found.filter(({ address }) => isInside(address));
  if (inside.length > 0)
    return {
      check: name,
      state: 'warning',
      detail: inside.map(({ url, address }) => `${url} hands out ${address}, which is not reached from elsewhere`).join('; '),
      mend: 'Where people call from outside, set external-ip at the TURN server to its public address.',
    };
  return { check: name, state: 'ok', detail: found.map(({ url, address }) => `${url} opened ${address}`).join('; ') };
}

async function examine(url: string, secret: string): Promise<{ url: string; address: string; fault: string | null }> {
  try {
    return { url, address: await allocate(url, relayCredentials(secret, Date.now() + credentialsMs)), fault: null };
  } catch (error) {
    return { url, address: '', fault: (error as Error).message };
  }
}

const private4 = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  private4.addSubnet(net, bits);
const private6 = new BlockList();
private6.addAddress('::1', 'ipv6');
private6.addSubnet('fc00::', 7, 'ipv6');
private6.addSubnet('fe80::', 10, 'ipv6');

/** An address of this machine or of a network behind it. */
const isInside = (address: string): boolean => (isIPv6(address) ? private6.check(address, 'ipv6') : private4.check(address));
