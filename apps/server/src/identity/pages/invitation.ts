import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import type { InvitationByLink, Invitations } from '../invitations.ts';
import { passwordFaultText } from '../passwords.ts';
import { html } from './html.ts';
import { hidden, notice, page, problem } from './layout.ts';
import { faultOf, newPasswordFields } from './links.ts';
import type { createPageRequest, PageRequest } from './page-request.ts';

export interface InvitationPageOptions {
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  readonly events: SignInEvents;
  readonly page: ReturnType<typeof createPageRequest>;
}

/** The page behind an invitation's link: whoever got the mail proves the address by it, chooses a password, and has an account. */
export function mountInvitationPage(app: FastifyInstance, options: InvitationPageOptions): void {
  const { accounts, events, page, invitations } = options;

  app.get(
    '/invitation',
    page(async (it) => {
      const invitation = await invitations.byToken(it.field('token'));
      if (!invitation?.open) return it.send(dead(it), 410);
      return it.send(invitationPage(it, invitation, await needsPassword(invitation.email), null));
    }),
  );

  app.post(
    '/invitation',
    page(async (it) => {
      const invitation = await invitations.byToken(it.field('token'));
      if (!invitation?.open) return it.send(dead(it), 410);
      const { email } = invitation;
      const choosing = await needsPassword(email);
      const fault = choosing ? faultOf(it, email) : null;
      if (fault) return it.send(invitationPage(it, invitation, choosing, passwordFaultText(it.messages, fault)), 400);
      const account = await accounts.create({ email, emailVerified: true, password: choosing ? it.field('password') : null });
      await invitations.accept({ email, userId: account.userId });
      await events.record({ event: 'invitation', outcome: 'succeeded', accountId: account.id, ip: it.request.ip });
      return it.send(
        notice(it.messages, {
          title: 'created.title',
          text: it.messages.text('created.text'),
          link: { href: `${it.origin}/`, label: 'signIn.submit' },
        }),
      );
    }),
  );

  async function needsPassword(email: string): Promise<boolean> {
    return !(await accounts.findByEmail(email))?.hasPassword;
  }
}

function invitationPage(it: PageRequest, invitation: InvitationByLink, choosing: boolean, fault: string | null): string {
  const { messages } = it;
  return page({
    messages,
    title: messages.text('invitation.title'),
    body: html`<p>${messages.text('invitation.text', { tenant: invitation.tenantName, email: invitation.email })}</p>
${problem(fault)}
<form method="post" action="/idp/invitation">
${hidden('csrf', it.csrf)}
${hidden('token', it.field('token'))}
${choosing ? newPasswordFields(messages, invitation.email) : null}
<button class="primary">${messages.text(choosing ? 'invitation.submit' : 'invitation.accept')}</button>
</form>`,
  });
}

function dead({ messages, origin }: PageRequest): string {
  return notice(messages, {
    title: 'link.invalid.title',
    text: messages.text('invitation.invalid.text'),
    link: { href: `${origin}/`, label: 'back' },
  });
}
