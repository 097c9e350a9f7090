import type { FastifyInstance } from 'fastify';
import { type Accounts, signInNameOf } from '../accounts.ts';
import { type LinkPurpose, linkMinutes, type OneTimeLinks } from '../one-time-links.ts';
import { minimumPasswordLength, newPasswordFault, type PasswordFault, passwordFaultText } from '../passwords.ts';
import type { SignIn } from '../sign-in.ts';
import { html } from './html.ts';
import { field, hidden, nameField, notice, page, problem } from './layout.ts';
import type { Messages } from './messages.ts';
import type { createPageRequest, PageRequest } from './page-request.ts';
import type { SecondStep, StartSession, StepResult } from './second-step.ts';

export interface LinkPagesOptions {
  readonly accounts: Accounts;
  readonly links: OneTimeLinks;
  readonly signIn: SignIn;
  /** Whether a phone number can be signed in with, beside an e-mail address. */
  readonly signsInByPhone: boolean;
  readonly page: ReturnType<typeof createPageRequest>;
  readonly startSession: StartSession;
  readonly secondStep: SecondStep;
}

/** Forgotten password, new password, and signing in by an e-mailed link. Opening a link changes nothing: mail scanners open links too. */
export function mountLinkPages(app: FastifyInstance, options: LinkPagesOptions): void {
  const { page, links, signIn, signsInByPhone } = options;

  app.get(
    '/forgot',
    page(async (it) => it.send(forgotPage(it, signsInByPhone, null))),
  );

  app.post(
    '/forgot',
    page(async (it) => {
      const { messages } = it;
      if (!it.field('email').trim())
        return it.send(forgotPage(it, signsInByPhone, messages.text(signsInByPhone ? 'signIn.missingName' : 'signIn.missingEmail')), 400);
      signIn.sendLink('reset', { name: it.field('email'), ip: it.request.ip, origin: it.origin, messages });
      return it.send(
        notice(messages, {
          title: signsInByPhone ? 'sent.titleByPhone' : 'sent.title',
          text: messages.text(signsInByPhone ? 'sent.textByPhone' : 'sent.text', { minutes: linkMinutes.reset }),
          hint: messages.text('sent.hint'),
        }),
      );
    }),
  );

  app.get(
    '/reset',
    page(async (it) => {
      const account = await accountBehind('reset', it.field('token'));
      return account ? it.send(resetPage(it, signInNameOf(account), null)) : it.send(deadReset(it), 410);
    }),
  );

  app.post(
    '/reset',
    page(async (it) => {
      const { messages } = it;
      const account = await accountBehind('reset', it.field('token'));
      if (!account) return it.send(deadReset(it), 410);
      const fault = faultOf(it, signInNameOf(account));
      if (fault) return it.send(resetPage(it, signInNameOf(account), passwordFaultText(messages, fault)), 400);
      const done = await signIn.resetPassword({ token: it.field('token'), password: it.field('password'), ip: it.request.ip, messages });
      if (!done) return it.send(deadReset(it), 410);
      return it.send(
        notice(messages, {
          title: 'reset.done.title',
          text: messages.text('reset.done.text'),
          link: { href: `${done.origin}/`, label: 'signIn.submit' },
        }),
      );
    }),
  );

  app.get(
    '/magic',
    page(async (it) => {
      const account = await accountBehind('magic', it.field('token'));
      return account ? it.send(magicPage(it, signInNameOf(account))) : it.send(deadLink(it.messages), 410);
    }),
  );

  app.post(
    '/magic',
    page(async (it) => {
      if (it.field('step')) return signedInWith(it, await options.secondStep.answer(it, placeOfLink(it)));
      const result = await signIn.withMagicLink(it.field('token'), it.request.ip);
      if (!result) return it.send(deadLink(it.messages), 410);
      const { account, signedInAt } = result;
      return signedInWith(it, await options.secondStep.after(it, { account, signedInAt, method: 'mail', place: placeOfLink(it) }));
    }),
  );

  async function signedInWith(it: PageRequest, result: StepResult | null) {
    if (!result) return it.send(deadLink(it.messages), 410);
    if ('reply' in result) return result.reply;
    await options.startSession(it, result.finished);
    return it.reply.header('cache-control', 'no-store').redirect(`${it.origin}/`, 303);
  }

  async function accountBehind(purpose: LinkPurpose, token: string) {
    const target = await links.look(purpose, token);
    return target && options.accounts.findById(target.accountId);
  }
}

