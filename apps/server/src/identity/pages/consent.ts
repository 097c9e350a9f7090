import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { type Accounts, signInNameOf } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import { grantWhatWasAsked } from '../provider-policy.ts';
import { apiAudience } from '../types.ts';
import { consentPage } from './consent-page.ts';
import type { PageRequest } from './page-request.ts';

export interface ConsentOptions {
  readonly provider: Provider;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly events: SignInEvents;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** What the sign-in page does where the provider asks for consent. The answer is the signed-in person's, and nobody else can give it here. */
export function createConsent({ accounts, events, provider }: ConsentOptions) {
  async function ask(page: PageRequest, interaction: Interaction, problem: string | null = null) {
    const { params } = interaction;
    const account = await accounts.findById(interaction.session?.accountId ?? '');
    const client = await provider.Client.find(String(params.client_id));
    if (!account || !client) throw new errors.SessionNotFound('nobody to ask');
    const body = consentPage({
      messages: page.messages,
      csrf: page.csrf,
      action: page.request.url,
      clientName: client.clientName ?? client.clientId,
      returnsTo: URL.parse(String(params.redirect_uri))?.host ?? '',
      signedInAs: signInNameOf(account),
      sharedEmail: String(params.scope).split(' ').includes('email') ? account.email : null,
      usesApi: [params.resource].flat().includes(apiAudience),
      problem,
    });
    return page.send(body, problem === null ? 200 : 400);
  }

  async function answer(page: PageRequest, interaction: Interaction) {
    const action = page.field('action');
    if (action !== 'allow' && action !== 'refuse') return ask(page, interaction, page.messages.text('consent.choose'));
    const { reply, request } = page;
    const accountId = interaction.session?.accountId;
    if (accountId === undefined) throw new errors.SessionNotFound('nobody to ask');
    const result =
      action === 'allow'
        ? { consent: { grantId: await grantWhatWasAsked(provider, interaction, accountId) } }
        : { error: 'access_denied', error_description: 'the person did not consent' };
    await events.record({ event: 'consent', outcome: action === 'allow' ? 'succeeded' : 'refused', accountId, ip: request.ip });
    // What was answered before (the password) stands as well: the request may have asked for both.
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: action === 'allow' });
    return reply.header('cache-control', 'no-store').redirect(returnTo, 303);
  }

  return { ask, answer };
}
export type Consent = ReturnType<typeof createConsent>;
