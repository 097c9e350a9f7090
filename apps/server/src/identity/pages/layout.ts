import { Html, html } from './html.ts';
import type { MessageKey, Messages } from './messages.ts';

export interface PageParts {
  readonly messages: Messages;
  readonly title: string;
  readonly body: Html;
  /** Outside the card, above it. */
  readonly before?: Html;
  /** Outside the card, below it. */
  readonly after?: Html;
}

const mark = new Html(
  '<svg viewBox="0 0 32 32" fill="none" aria-hidden="true"><rect x="1" y="1" width="30" height="30" rx="9" stroke="currentColor" stroke-width="2"/><path d="M5 17h6l3-8 4 14 3-6h6" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

/** A whole page. No inline script or style: the content security policy allows neither. */
export function page({ messages, title, before, body, after }: PageParts): string {
  const whole = html`<!doctype html>
<html lang="${messages.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${messages.text('product')}</title>
<script src="/idp/assets/pages.js"></script>
<link rel="icon" href="/vigil.svg">
<link rel="stylesheet" href="/idp/assets/pages.css">
</head>
<body>
<main>
<p class="brand">${mark}${messages.text('product')}</p>
${before}
<div class="card">
<h1>${title}</h1>
<p class="problem" role="alert" id="offline" hidden>${messages.text('offline')}</p>
${body}
</div>
${after}
</main>
</body>
</html>
`;
  return whole.text;
}

interface WayOn {
  readonly href: string;
  readonly label: MessageKey;
}

export function problem(text: string | null): Html {
  return text === null ? html`` : html`<p class="problem" role="alert">${text}</p>`;
}

/** A field that hides what is typed, and a button that shows it, which the script behind it brings out: without scripts it would do nothing. */
export function secretInput(messages: Messages, of: 'password' | 'pin', attributes: Html): Html {
  const text = (what: 'show' | 'hide' | 'shown' | 'hidden') => messages.text(`secret.${of}.${what}`);
  return html`<span class="secret">
<input type="password" autocapitalize="none" spellcheck="false" ${attributes}>
<button type="button" class="show" hidden aria-label="${text('show')}" data-hide="${messages.text('secret.hide')}" data-hide-label="${text('hide')}" data-shown="${text('shown')}" data-hidden="${text('hidden')}">${messages.text('secret.show')}</button>
<span class="for-readers" role="status"></span>
</span>`;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly value?: string;
  readonly focus?: boolean;
  /** Said below the field, and read out with it. */
  readonly rule?: string;
}

export function field(messages: Messages, { name, label, type, autocomplete, value = '', focus = false, rule }: Field): Html {
  const attributes = html`id="${name}" name="${name}" autocomplete="${autocomplete}" value="${value}" maxlength="254" required ${
    rule === undefined ? null : html`aria-describedby="${name}-rule"`
  } ${focus ? new Html('autofocus') : null}`;
  return html`<label for="${name}">${label}</label>
${type === 'password' ? secretInput(messages, 'password', attributes) : html`<input type="${type}" ${attributes}>`}
${rule === undefined ? null : html`<p class="muted small hint" id="${name}-rule">${rule}</p>`}`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** A page that tells something and offers a way on. */
export function notice(
  messages: Messages,
  options: { title: MessageKey; text: string; hint?: string; link?: WayOn; also?: WayOn },
): string {
  const { also, link } = options;
  return page({
    messages,
    title: messages.text(options.title),
    body: html`<p>${options.text}</p>
${options.hint === undefined ? null : html`<p class="muted small">${options.hint}</p>`}
${link === undefined ? null : html`<a class="button primary" href="${link.href}">${messages.text(link.label)}</a>`}
${also === undefined ? null : html`<a class="button plain" href="${also.href}">${messages.text(also.label)}</a>`}`,
  });
}

/** Where people say who they are: by e-mail address, or by phone number where that can be signed in with. */
export function nameField(messages: Messages, byPhone: boolean, { value, focus }: Pick<Field, 'value' | 'focus'>): Html {
  const label = messages.text(byPhone ? 'signIn.emailOrPhone' : 'signIn.email');
  return field(messages, {
    name: 'email',
    label,
    type: byPhone ? 'text' : 'email',
    autocomplete: 'username',
    value: value ?? '',
    focus: focus ?? false,
  });
}
