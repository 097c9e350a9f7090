import type { AccountPost } from '../account-post.ts';
import type { StoredAccount } from '../accounts.ts';
import type { LinkRules } from '../link-rules.ts';
import { messagesFor } from '../pages/messages.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import type { CallOrigin } from './own-caller.ts';

type News = 'updated' | 'factorAdded' | 'factorRemoved' | 'factorReset' | 'codesRenewed';

/** Tells the owner of an account what was changed about the sign-in, so that a change by somebody else is noticed (NIST SP 800-63B §6.1.2). False where no mail server or SMS provider is set, so that it reaches them only by somebody else. */
export type TellOwner = (
  account: Pick<StoredAccount, 'email' | 'phoneNumber' | 'userId'>,
  news: News,
  call: Pick<CallOrigin, 'host' | 'language'>,
) => Promise<boolean>;

export function createTellOwner(
  post: AccountPost,
  hosts: Pick<TenantHosts, 'originOf'>,
  linkRules: Pick<LinkRules, 'originFor'>,
): TellOwner {
  return async (account, news, { host, language }) => {
    const messages = messagesFor(language);
    const link = `${await linkRules.originFor(account, await hosts.originOf(host))}/idp/forgot`;
    const subject = messages.text(`mail.${news}.subject`);
    return post(account, {
      subject,
      text: messages.text(`mail.${news}.text`, { link }),
      shortText: messages.text('sms.news.text', { news: subject, link }),
    });
  };
}
