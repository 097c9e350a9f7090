import type Provider from 'oidc-provider';
import type { Clock } from '../clock.ts';
import type { Exchange } from './pages/exchange.ts';
import { sessionSeconds } from './provider.ts';

/**
 * Signs an account in outside an authorisation request (a magic link is opened wherever the mail is read). A session that
 * the browser had before ends: it may be somebody else's, and its id may be known to others.
 */
export async function startSession(provider: Provider, clock: Clock, { reply, request }: Exchange, accountId: string): Promise<void> {
  const ctx = provider.createContext(request.raw, reply.raw);
  const earlier = await provider.Session.get(ctx);
  if (earlier.accountId !== undefined) await earlier.destroy();
  const session = new provider.Session();
  session.loginAccount({ accountId, loginTs: Math.floor(clock.now() / 1000), amr: ['mail'] });
  await session.save(sessionSeconds);
  ctx.cookies.set(provider.cookieName('session'), session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    path: '/idp',
    secure: ctx.secure,
    maxAge: sessionSeconds * 1000,
  });
}
