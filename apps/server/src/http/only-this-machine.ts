import type { IncomingMessage } from 'node:http';
import { VigilError } from '@vigil/contract/errors';
import { staysHere } from '#platform/listening.ts';

/** Proxies, tunnels and port forwarders put one of these on what they pass on. */
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via', 'cf-connecting-ip'];

/**
 * For a demonstration, whose passwords are known to everybody. It listens on this machine only, but a tunnel or a proxy on it may pass on
 * what comes from elsewhere: such a request names another host, or says that it was passed on.
 */
export function comesFromElsewhere({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname;
  return (host !== undefined && !staysHere(host)) || passedOn.some((name) => headers[name] !== undefined);
}

export const onThisMachineOnly = () =>
  new VigilError(
    'forbidden',
    'This demonstration answers on its own machine only (http://localhost), because everybody knows its passwords. To open it to others, restart it with DEMO_PUBLIC=1.',
  );
