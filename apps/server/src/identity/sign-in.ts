import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import type { AccountPost } from './account-post.ts';
import { type Accounts, canonicalName, type StoredAccount, signInNameOf } from './accounts.ts';
import type { Afterwards } from './afterwards.ts';
import type { SignInEvents } from './events.ts';
import type { LinkRules } from './link-rules.ts';
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
  readonly linkRules: LinkRules;
  readonly events: SignInEvents;
  readonly post: AccountPost;
  /** Over all accounts: links that may be sent now. */
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
  /** E-mail address or phone number, as typed. */
  readonly name: string;
  readonly password: string;
  readonly ip: string;
  /** Counter of the browser when it has signed in to the account before. */
  knownBrowser(accountId: string): string | null;
}

export interface LinkRequest {
  /** E-mail address or phone number, as typed. */
  readonly name: string;
  readonly ip: string;
  /** Where the person is. The link leads there where their account may be used there. */
  readonly origin: string;
  readonly messages: Messages;
}

/** What people do to prove who they are. Unknown addresses take the same steps, and the same time, as known ones. */
export function createSignIn(options: SignInOptions) {
  const { accounts, clock, events, linkRules, links, throttle } = options;

  async function withPassword(attempt: Attempt): Promise<PasswordResult> {
    const beganMs = clock.now();
    const name = canonicalName(attempt.name);
    const account = await accounts.findByName(name);
    const known = account ? attempt.knownBrowser(account.id) : null;
    const own = known ? { subject: known, policy: knownBrowserPolicy } : { subject: accountSubject(name), policy: accountPolicy };
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

  /** Sends a link, by e-mail or text message, when the name has an account. All of it happens after the answer, which so takes the same time either way. */
  function sendLink(purpose: LinkPurpose, request: LinkRequest): void {
    options.afterwards.add(() => prepareLink(purpose, request));
  }

  /** For an address without an account nothing is written down: whoever sends made-up ones must not fill the database. */
  async function prepareLink(purpose: LinkPurpose, request: LinkRequest): Promise<void> {
    const account = await accounts.findByName(request.name);
    if (!account || (purpose === 'magic' && !(await linkRules.allowsMagicLink(account)))) return;
    const counters = [`mail:${signInNameOf(account)}`, `mail:${networkOf(request.ip)}`].map((subject) => ({ subject, policy: mailPolicy }));
    const start = await throttle.begin(counters);
    if (!start.allowed || !options.mails.take()) {
      options.log.info({ purpose, accountId: account.id }, 'a link is held back: too many were asked for');
      return;
    }
    const event = purpose === 'reset' ? 'reset-request' : 'magic-request';
    await events.record({ event, outcome: 'succeeded', accountId: account.id, ip: request.ip });
    const origin = await linkRules.originFor(account, request.origin);
    const token = await links.issue(purpose, { accountId: account.id, origin });
    const link = `${origin}/idp/${purpose === 'reset' ? 'reset' : 'magic'}?token=${token}`;
    const values = { link, minutes: linkMinutes[purpose] };
    options.post(account, {
      subject: request.messages.text(`mail.${purpose}.subject`),
      text: request.messages.text(`mail.${purpose}.text`, values),
      shortText: request.messages.text(`sms.${purpose}.text`, values),
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
    await throttle.forgive([accountSubject(signInNameOf(account))]);
    const [subject, link] = [request.messages.text('mail.changed.subject'), `${target.origin}/idp/forgot`];
    options.post(account, {
      subject,
      text: request.messages.text('mail.changed.text', { link }),
      shortText: request.messages.text('sms.news.text', { news: subject, link }),
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

function accountSubject(name: string): string {
  return `account:${name}`;
}
