import type { HostTenant } from '../tenant-hosts.ts';
import { type Language, messagesIn } from './messages.ts';

export interface InvitationLink {
  readonly tenant: HostTenant;
  readonly token: string;
  readonly expiresAtMs: number;
  readonly language: Language;
  readonly origin: string;
  /** People sign in at an issuer of their own: there is no password to choose, so the link is the portal's. */
  readonly external: boolean;
}

/** What is written to somebody who was invited: a mail, and the same in short for a phone. */
export interface InvitationTexts {
  readonly subject: string;
  readonly text: string;
  readonly shortText: string;
}

export function invitationTexts({ tenant, token, expiresAtMs, language, origin, external }: InvitationLink): InvitationTexts {
  const messages = messagesIn(language);
  const values = {
    tenant: tenant.displayName ?? tenant.code.toUpperCase(),
    until: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAtMs),
    link: external ? `${origin}/` : `${origin}/idp/invitation?token=${token}`,
  };
  return {
    subject: messages.text('mail.invitation.subject', values),
    text: messages.text(external ? 'mail.invitation.external' : 'mail.invitation.text', values),
    shortText: messages.text('sms.invitation.text', values),
  };
}
