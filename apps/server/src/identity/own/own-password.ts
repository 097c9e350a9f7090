import type { IncomingMessage } from 'node:http';
import { VigilError } from '@vigil/contract/errors';
import { type Accounts, canonicalName, signInNameOf } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import type { OneTimeLinks } from '../one-time-links.ts';
import type { OwnSessions } from '../own-sessions.ts';
import { messagesFor, messagesIn } from '../pages/messages.ts';
import { newPasswordFault, passwordFaultText } from '../passwords.ts';
import { type RequestGate, TooManyRequests } from '../request-gate.ts';
import type { SignIn } from '../sign-in.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import { type CallOrigin, type OwnAccountOf, type OwnCaller, requireOwnProvider } from './own-caller.ts';
import { type PasswordProof, tooMany } from './password-proof.ts';
import type { TellOwner } from './tell-owner.ts';

export interface OwnPasswordOptions {
  readonly managedBy: string | null;
  readonly accountOf: OwnAccountOf;
  readonly prove: PasswordProof;
  readonly tell: TellOwner;
  readonly accounts: Pick<Accounts, 'setPassword'>;
  readonly sessions: Pick<OwnSessions, 'endOthers'>;
  readonly links: Pick<OneTimeLinks, 'withdraw'>;
  readonly events: SignInEvents;
  readonly signIn: Pick<SignIn, 'sendLink'>;
  readonly hosts: Pick<TenantHosts, 'originOf'>;
  readonly gate: Pick<RequestGate, 'enter'>;
}

/** Forgotten and changed passwords, as the calls of the API ask for them. */
export function createOwnPassword(options: OwnPasswordOptions) {
  return {
    /** Sends a link where the name, an e-mail address or a phone number, has an account; nobody learns whether it does. Throws too_many_requests, or conflict with another provider. */
    async requestReset(name: string, call: CallOrigin & { readonly raw: IncomingMessage }): Promise<void> {
      requireOwnProvider(options.managedBy);
      try {
        options.gate.enter(call.raw, call.ip);
      } catch (error) {
        throw error instanceof TooManyRequests ? tooMany(error.retryInMs) : error;
      }
      const origin = await options.hosts.originOf(call.host);
      options.signIn.sendLink('reset', { name, ip: call.ip, origin, messages: messagesFor(call.language) });
    },

    /**
     * Every other session of the account ends, and links that were mailed before are dead. Throws forbidden for another
     * account's name, invalid_input naming what is wrong, too_many_requests after too many wrong old passwords.
     */
    async change(caller: OwnCaller, change: { username: string; oldPassword: string; newPassword: string }): Promise<void> {
      const account = await options.accountOf(caller);
      if (canonicalName(change.username) !== signInNameOf(account))
        throw new VigilError('forbidden', 'You can change the password of your own account only. Nothing was changed.');
      const fault = change.newPassword === change.oldPassword ? 'not-new' : newPasswordFault(change.newPassword, signInNameOf(account));
      if (fault) {
        const message = passwordFaultText(messagesIn('en'), fault);
        throw new VigilError('invalid_input', `${message} Nothing was changed.`, { fields: [{ field: 'newPassword', message }] });
      }
      await options.prove(account, { password: change.oldPassword, field: 'oldPassword', ip: caller.ip });
      await options.accounts.setPassword(account.id, change.newPassword);
      await options.links.withdraw(account.id);
      await options.sessions.endOthers(account.id, caller.grantId, caller.ip);
      await options.events.record({ event: 'password-change', outcome: 'succeeded', accountId: account.id, ip: caller.ip });
      await options.tell(account, 'updated', caller);
    },
  };
}
