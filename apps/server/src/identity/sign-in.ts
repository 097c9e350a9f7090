import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { networkOf } from '#platform/network.ts';
import { type Accounts, canonicalEmail, type StoredAccount } from './accounts.ts';
import type { Afterwards } from './afterwards.ts';
import type { SignInEvents } from './events.ts';
import { type LinkPurpose, linkMinutes, type OneTimeLinks } from './one-time-links.ts';
import type { Messages } from './pages/messages.ts';
import { passwordMatches } from './passwords.ts';
import { signInSecond } from './sessions.rules.ts';
import { accountPolicy, knownBrowserPolicy, mailPolicy } from './throttle.rules.ts';
import { addressCounter, type Throttle } from './throttle.ts';

export interface SignInOptions {
  readonly accounts: Accounts;
  readonly throttle: Throttle;
  readonly links: OneTimeLinks;
  readonly events: SignInEvents;
  readonly mail: Mail;
  /** Over all accounts: links that may be mailed now. */
  readonly mails: { take(): boolean };
  readonly afterwards: Afterwards;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends every session of an account: refresh tokens, sessions, and tokens from before. */
  readonly endSessionsOfAccount: (accountId: string) => Promise<void>;
}

export type PasswordResult =
  | {
      readonly kind: 'signed-in';
      readonly account: StoredAccount;
      /** Seconds since 1970, after every end of the account's sessions that came before. */
      readonly signedInAt: number;
    }
  | { readonly kind: 'refused' }
  | { readonly kind: 'locked'; readonly retryInMs: number };

export interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  /** Counter of the browser when it has signed in to the account before. */
  knownBrowser(accountId: string): string | null;
}

export interface LinkRequest {
  readonly email: string;
  readonly ip: string;
  readonly origin: string;
  readonly messages: Messages;
}

/** What people do to prove who they are. Unknown addresses take the same steps, and the same time, as known ones. */
export function createSignIn(options: SignInOptions) {
  const { accounts, clock, events, links, throttle } = options;

  async function withPassword(attempt: Attempt): Promise<PasswordResult> {
    const beganMs = clock.now();
    const email = canonicalEmail(attempt.email);
    const account = await accounts.findByEmail(email);
    const known = account ? attempt.knownBrowser(account.id) : null;
    const own = known ? { subject: known, policy: knownBrowserPolicy } : { subject: accountSubject(email), policy: accountPolicy };
    const shared = addressCounter(attempt.ip);
    const start = await throttle.begin([own, shared]);
    const record = (outcome: 'succeeded' | 'refused' | 'locked') =>
      events.record({ event: 'password', outcome, accountId: account?.id ?? null, ip: attempt.ip });
    if (!start.allowed) {
      await record('locked');
      return { kind: 'locked', retryInMs: start.retryAtMs - clock.now() };
    }
    const right = await passwordMatches(account?.passwordHash ?? null, attempt.password);
    if (!right || !account) {
      await record('refused');
      return { kind: 'refused' };
    }
    await throttle.forgive([own.subject]);
    await throttle.takeBack(shared.subject);
    await record('succeeded');
    return { kind: 'signed-in', account, signedInAt: signInSecond(account, beganMs) };
  }

  /** E-mails a link when the address has an account. All of it happens after the answer, which so takes the same time either way. */
  function sendLink(purpose: LinkPurpose, request: LinkRequest): void {
    options.afterwards.add(() => prepareLink(purpose, request));
  }

  /** For an address without an account nothing is written down: whoever sends made-up ones must not fill the database. */
  async function prepareLink(purpose: LinkPurpose, request: LinkRequest): Promise<void> {
    const account = await accounts.findByEmail(request.email);
    if (!account) return;
    const counters = [`mail:${account.email}`, `mail:${networkOf(request.ip)}`].map((subject) => ({ subject, policy: mailPolicy }));
    const start = await throttle.begin(counters);
    if (!start.allowed || !options.mails.take()) {
      options.log.info({ purpose, accountId: account.id }, 'a mail is held back: too many were asked for');
      return;
    }
    const event = purpose === 'reset' ? 'reset-request' : 'magic-request';
    await events.record({ event, outcome: 'succeeded', accountId: account.id, ip: request.ip });
    const token = await links.issue(purpose, { accountId: account.id, origin: request.origin });
    const link = `${request.origin}/idp/${purpose === 'reset' ? 'reset' : 'magic'}?token=${token}`;
    options.mail.post({
      to: account.email,
      subject: request.messages.text(`mail.${purpose}.subject`),
      text: request.messages.text(`mail.${purpose}.text`, { link, minutes: linkMinutes[purpose] }),
    });
  }

  /** Sets the password by an e-mailed link. Null when the link is used, too old or unknown. */
  async function resetPassword(request: {
    token: string;
    password: string;
    ip: string;
    messages: Messages;
  }): Promise<{ origin: string } | null> {
    const target = await links.use('reset', request.token);
    const account = target && (await accounts.findById(target.accountId));
    await events.record({
      event: 'reset',
      outcome: account ? 'succeeded' : 'link-invalid',
      accountId: target?.accountId ?? null,
      ip: request.ip,
    });
    if (!target || !account) return null;
    await accounts.setPassword(account.id, request.password);
    await accounts.verifyEmail(account.id);
    await options.endSessionsOfAccount(account.id);
    await links.withdraw(account.id);
    await throttle.forgive([accountSubject(account.email)]);
    options.mail.post({
      to: account.email,
      subject: request.messages.text('mail.changed.subject'),
      text: request.messages.text('mail.changed.text', { link: `${target.origin}/idp/forgot` }),
    });
    return { origin: target.origin };
  }

  /** Signs in by an e-mailed link. Null when the link is used, too old or unknown. */
  async function withMagicLink(token: string, ip: string): Promise<{ account: StoredAccount; signedInAt: number } | null> {
    const beganMs = clock.now();
    const target = await links.use('magic', token);
    const account = target ? await accounts.findById(target.accountId) : null;
    await events.record({ event: 'magic-link', outcome: account ? 'succeeded' : 'link-invalid', accountId: account?.id ?? null, ip });
    if (!account) return null;
    await accounts.verifyEmail(account.id);
    return { account, signedInAt: signInSecond(account, beganMs) };
  }

  return { withPassword, sendLink, resetPassword, withMagicLink };
}
export type SignIn = ReturnType<typeof createSignIn>;

function accountSubject(email: string): string {
  return `account:${email}`;
}
