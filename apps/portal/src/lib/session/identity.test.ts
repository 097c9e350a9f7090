import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdentity, ownPath } from './identity.ts';

test.each([
  ['/patient/1/data?range=7', '/patient/1/data?range=7'],
  ['/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  [undefined, '/'],
])('after sign-in %s leads to %s, and never to another site', (asked, path) => {
  expect(ownPath(asked)).toBe(path);
});

const authority = 'https://id.clinic.example/idp';
const clientId = 'vigil-portal';
let idToken = '';

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string | URL) =>
    String(url).endsWith('/.well-known/openid-configuration')
      ? Response.json({ issuer: authority, authorization_endpoint: `${authority}/auth`, token_endpoint: `${authority}/token` })
      : Response.json({ access_token: token({ sub: 'a' }), id_token: idToken, token_type: 'Bearer', expires_in: 900, scope: 'openid' }),
  );
  // This browser leads nowhere and says so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function token(claims: object): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'ES256' })}.${part(claims)}.c2lnbmVk`;
}

/** Begins to sign in, and comes back with a code for an ID token of these claims. */
async function signInWith(claims: (nonce: unknown) => object) {
  sessionStorage.clear();
  const identity = createIdentity({ authority, clientId, scope: 'openid', resource: 'urn:vigil:api' });
  void identity.signIn('/patients');
  const begun = await vi.waitFor(() => {
    const kept = Object.entries({ ...sessionStorage }).find(([key]) => key.startsWith('oidc.'));
    expect(kept).toBeDefined();
    return JSON.parse(String(kept?.[1])) as { id: string; nonce?: string };
  });
  idToken = token({ sub: 'a', ...claims(begun.nonce) });
  return identity.completeSignIn(new URL(`${location.origin}/auth/callback?code=c&state=${begun.id}`));
}

test.each([
  ['the portal', clientId],
  ['the portal and others', ['another', clientId]],
])('an ID token that answers this very sign-in and is made out for %s is taken', async (_case, aud) => {
  const answer = await signInWith((nonce) => ({ nonce, aud }));
  expect(answer).toMatchObject({ returnTo: '/patients', tokens: { idToken } });
});

test.each([
  ['another sign-in', () => ({ nonce: 'of-another-sign-in', aud: clientId })],
  ['no sign-in that it names', () => ({ aud: clientId })],
  ['another application', (nonce: unknown) => ({ nonce, aud: 'another' })],
  ['nobody', (nonce: unknown) => ({ nonce })],
])('an ID token for %s signs nobody in, and is not kept', async (_case, claims) => {
  await expect(signInWith(claims)).rejects.toThrow();
  expect(Object.keys({ ...sessionStorage }).filter((key) => key.startsWith('oidc.user'))).toEqual([]);
});
