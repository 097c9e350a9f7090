import type Provider from 'oidc-provider';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { type Accounts, canonicalName, signInNameOf } from './accounts.ts';
import { ruleOf } from './provider-claims.ts';
import type { SessionLocks } from './quick-unlock/session-locks.ts';
import { apiAudience } from './types.ts';

const firstPartyScopes = 'openid profile email offline_access';

/** Consent is asked of other applications than the portal, and of whoever demands it (`prompt=consent`). A session whose account is gone or was ended asks for the password again, and so does one of another person than the portal names. A locked one asks for the PIN. */
export function signInPolicy(accounts: Accounts, { isLocked }: Pick<SessionLocks, 'isLocked'>) {
  const prompts = interactionPolicy.base();
  const { Check } = interactionPolicy;
  // Tokens for the API act in the person's name, whether or not its scope was spelt out: naming it as the resource is asking.
  prompts
    .get('consent')
    ?.checks.add(
      new Check('api_not_granted', 'the API was not granted', 'consent_required', ({ oidc }) =>
        apiAudience in (oidc.resourceServers ?? {}) && !oidc.entities.Grant?.getResourceScope(apiAudience)
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    );
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
      return account && signInNameOf(account) === canonicalName(hint) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  prompts.get('login')?.checks.add(
    new Check('session_locked', 'the session is locked', 'login_required', async (ctx) => {
      const { account, result, session } = ctx.oidc;
      if (!session || !account) return Check.NO_NEED_TO_PROMPT;
      const use = { unusedSeconds: ruleOf(ctx).unusedSeconds, hasJustSignedIn: result?.login !== undefined };
      return (await isLocked(session, use)) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return prompts;
}

/** What a person has granted an application in this session. The portal is our own: it is granted with the sign-in what it may ask for. */
export async function existingGrant(provider: Provider, ctx: KoaContextWithOIDC) {
  const { client, result, session } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const existing = known ? await provider.Grant.find(known) : undefined;
  // A PIN that was set since lets the session last for longer than what was granted with it.
  if (existing && client.first_party && ruleOf(ctx).unusedSeconds !== null) {
    existing.exp = Math.floor(Date.now() / 1000) + ruleOf(ctx).seconds;
    await existing.save();
  }
  if (existing || !client.first_party) return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(firstPartyScopes);
  grant.addResourceScope(apiAudience, 'api');
  await grant.save();
  return grant;
}

/** After a yes: the request's scope, and the API where it was named. Answers the id of the grant, which ends with the session. */
export async function grantWhatWasAsked(
  provider: Provider,
  { grantId, params }: { readonly grantId?: string | undefined; readonly params: Readonly<Record<string, unknown>> },
  accountId: string,
): Promise<string> {
  const earlier = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = earlier ?? new provider.Grant({ accountId, clientId: String(params.client_id) });
  const asked = String(params.scope).split(' ');
  grant.addOIDCScope(firstPartyScopes.split(' ').filter((scope) => asked.includes(scope)));
  if ([params.resource].flat().includes(apiAudience)) grant.addResourceScope(apiAudience, 'api');
  return grant.save();
}
