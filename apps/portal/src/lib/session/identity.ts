import { signInPaths } from '@vigil/contract/configurator.contract';
import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { claimsOf, tokensOf } from './claims.ts';
import type { Tokens } from './session.ts';

export interface IdentityConfiguration {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string;
}

export interface SignInOptions {
  /** E-mail address to begin with. */
  readonly loginHint?: string | undefined;
  /** Ask for the password even if the provider still has a session. */
  readonly askAgain?: boolean;
}

/** The identity provider, as the portal uses it: OpenID Connect authorisation code with PKCE. */
export interface Identity {
  /** Leaves for the provider's sign-in page; comes back to `returnTo`, a path of this origin. */
  signIn(returnTo: string, options?: SignInOptions): Promise<void>;
  /** On the provider's answer page: takes the tokens and says where the person wanted to go. Null on any other page. */
  completeSignIn(address: URL): Promise<{ tokens: Tokens; returnTo: string } | null>;
  /** What this tab still holds from before a reload. */
  held(): Promise<Tokens | null>;
  /** Asks the provider in a hidden frame or with a refresh token. Rejects with its error. */
  renewSilently(): Promise<Tokens>;
  /** Asks the provider's session in a hidden frame, whose cookie is renewed with it. Rejects with its error. */
  renewSession(): Promise<Tokens>;
  forget(): Promise<void>;
  /** Ends the provider's session; comes back to the site root. */
  endSession(idToken: string): Promise<void>;
  /** Leaves for the site root; the provider's session stays, locked. */
  leaveLocked(): void;
}

export function createIdentity(config: IdentityConfiguration): Identity {
  const { origin } = location;
  // Session storage: two tabs that share a rotated refresh token would revoke each other's session.
  const kept = () => new WebStorageStateStore({ store: sessionStorage });
  const manager = new UserManager({
    authority: config.authority,
    client_id: config.clientId,
    scope: config.scope,
    resource: config.resource,
    response_type: 'code',
    redirect_uri: origin + signInPaths.callback,
    silent_redirect_uri: origin + signInPaths.silent,
    post_logout_redirect_uri: origin + signInPaths.signedOut,
    userStore: kept(),
    stateStore: kept(),
    automaticSilentRenew: false,
    loadUserInfo: false,
    silentRequestTimeoutInSeconds: 10,
  });

  /** The library checks that the answer is to our request (state, PKCE, nonce), and not for whom the ID token was made out (OpenID Connect Core §3.1.3.7). */
  async function tokensForUs(user: User): Promise<Tokens> {
    const { aud: audience } = claimsOf(user.id_token ?? '');
    if ([audience].flat().includes(config.clientId)) return tokensOf(user);
    await manager.removeUser();
    throw new Error('The identity provider answered with an ID token that was not made out for this portal.');
  }

  async function renew(how: { forceIframeAuth?: boolean } = {}): Promise<Tokens> {
    const user = await manager.signinSilent({ nonce: crypto.randomUUID(), ...how });
    if (!user) throw new Error('The identity provider gave no answer.');
    return tokensForUs(user);
  }

  return {
    signIn: (returnTo, { loginHint, askAgain } = {}) =>
      manager.signinRedirect({
        state: { returnTo },
        nonce: crypto.randomUUID(),
        ...(loginHint && { login_hint: loginHint }),
        ...(askAgain && { prompt: 'login' }),
      }),
    async completeSignIn(address) {
      if (address.pathname !== signInPaths.callback) return null;
      const user = await manager.signinRedirectCallback(address.href);
      const state = user.state as { returnTo?: unknown } | undefined;
      return { tokens: await tokensForUs(user), returnTo: ownPath(state?.returnTo) };
    },
    async held() {
      const user = await manager.getUser();
      return user ? tokensOf(user) : null;
    },
    renewSilently: () => renew(),
    renewSession: () => renew({ forceIframeAuth: true }),
    forget: () => manager.removeUser(),
    endSession: (idToken) => manager.signoutRedirect({ id_token_hint: idToken }),
    leaveLocked: () => location.assign(origin + signInPaths.signedOut),
  };
}

/** A path of this origin, or the root: where to go after sign-in must never be another site's choice. */
export function ownPath(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** Inside the hidden frame of a renewal: hands the provider's answer to the page that opened the frame. */
export function answerSilentRenewal(): void {
  if (parent !== window) parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);
}
