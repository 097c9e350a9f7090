import type { Mail } from '#platform/mail/mail.ts';
import type { StoredAccount } from '../accounts.ts';
import { messagesFor } from '../pages/messages.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import type { CallOrigin } from './own-caller.ts';

type News = 'updated' | 'factorAdded' | 'factorRemoved' | 'factorReset' | 'codesRenewed';

/** Tells the owner of an account by e-mail what was changed about the sign-in, so that a change by somebody else is noticed (NIST SP 800-63B §6.1.2). False where no mail server is set, so that it reaches them only by somebody else. */
export type TellOwner = (
  account: Pick<StoredAccount, 'email'>,
  news: News,
  call: Pick<CallOrigin, 'host' | 'language'>,
) => Promise<boolean>;

export function createTellOwner(mail: Pick<Mail, 'post' | 'carries'>, hosts: Pick<TenantHosts, 'originOf'>): TellOwner {
  return async ({ email }, news, { host, language }) => {
    const messages = messagesFor(language);
    const link = `${await hosts.originOf(host)}/idp/forgot`;
    mail.post({ to: email, subject: messages.text(`mail.${news}.subject`), text: messages.text(`mail.${news}.text`, { link }) });
    return mail.carries;
  };
}
