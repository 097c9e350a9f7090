import { codeDigits } from '@vigil/contract/login.values';
import { pictureOf } from '../second-factor/picture.ts';
import { addressOf, inGroups } from '../second-factor/totp.ts';
import { Html, html } from './html.ts';
import { hidden, page, problem } from './layout.ts';
import type { Messages } from './messages.ts';
import type { PageRequest } from './page-request.ts';

interface StepView {
  /** Sealed. */
  readonly step: string;
  readonly problem: string | null;
}

/** Asks for the code of the authenticator, or for a recovery code. */
export function codePage(it: PageRequest, view: StepView): string {
  const { messages } = it;
  const text = messages.text;
  return page({
    messages,
    title: text('code.title'),
    body: html`<p>${text('code.text')}</p>
${problem(view.problem)}
${codeForm(it, view.step, 'code.submit')}
<details>
<summary>${text('code.lost')}</summary>
<p class="muted small">${text('code.lostText')}</p>
<form method="post" action="${actionOf(it)}">
${hidden('csrf', it.csrf)}
${hidden('step', view.step)}
<label for="recovery">${text('code.recovery')}</label>
<input id="recovery" name="code" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" required>
<button class="plain">${text('code.recoverySubmit')}</button>
</form>
</details>`,
  });
}

/** Shows the secret of a new authenticator and asks for its first code. */
export function enrolmentPage(it: PageRequest, view: StepView & { readonly secret: string; readonly email: string }): string {
  const { messages } = it;
  const text = messages.text;
  const address = addressOf(view.secret, view.email, text('product'));
  return page({
    messages,
    title: text('enrol.title'),
    body: html`<p>${text('enrol.why')}</p>
${problem(view.problem)}
<ol class="steps">
<li><p>${text('enrol.scan')}</p>
${qrCode(address, messages)}
<p class="muted small">${text('enrol.key')}</p>
<p class="key"><code>${inGroups(view.secret)}</code></p></li>
<li><p>${text('enrol.confirm')}</p>
${codeForm(it, view.step, 'enrol.submit')}</li>
</ol>`,
  });
}

/** The recovery codes, this once. */
export function recoveryCodesPage(it: PageRequest, { step, codes }: { readonly step: string; readonly codes: readonly string[] }): string {
  const { messages } = it;
  const text = messages.text;
  return page({
    messages,
    title: text('recovery.title'),
    body: html`<p>${text('recovery.text')}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<form method="post" action="${actionOf(it)}">
${hidden('csrf', it.csrf)}
${hidden('step', step)}
<button class="primary">${text('recovery.submit')}</button>
</form>`,
  });
}

function codeForm(it: PageRequest, step: string, submit: 'code.submit' | 'enrol.submit'): Html {
  const { messages } = it;
  return html`<form method="post" action="${actionOf(it)}">
${hidden('csrf', it.csrf)}
${hidden('step', step)}
<label for="code">${messages.text('code.label', { count: codeDigits })}</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus>
<button class="primary">${messages.text(submit)}</button>
</form>`;
}

/** Where the form goes: the page itself, without what its address held. */
function actionOf({ request }: PageRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Dark on white in both colour modes: that is what cameras look for. */
function qrCode(address: string, messages: Messages): Html {
  const { path, size } = pictureOf(address);
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${messages.text('enrol.picture')}">
<rect width="${size}" height="${size}" fill="#ffffff"/>${new Html(`<path d="${path}" fill="#000000"/>`)}
</svg>`;
}