/** The cookie behind the form's token: the link was opened in this browser. */
function placeOfLink({ csrf }: PageRequest): string {
  return `link ${csrf}`;
}

/** The first fault of a new password as typed, or null. */
export function faultOf(it: PageRequest, name: string): PasswordFault | null {
  const repeat = it.field('repeat');
  return newPasswordFault(it.field('password'), name) ?? (repeat === '' || it.field('password') === repeat ? null : 'not-repeated');
}

/**
 * What the account signs in with stands there for the password manager, which keeps the two together. The password is typed once, since it can
 * be shown; twice where no script shows it.
 */
export function newPasswordFields(messages: Messages, name: string) {
  const isPhone = !name.includes('@');
  return html`<label for="account">${messages.text(isPhone ? 'signIn.phone' : 'signIn.email')}</label>
<input id="account" type="${isPhone ? 'tel' : 'email'}" autocomplete="username" value="${name}" readonly>
${field(messages, {
  name: 'password',
  label: messages.text('reset.new'),
  type: 'password',
  autocomplete: 'new-password',
  focus: true,
  rule: messages.text('reset.rule', { count: minimumPasswordLength }),
})}
<noscript>
${field(messages, { name: 'repeat', label: messages.text('reset.repeat'), type: 'password', autocomplete: 'new-password' })}
</noscript>`;
}

function deadLink(messages: Messages): string {
  return notice(messages, {
    title: 'link.invalid.title',
    text: messages.text('link.invalid.text'),
    link: { href: '/idp/forgot', label: 'forgot.title' },
  });
}

/** Also for whoever chose a password a moment ago and never got the answer. */
function deadReset({ messages, origin }: PageRequest): string {
  return notice(messages, {
    title: 'link.invalid.title',
    text: messages.text('reset.invalid.text'),
    link: { href: `${origin}/`, label: 'signIn.submit' },
    also: { href: '/idp/forgot', label: 'forgot.title' },
  });
}

export function forgotPage({ csrf, messages }: PageRequest, byPhone: boolean, fault: string | null): string {
  return page({
    messages,
    title: messages.text('forgot.title'),
    body: html`<p>${messages.text(byPhone ? 'forgot.textByPhone' : 'forgot.text', { minutes: linkMinutes.reset })}</p>
${problem(fault)}
<form method="post" action="/idp/forgot">
${hidden('csrf', csrf)}
${nameField(messages, byPhone, { value: '', focus: true })}
<button class="primary">${messages.text('forgot.submit')}</button>
</form>`,
  });
}

export function resetPage(it: PageRequest, name: string, fault: string | null): string {
  const { messages } = it;
  return page({
    messages,
    title: messages.text('reset.title'),
    body: html`${problem(fault)}
<form method="post" action="/idp/reset">
${hidden('csrf', it.csrf)}
${hidden('token', it.field('token'))}
${newPasswordFields(messages, name)}
<button class="primary">${messages.text('reset.submit')}</button>
</form>`,
  });
}

function magicPage(it: PageRequest, name: string): string {
  const { messages } = it;
  return page({
    messages,
    title: messages.text('magic.title'),
    body: html`<p>${messages.text('magic.text', { name })}</p>
<form method="post" action="/idp/magic">
${hidden('csrf', it.csrf)}
${hidden('token', it.field('token'))}
<button class="primary">${messages.text('magic.submit')}</button>
</form>`,
  });
}
