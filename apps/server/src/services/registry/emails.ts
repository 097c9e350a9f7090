import type { NewEmail } from '@vigil/contract/registry.forms';
import type { UserRow } from '#people/index.ts';
import type { TenantMessage } from '#platform/outbox/outbox.ts';

export interface EmailResult {
  readonly sent: string[];
  readonly failed: { readonly id: string; readonly reason: 'unknown' | 'no-address' | 'not-delivered' }[];
}

/** Mails handed to the mail server at the same time. */
const atOnce = 5;

/** Sends an e-mail to each of some people alone, and says who got it. `signature` stands under the text. */
export async function sendEmails(
  send: (message: TenantMessage) => Promise<void>,
  { userIds, subject, text }: NewEmail,
  known: ReadonlyMap<string, UserRow>,
  signature: string,
): Promise<EmailResult> {
  const result: EmailResult = { sent: [], failed: [] };
  const waiting = [...new Set(userIds)];
  async function next(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const user = known.get(id);
      if (!user?.email) result.failed.push({ id, reason: user ? 'no-address' : 'unknown' });
      else
        await send({ channel: 'EMAIL', to: user.email, subject, text: `${text}\n\n-- \n${signature}` }).then(
          () => result.sent.push(id),
          () => result.failed.push({ id, reason: 'not-delivered' }),
        );
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next));
  return result;
}
