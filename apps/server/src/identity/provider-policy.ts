import type Provider from 'oidc-provider';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { type Accounts, canonicalEmail } from './accounts.ts';
import { apiAudience } from './types.ts';

const firstPartyScopes = 'openid profile email offline_access';

/** Sign-in only: the portal is our own, so nobody is asked for consent. A session whose account is gone or was ended asks for the password again, and so does one of another person than the portal names. */
export function signInPolicy(accounts: Accounts) {
  const prompts = interactionPolicy.base();
  prompts.remove('consent');
  const { Check } = interactionPolicy;
  prompts
    .get('login')
    ?.checks.add(
      new Check('session_ended', 'the session has ended', 'login_required', (ctx) =>
        ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  prompts.get('login')?.checks.add(
    new Check('other_person', 'somebody else is signed in', 'login_required', async (ctx) => {
      const hint = ctx.oidc.params?.login_hint;
      const signedIn = ctx.oidc.session?.accountId;
      if (typeof hint !== 'string' || signedIn === undefined || ctx.oidc.result?.login) return Check.NO_NEED_TO_PROMPT;
      const account = await accounts.findById(signedIn);
      return account?.email === canonicalEmail(hint) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return prompts;
}

/** The portal is our own: what it may ask for is granted with the sign-in, once per session. */
export async function firstPartyGrant(provider: Provider, ctx: KoaContextWithOIDC) {
  const { client, session } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known ? await provider.Grant.find(known) : undefined;
  if (existing) return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(firstPartyScopes);
  grant.addResourceScope(apiAudience, 'api');
  await grant.save();
  return grant;
}
