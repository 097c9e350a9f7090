import type Provider from 'oidc-provider';
import type { PageRequest } from './pages/page-request.ts';
import type { FinishedSignIn } from './pages/second-step.ts';
import { usualSessionRule } from './quick-unlock/session-rule.ts';
import { assurance } from './types.ts';

/**
 * Signs an account in outside an authorisation request (a magic link is opened wherever the mail is read). A session that
 * the browser had before ends: it may be somebody else's, and its id may be known to others.
 */
export async function startSession(provider: Provider, { reply, request }: PageRequest, signIn: FinishedSignIn): Promise<void> {
  const ctx = provider.createContext(request.raw, reply.raw);
  const earlier = await provider.Session.get(ctx);
  if (earlier.accountId !== undefined) {
    await earlier.destroy();
    for (const { grantId } of Object.values(earlier.authorizations ?? {})) if (grantId) await provider.Grant.adapter.destroy(grantId);
  }
  const session = new provider.Session();
  session.loginAccount(loginOf(signIn));
  await session.save(usualSessionRule.seconds);
  ctx.cookies.set(provider.cookieName('session'), session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    path: '/idp',
    secure: ctx.secure,
    maxAge: usualSessionRule.seconds * 1000,
  });
}

/** What the provider keeps of a sign-in: who, since when (seconds), and how it was proven. */
export function loginOf({ accountId, methods, signedInAt }: FinishedSignIn) {
  return { accountId, loginTs: signedInAt, amr: [...methods], acr: methods.includes('mfa') ? assurance.twoFactors : assurance.oneFactor };
}
