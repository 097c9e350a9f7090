import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AccessTokenReader } from './tokens.ts';

/**
 * The scope of an access token for the API, which the token and the response with it say (RFC 6749 §5.1, RFC 9068 §2.2.3):
 * what was asked for and granted about the person, and the API. Devices have the API alone.
 */
export function scopeOfApiToken({ oidc }: KoaContextWithOIDC): string {
  const { AuthorizationCode: code, Grant: grant, RefreshToken: refreshToken } = oidc.entities;
  const source = code ?? refreshToken;
  if (!grant || !source) return 'api';
  // A renewal may ask for less than the sign-in did.
  const asked = typeof oidc.params?.scope === 'string' ? oidc.params.scope : (source.scope ?? '');
  const aboutPerson = grant.getOIDCScopeFiltered(new Set(asked.split(' ')));
  return aboutPerson === '' ? 'api' : `${aboutPerson} api`;
}

/**
 * Lets the userinfo endpoint take the access tokens for the API. The provider looks for tokens that it has stored; these are
 * signed and stored nowhere, so they are read. It then checks client, account, grant and scope as it does for its own.
 */
export function acceptApiTokensAtUserinfo(provider: Provider, readAccessToken: AccessTokenReader): void {
  const { AccessToken } = provider;
  const findStored = AccessToken.find.bind(AccessToken);
  AccessToken.find = async (value: string, ...rest) => {
    const payload = value.split('.').length === 3 ? await readAccessToken(value) : null;
    if (!payload) return findStored(value, ...rest);
    const { auth_time: authTime, client_id: clientId, grant_id: grantId, scope, sub } = payload;
    return Reflect.construct(AccessToken, [{ accountId: sub, clientId, grantId, scope, extra: { auth_time: authTime } }]);
  };
}
