import { staysHere } from '#platform/listening.ts';
import type { Workplace } from './workplace.ts';

/**
 * What an operator has to know of links in mails after a change: for each tenant whose links lead somewhere else than `before`, where
 * to and which DNS names and certificates that takes. Lines for the terminal.
 */
export async function linkAdvice({ modules }: Pick<Workplace, 'modules'>, before: ReadonlyMap<string, string>): Promise<string[]> {
  const { hosts } = modules.identity;
  const home = new URL(hosts.home);
  const moved = [...(await hosts.homes())].filter(([code, origin]) => before.get(code) !== origin);
  const lines = moved.flatMap(([code, origin]) => {
    const go = `Links for ${code} ${before.has(code) ? 'now go' : 'go'} to ${origin}`;
    if (origin === home.origin) return [`${go}, the portal’s own address. They need no other DNS name or certificate.`];
    return staysHere(new URL(origin).hostname) ? [`${go}.`] : [`${go}. Before anybody follows one:`, ...needs(code, new URL(origin), home)];
  });
  return lines.length > moved.length ? [...lines, 'vigil doctor checks them.'] : lines;
}

function needs(code: string, { hostname, protocol }: URL, home: URL): string[] {
  const wildcard = hostname === `${code}.${home.hostname}` ? `*.${home.hostname}` : null;
  return [
    `  DNS: ${hostname} has to lead to this server.${wildcard ? ` A record ${wildcard} does so for every tenant.` : ''}`,
    ...(protocol === 'https:'
      ? [
          `  TLS: the proxy needs a certificate for ${hostname}${wildcard ? ` (or ${wildcard})` : ''} and has to pass the host name on unchanged.`,
        ]
      : []),
    `  Or stay on the portal’s own address: vigil tenant set ${code} tenant.hosts ${home.host}`,
  ];
}
