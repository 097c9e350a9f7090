import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbersOfCountry } from '@vigil/domain/emergency/emergency-numbers';
import type { BrowserContext } from 'playwright-core';
import { consentPage } from '#server/identity/pages/consent-page.ts';
import { invitationPage } from '#server/identity/pages/invitation.ts';
import { notice } from '#server/identity/pages/layout.ts';
import { forgotPage, resetPage } from '#server/identity/pages/links.ts';
import { type Language, messagesIn } from '#server/identity/pages/messages.ts';
import type { PageRequest } from '#server/identity/pages/page-request.ts';
import { codePage, enrolmentPage, recoveryCodesPage } from '#server/identity/pages/second-step-pages.ts';
import { signInPage } from '#server/identity/pages/sign-in-page.ts';
import { unlockPage } from '#server/identity/pages/unlock-page.ts';

const address = 'maria-guadalupe.hernandez-villanueva@correo.example';
const invitation = {
  ...{ address, email: address, provesAddress: true, accepted: false, open: true },
  ...{ id: 'a', tenantId: 'a', tenantName: 'Centro de Salud de la Comunidad' },
};
const [csrf, action, step] = ['csrf', '/idp/page', 'step'];

/** Every page that somebody signs in with, as the server writes it, with long names and what went wrong. */
export function identityPages(language: Language): ReadonlyMap<string, string> {
  const messages = messagesIn(language);
  const { text } = messages;
  const it = { messages, csrf, origin: '', field: () => '', request: { url: action } } as unknown as PageRequest;
  const signIn = { messages, action, csrf, magicLink: true, byPhone: true, demo: [], email: '' };
  const consent = { messages, action, csrf, clientName: 'Cardiac rehabilitation', returnsTo: 'rehabilitation.clinic.example' };
  const owner = { firstName: 'María Guadalupe', numbers: numbersOfCountry('AT'), country: 'AT' };
  return new Map([
    ['sign-in', signInPage({ ...signIn, tenantName: invitation.tenantName, problem: null })],
    ['sign-in-refused', signInPage({ ...signIn, tenantName: null, email: address, problem: text('signIn.refusedByPhone') })],
    ['forgot', forgotPage(it, true, text('signIn.missingName'))],
    ['reset', resetPage(it, address, text('fault.too-common'))],
    ['invitation', invitationPage(it, invitation, true, null)],
    ['code', codePage(it, { step, problem: text('code.refused') })],
    ['enrolment', enrolmentPage(it, { step, problem: null, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', email: address })],
    ['recovery-codes', recoveryCodesPage(it, { step, codes: ['aaaa-bbbb-cccc', 'dddd-eeee-ffff', 'gggg-hhhh-iiii'] })],
    ['locked', unlockPage(it, { owner, problem: text('unlock.refused') })],
    [
      'locked-unknown',
      unlockPage(it, { owner: { ...owner, firstName: '', country: null, numbers: numbersOfCountry(null) }, problem: null }),
    ],
    ['consent', consentPage({ ...consent, signedInAs: address, sharedEmail: address, usesApi: true, problem: null })],
    [
      'too-many',
      notice(messages, {
        ...{ title: 'locked.title', text: text('locked.text', { wait: text('wait.minutes', { count: 15 }) }), hint: text('locked.hint') },
        ...{ link: { href: '#', label: 'backToSignIn' }, also: { href: '#', label: 'signIn.forgot' } },
      }),
    ],
    ['error', notice(messages, { title: 'error.title', text: text('error.client'), link: { href: '#', label: 'back' } })],
  ]);
}

const origin = 'http://identity.test';
export const addressOfPage = (language: Language, name: string): string => `${origin}/${language}/${name}`;

/** Serves them, with their style and their script, in a browser's context. */
export async function serveIdentityPages(context: BrowserContext): Promise<void> {
  const pages = { en: identityPages('en'), es: identityPages('es') };
  const types: Readonly<Record<string, string>> = { 'pages.css': 'text/css', 'pages.js': 'text/javascript' };
  await context.route(`${origin}/**`, (route) => {
    const [, language = '', ...rest] = new URL(route.request().url()).pathname.split('/');
    const name = rest.at(-1) ?? '';
    const type = types[name];
    const file = join(import.meta.dirname, '../apps/server/src/identity/pages', name);
    if (type) return route.fulfill({ contentType: type, body: readFileSync(file, 'utf8') });
    const body = language === 'en' || language === 'es' ? pages[language].get(name) : undefined;
    return route.fulfill(body === undefined ? { status: 404, body: '' } : { contentType: 'text/html; charset=utf-8', body });
  });
}
