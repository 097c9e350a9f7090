import { pinDigits } from '@vigil/contract/login.values';
import { html } from './html.ts';
import { hidden, notice, page, problem } from './layout.ts';
import type { PageRequest } from './page-request.ts';

interface UnlockView {
  /** E-mail address, or phone number of whoever has none. */
  readonly signInName: string;
  readonly problem: string | null;
}

/** Asks for the PIN of whoever has the session, or leads to the password. */
export function unlockPage(it: PageRequest, view: UnlockView): string {
  const { messages, request } = it;
  const text = messages.text;
  const address = request.url.split('?', 1)[0] ?? '';
  return page({
    messages,
    title: text('unlock.title'),
    body: html`<p>${text('unlock.text', { name: view.signInName })}</p>
${problem(view.problem)}
<form method="post" action="${address}">
${hidden('csrf', it.csrf)}
${hidden('action', 'unlock')}
<label for="pin">${text('unlock.pin', { count: pinDigits })}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" pattern="[0-9]*" maxlength="${pinDigits}" required autofocus>
<button class="primary">${text('unlock.submit')}</button>
</form>
<p class="links"><a href="${address}?with=password">${text('unlock.withPassword')}</a></p>`,
  });
}

/** After too many wrong PINs: the session has ended. */
export function pinsUsedUp({ messages, origin }: PageRequest): string {
  return notice(messages, {
    title: 'unlock.ended.title',
    text: messages.text('unlock.ended.text'),
    link: { href: `${origin}/`, label: 'signIn.submit' },
    also: { href: '/idp/forgot', label: 'signIn.forgot' },
  });
}
