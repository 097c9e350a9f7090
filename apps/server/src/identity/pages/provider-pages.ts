import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ProviderOptions } from '../provider.ts';
import { Html, html } from './html.ts';
import { notice, page } from './layout.ts';
import { type MessageKey, type Messages, messagesFor } from './messages.ts';

/** Pages that the provider itself has to show. `home` is the portal's address for a host. */
export const providerPages: ProviderOptions['pages'] = {
  signOut(ctx, form) {
    const messages = messagesFor(ctx.get('accept-language'));
    // With an ID token of the very person who is signed in, the portal has proven that it was asked: nobody confirms twice.
    // Another application has such a token as well, and must not end the session of everything: then the person is asked.
    const proven = ctx.oidc.client?.first_party === true && ctx.oidc.entities.IdTokenHint?.payload.sub === ctx.oidc.session?.accountId;
    ctx.type = 'html';
    ctx.body = proven ? signOutAtOnce(messages, form) : signOutQuestion(messages, form);
  },
  signedOut(ctx) {
    const messages = messagesFor(ctx.get('accept-language'));
    ctx.type = 'html';
    ctx.body = notice(messages, { title: 'signedOut.title', text: messages.text('signedOut.text'), link: { href: '/', label: 'back' } });
  },
  error(ctx, code) {
    ctx.type = 'html';
    ctx.body = errorPage(messagesFor(ctx.get('accept-language')), textOf(code, ctx));
  },
};

export function errorPage(messages: Messages, key: MessageKey): string {
  return notice(messages, { title: 'error.title', text: messages.text(key), link: { href: '/', label: 'back' } });
}

function textOf(code: string, ctx: KoaContextWithOIDC): MessageKey {
  if (code === 'invalid_client' || code === 'invalid_redirect_uri' || code === 'unauthorized_client') return 'error.client';
  if (code === 'database_unavailable') return 'error.unavailable';
  return ctx.oidc?.route === 'resume' ? 'error.expired' : 'error.other';
}

/** The provider's form with the answer "yes" in it. It submits itself where scripts run; elsewhere the button is there. */
function signOutAtOnce(messages: Messages, form: string): string {
  const answered = form
    .replace('<form ', '<form data-submit="at-once" ')
    .replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>');
  return page({
    messages,
    title: messages.text('signOut.progress'),
    body: html`${new Html(answered)}
<button class="primary" form="op.logoutForm">${messages.text('signOut.submit')}</button>`,
  });
}

function signOutQuestion(messages: Messages, form: string): string {
  return page({
    messages,
    title: messages.text('signOut.title'),
    body: html`<p>${messages.text('signOut.text')}</p>
${new Html(form)}
<button class="primary" form="op.logoutForm" name="logout" value="yes">${messages.text('signOut.submit')}</button>
<a class="button plain" href="/">${messages.text('signOut.stay')}</a>`,
  });
}
