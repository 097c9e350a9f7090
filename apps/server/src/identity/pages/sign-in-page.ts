import { type DemoAccount, demoPassword } from '../demo-accounts.ts';
import { type Html, html } from './html.ts';
import { field, hidden, nameField, page, problem } from './layout.ts';
import type { Messages } from './messages.ts';

export interface SignInView {
  readonly messages: Messages;
  readonly action: string;
  readonly csrf: string;
  /** Name of the tenant of the host; null on the default host. */
  readonly tenantName: string | null;
  readonly magicLink: boolean;
  /** Whether a phone number can be signed in with, beside an e-mail address. */
  readonly byPhone: boolean;
  readonly demo: readonly DemoAccount[];
  readonly email: string;
  readonly password?: string;
  readonly problem: string | null;
}

export function signInPage(view: SignInView): string {
  const { messages } = view;
  const text = messages.text;
  const body = html`${view.tenantName === null ? null : html`<p class="muted">${text('signIn.at', { tenant: view.tenantName })}</p>`}
${problem(view.problem)}
<form method="post" action="${view.action}" id="sign-in">
${hidden('csrf', view.csrf)}
${nameField(messages, view.byPhone, { value: view.email, focus: view.email === '' })}
${field(messages, { name: 'password', label: text('signIn.password'), type: 'password', autocomplete: 'current-password', value: view.password ?? '', focus: view.email !== '' })}
<button class="primary" name="action" value="password">${text('signIn.submit')}</button>
${view.magicLink ? html`<button class="plain" name="action" value="magic" formnovalidate>${text(view.byPhone ? 'signIn.magicByPhone' : 'signIn.magic')}</button>` : null}
</form>
<p class="links"><a href="/idp/forgot">${text('signIn.forgot')}</a></p>`;
  const after = html`${demoList(view)}<p class="secured muted small">${text('signIn.secured')}</p>`;
  return page({ messages, title: text('signIn.title'), body, after });
}

/** Each account is a button of the sign-in form's page that fills it in: it works without scripts. */
function demoList({ demo, messages, action, csrf }: SignInView): Html {
  if (demo.length === 0) return html``;
  return html`<form class="card demo" method="post" action="${action}">
${hidden('csrf', csrf)}
${hidden('action', 'demo')}
<h2>${messages.text('demo.title')}</h2>
<p class="muted small">${messages.text('demo.note', { password: demoPassword })}</p>
<ul>
${demo.map((account) => html`<li><button name="email" value="${account.email}"><span>${account.email}</span><span>${account.role}</span></button></li>`)}
</ul>
</form>`;
}
