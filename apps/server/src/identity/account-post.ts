import type { Mail } from '#platform/mail/mail.ts';
import type { Sms } from '#platform/sms/sms.ts';
import type { Account } from './types.ts';

export interface AccountMessage {
  readonly subject: string;
  readonly text: string;
  /** The same for a phone. */
  readonly shortText: string;
}

/** Writes to the owner of an account: by e-mail, and by text message to whoever signs in with a phone number. False where nothing carries it. */
export type AccountPost = (account: Pick<Account, 'email' | 'phoneNumber'>, message: AccountMessage) => boolean;

export function createAccountPost(mail: Pick<Mail, 'post' | 'carries'>, sms: Pick<Sms, 'post' | 'carries'>): AccountPost {
  return ({ email, phoneNumber }, { shortText, subject, text }) => {
    if (email !== null) {
      mail.post({ to: email, subject, text });
      return mail.carries;
    }
    if (phoneNumber !== null && sms.carries) sms.post({ to: phoneNumber, text: shortText });
    return phoneNumber !== null && sms.carries;
  };
}
