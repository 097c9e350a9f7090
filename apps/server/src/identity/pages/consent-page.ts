import { type Html, html } from './html.ts';
import { hidden, page, problem } from './layout.ts';
import type { Messages } from './messages.ts';

export interface ConsentView {
  readonly messages: Messages;
  readonly action: string;
  readonly csrf: string;
  /** Who asks, by the name that the operator gave it. */
  readonly clientName: string;
  /** Host that the person returns to. */
  readonly returnsTo: string;
  /** Whose account it is. */
  /** E-mail address or phone number. */
  readonly signedInAs: string;
  /** Null where it is not shared, or there is none. */
  readonly sharedEmail: string | null;
  /** The client will call the API in the person's name. */
  readonly usesApi: boolean;
  readonly problem: string | null;
}

/** Asks a person whether an application may learn who they are. */
export function consentPage(view: ConsentView): string {
  const { messages } = view;
  const { text } = messages;
  const shared: Html[] = [html`<li>${text('consent.openid')}</li>`];
  if (view.sharedEmail !== null) shared.push(html`<li>${text('consent.email', { email: view.sharedEmail })}</li>`);
  if (view.usesApi) shared.push(html`<li>${text('consent.api')}</li>`);
  return page({
    messages,
    title: text('consent.title', { client: view.clientName }),
    body: html`<p class="muted">${text('consent.signedIn', { name: view.signedInAs })}</p>
${problem(view.problem)}
<p>${text('consent.text', { client: view.clientName })}</p>
<ul>
${shared}
</ul>
<p class="muted small">${text('consent.return', { host: view.returnsTo })}</p>
<form method="post" action="${view.action}">
${hidden('csrf', view.csrf)}
<button class="primary" name="action" value="allow">${text('consent.allow')}</button>
<button class="plain" name="action" value="refuse">${text('consent.refuse')}</button>
</form>`,
  });
}
