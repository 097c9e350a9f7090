import { pinDigits } from '@vigil/contract/login.values';
import { countryAfterIn } from '@vigil/domain/emergency/country-name';
import { telephoneLink } from '@vigil/domain/emergency/emergency-numbers';
import type { PageOwner } from '../quick-unlock/page-owner.ts';
import { type Html, html } from './html.ts';
import { hidden, notice, page, problem, secretInput } from './layout.ts';
import type { Messages } from './messages.ts';
import type { PageRequest } from './page-request.ts';

interface UnlockView {
  readonly owner: PageOwner;
  readonly problem: string | null;
}

/**
 * Asks for the PIN of whoever has the session, or leads to the password. The first name says whose page it is; the address and the last
 * name stay hidden from whoever finds the phone. Whom to call in an emergency needs no PIN.
 */
export function unlockPage(it: PageRequest, { owner, problem: fault }: UnlockView): string {
  const { messages, request } = it;
  const text = messages.text;
  const address = request.url.split('?', 1)[0] ?? '';
  const name = owner.firstName;
  return page({
    messages,
    title: name ? text('unlock.titleOf', { name }) : text('unlock.title'),
    before: emergency(messages, owner),
    body: html`<p>${text('unlock.text')}</p>
${problem(fault)}
<form method="post" action="${address}">
${hidden('csrf', it.csrf)}
${hidden('action', 'unlock')}
<label for="pin">${text('unlock.pin', { count: pinDigits })}</label>
${secretInput(messages, 'pin', html`id="pin" name="pin" inputmode="numeric" autocomplete="off" pattern="[0-9]*" maxlength="${pinDigits}" required autofocus`)}
<button class="primary">${text('unlock.submit')}</button>
</form>
<p class="links"><a href="${address}?with=password">${text('unlock.withPassword')}</a></p>
<p class="links"><a href="${address}?with=password">${name ? text('unlock.notMe', { name }) : text('unlock.somebodyElse')}</a></p>`,
  });
}

function emergency(messages: Messages, { country, numbers }: PageOwner): Html {
  const text = messages.text;
  const place = country === null ? null : countryAfterIn(country, messages.language);
  return html`<aside class="emergency" aria-labelledby="emergency">
<strong id="emergency">${place === null ? text('emergency.title') : text('emergency.titleIn', { country: place })}</strong>
${
  numbers.emergency.length === 0
    ? html`<span>${text('emergency.local')}</span>`
    : numbers.emergency.map((number) => html`<a href="${telephoneLink(number)}">${text('emergency.call', { number })}</a>`)
}
</aside>`;
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
