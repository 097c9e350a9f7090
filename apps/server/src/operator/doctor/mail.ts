import type { Config } from '#platform/config.ts';
import { reachMailServer } from '#platform/mail/mail.ts';
import type { Finding } from './finding.ts';

/** Whether mails leave this machine: those with a link for a new password or to sign in, invitations, alerts, reminders. */
export async function examineMail({ smtpUrl, demo }: Pick<Config, 'smtpUrl' | 'demo'>): Promise<Finding> {
  const name = 'Mail';
  if (smtpUrl === undefined)
    return {
      ...{ check: name, state: demo ? 'ok' : 'warning' },
      detail: 'no mail server is set: mails wait as files in DATA_DIR/outbox, and nobody gets one',
      ...(!demo && { mend: 'Set SMTP_URL. Until then nobody can reset a password, and alerts and invitations reach nobody by e-mail.' }),
    };
  const server = new URL(smtpUrl).host;
  try {
    await reachMailServer(smtpUrl);
    return { check: name, state: 'ok', detail: `${server} takes mails` };
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    return {
      ...{ check: name, state: 'broken', detail: `${server} takes no mails (${responseCode ?? code ?? 'no answer'})` },
      mend: 'Mend the mail server, or correct SMTP_URL. What is to be sent is tried again for a while; alerts by e-mail are late until then.',
    };
  }
}
