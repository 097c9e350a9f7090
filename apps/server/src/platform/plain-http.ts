import type { Config } from './config.ts';
import { isLoopback } from './listening.ts';

/** What is to be said of a server that other machines reach without TLS; null where all is well. */
export function plainHttpWarning({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | null {
  if (isLoopback(host) || publicUrl.startsWith('https:')) return null;
  return `HOST is ${host}, which other machines can reach, over plain http: passwords and readings can be read on the way. Put a proxy with TLS in front and set PUBLIC_URL to its https address, or set HOST to 127.0.0.1.`;
}
