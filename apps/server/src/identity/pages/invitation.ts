import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Accounts, StoredAccount } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import type { InvitationByLink, Invitations } from '../invitations.ts';
import { passwordFaultText } from '../passwords.ts';
import { signInSecond } from '../sessions.rules.ts';
import { html } from './html.ts';
import { hidden, notice, page, problem } from './layout.ts';
import { faultOf, newPasswordFields } from './links.ts';
import type { createPageRequest, PageRequest } from './page-request.ts';
import type { SecondStep, StartSession, StepResult } from './second-step.ts';

export interface InvitationPageOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly invitations: Invitations;
  readonly events: SignInEvents;
  readonly endSessionsOfAccount: (accountId: string) => Promise<void>;
  readonly page: ReturnType<typeof createPageRequest>;
  readonly startSession: StartSession;
  readonly secondStep: SecondStep;
}

/**
 * The page behind an invitation's link: whoever got the mail, or the text message where there is no e-mail address, proves the address by it,
 * chooses a password, and is signed in to the account. Whoever has a password already signs in with it: a link alone opens no account that is
 * there. A link to an e-mail address that came by SMS, or from an administrator, proves nothing about the address: it opens a new account for its own
 * invitation, and leaves an account that is there alone.
 */
export function mountInvitationPage(app: FastifyInstance, options: InvitationPageOptions): void {
  const { accounts, clock, events, invitations, page, secondStep } = options;
  const opened = (respond: (it: PageRequest, invitation: InvitationByLink, known: StoredAccount | null) => Promise<FastifyReply>) =>
    page(async (it) => {
      if (it.field('step')) return signedInWith(it, await secondStep.answer(it, placeOfInvitation(it)));
      const invitation = await invitations.byToken(it.field('token'));
      if (invitation?.accepted) return it.send(accepted(it), 410);
      if (!invitation?.open) return it.send(dead(it, 'invitation.invalid.text'), 410);
      const known = await accounts.findByName(invitation.address);
      return respond(it, invitation, known);
    });

  app.get(
    '/invitation',
    opened(async (it, invitation, known) => {
      await invitations.noteOpened(it.field('token'), invitation.tenantId);
      return it.send(invitationPage(it, invitation, isToChoose(invitation, known), null));
    }),
  );

  app.post(
    '/invitation',
    opened(async (it, invitation, known) => {
      const beganMs = clock.now();
      const { address, email, provesAddress } = invitation;
      const choosing = isToChoose(invitation, known);
      const fault = choosing ? faultOf(it, address) : null;
      if (fault) return it.send(invitationPage(it, invitation, choosing, passwordFaultText(it.messages, fault)), 400);
      if (!provesAddress && known) return it.send(dead(it, 'invitation.byMail.text'), 409);
      const timeZone = it.field('zone');
      const writeAccount = await accounts.writing({
        ...(email === null ? { email, phoneNumber: address } : { email }),
        emailVerified: provesAddress,
        password: choosing ? it.field('password') : null,
      });
      await (provesAddress
        ? invitations.accept({ address, userId: known?.userId ?? null, timeZone, writeAccount })
        : invitations.acceptOne(invitation, { timeZone, writeAccount }));
      // Somebody may have signed in with a password that was chosen without the mailbox.
      if (choosing && known) await options.endSessionsOfAccount(known.id);
      const made = await accounts.findByName(address);
      await events.record({ event: 'invitation', outcome: 'succeeded', accountId: made?.id ?? null, ip: it.request.ip });
      if (!choosing || !made) return it.send(created(it));
      const first = { account: made, signedInAt: signInSecond(made, beganMs), method: 'pwd', place: placeOfInvitation(it) } as const;
      return signedInWith(it, await secondStep.after(it, first));
    }),
  );

  async function signedInWith(it: PageRequest, result: StepResult | null): Promise<FastifyReply> {
    // What was chosen is kept: the password opens the account.
    if (!result) return it.send(created(it));
    if ('reply' in result) return result.reply;
    await options.startSession(it, result.finished);
    return it.reply.header('cache-control', 'no-store').redirect(`${it.origin}/`, 303);
  }
}

/** The cookie behind the form's token: the password was chosen in this browser. */
const placeOfInvitation = ({ csrf }: PageRequest): string => `invitation ${csrf}`;

/** A password counts that was chosen by whoever has the mailbox. Whoever has not shown to have it is asked the same whether there is an account or not. */
const isToChoose = ({ provesAddress }: InvitationByLink, known: StoredAccount | null): boolean =>
  !(provesAddress && known?.hasPassword && known.emailVerified);

export function invitationPage(it: PageRequest, invitation: InvitationByLink, choosing: boolean, fault: string | null): string {
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

/** For whoever signs in with the password that they have. */
function created({ messages, origin }: PageRequest): string {
  return notice(messages, {
    title: 'created.title',
    text: messages.text('created.text'),
    link: { href: `${origin}/`, label: 'signIn.submit' },
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
