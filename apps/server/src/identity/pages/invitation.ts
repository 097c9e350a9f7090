import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Accounts } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import type { InvitationByLink, Invitations } from '../invitations.ts';
import { passwordFaultText } from '../passwords.ts';
import type { Account } from '../types.ts';
import { html } from './html.ts';
import { hidden, notice, page, problem } from './layout.ts';
import { faultOf, newPasswordFields } from './links.ts';
import type { createPageRequest, PageRequest } from './page-request.ts';

export interface InvitationPageOptions {
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  readonly events: SignInEvents;
  readonly endSessionsOfAccount: (accountId: string) => Promise<void>;
  readonly page: ReturnType<typeof createPageRequest>;
}

/**
 * The page behind an invitation's link: whoever got the mail, or the text message where there is no e-mail address, proves the address by it, chooses a password, and has an account.
 * A link to an e-mail address that came by SMS, or from an administrator, proves nothing about the address: it opens a new account for its own
 * invitation, and leaves an account that is there alone.
 */
export function mountInvitationPage(app: FastifyInstance, options: InvitationPageOptions): void {
  const { accounts, events, invitations, page } = options;
  const opened = (respond: (it: PageRequest, invitation: InvitationByLink, known: Account | null) => Promise<FastifyReply>) =>
    page(async (it) => {
      const invitation = await invitations.byToken(it.field('token'));
      if (invitation?.accepted) return it.send(accepted(it), 410);
      if (!invitation?.open) return it.send(dead(it, 'invitation.invalid.text'), 410);
      const known = await accounts.findByName(invitation.address);
      if (!invitation.provesAddress && known?.hasPassword) return it.send(dead(it, 'invitation.byMail.text'), 409);
      return respond(it, invitation, known);
    });

  app.get(
    '/invitation',
    opened(async (it, invitation, known) => {
      await invitations.noteOpened(it.field('token'), invitation.tenantId);
      return it.send(invitationPage(it, invitation, isToChoose(known), null));
    }),
  );

  app.post(
    '/invitation',
    opened(async (it, invitation, known) => {
      const { address, email, provesAddress } = invitation;
      const choosing = isToChoose(known);
      const fault = choosing ? faultOf(it, address) : null;
      if (fault) return it.send(invitationPage(it, invitation, choosing, passwordFaultText(it.messages, fault)), 400);
      const timeZone = it.field('zone');
      const account = await accounts.create({
        ...(email === null ? { email, phoneNumber: address } : { email }),
        emailVerified: provesAddress,
        password: choosing ? it.field('password') : null,
      });
      // Somebody may have signed in with a password that was chosen without the mailbox.
      if (choosing && known) await options.endSessionsOfAccount(known.id);
      await (provesAddress
        ? invitations.accept({ address, userId: account.userId, timeZone })
        : invitations.acceptOne(invitation, timeZone));
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
}

/** A password counts that was chosen by whoever has the mailbox. */
const isToChoose = (known: Account | null): boolean => !(known?.hasPassword && known.emailVerified);

function invitationPage(it: PageRequest, invitation: InvitationByLink, choosing: boolean, fault: string | null): string {
  const { messages } = it;
  return page({
    messages,
    title: messages.text('invitation.title'),
    body: html`<p>${messages.text(invitation.email === null ? 'invitation.textByPhone' : 'invitation.text', { tenant: invitation.tenantName, name: invitation.address })}</p>
${problem(fault)}
<form method="post" action="/idp/invitation">
${hidden('csrf', it.csrf)}
${hidden('token', it.field('token'))}
${hidden('zone', '')}
${choosing ? newPasswordFields(messages, invitation.address) : null}
<button class="primary">${messages.text(choosing ? 'invitation.submit' : 'invitation.accept')}</button>
</form>`,
  });
}

/** Also for whoever accepted it a moment ago and never got the answer. */
function accepted({ messages, origin }: PageRequest): string {
  return notice(messages, {
    title: 'invitation.accepted.title',
    text: messages.text('invitation.accepted.text'),
    link: { href: `${origin}/`, label: 'signIn.submit' },
    also: { href: '/idp/forgot', label: 'signIn.forgot' },
  });
}

function dead({ messages, origin }: PageRequest, text: 'invitation.invalid.text' | 'invitation.byMail.text'): string {
  return notice(messages, {
    title: 'link.invalid.title',
    text: messages.text(text),
    link: { href: `${origin}/`, label: 'back' },
  });
}
