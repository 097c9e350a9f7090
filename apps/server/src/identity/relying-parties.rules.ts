const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Why an address cannot be one that people are sent back to with a code; null when it can. It will be compared as a whole text. */
export function redirectUriFault(uri: string): string | null {
  const url = URL.parse(uri);
  if (!url) return 'is not an address. Give the whole one, as in https://app.example.org/callback.';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopbackHosts.has(url.hostname)))
    return 'must begin with https://, or with http:// on this machine (127.0.0.1, [::1], localhost).';
  if (uri.includes('#')) return 'must not have a fragment (#).';
  if (url.username || url.password) return 'must not hold a user name or a password.';
  if (uri.includes('*')) return 'must be one address, without a placeholder (*).';
  if (url.href !== uri) return `must be written as browsers write it: ${url.href}`;
  return null;
}
