import type { Message } from '#platform/mail/mail.ts';
import type { HostTenant } from '../tenant-hosts.ts';
import { type Language, messagesIn } from './messages.ts';

export interface InvitationMail {
  readonly to: string;
  readonly tenant: HostTenant;
  readonly token: string;
  readonly expiresAtMs: number;
  readonly language: Language;
  readonly origin: string;
  /** People sign in at an issuer of their own: there is no password to choose, so the link is the portal's. */
  readonly external: boolean;
}

export function invitationMail({ to, tenant, token, expiresAtMs, language, origin, external }: InvitationMail): Message {
  const messages = messagesIn(language);
  const values = {
    tenant: tenant.displayName ?? tenant.code.toUpperCase(),
    until: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAtMs),
    link: external ? `${origin}/` : `${origin}/idp/invitation?token=${token}`,
  };
  return {
    to,
    subject: messages.text('mail.invitation.subject', values),
    text: messages.text(external ? 'mail.invitation.external' : 'mail.invitation.text', values),
  };
}
