import { VigilError } from '@vigil/contract/errors';
import type { QuickUnlockState } from '@vigil/contract/login.contract';
import type { SignInEvents } from '../events.ts';
import type { OwnSessions } from '../own-sessions.ts';
import type { Pins } from '../quick-unlock/pins.ts';
import type { SessionRules } from '../quick-unlock/session-rule.ts';
import type { OwnAccountOf, OwnCaller } from './own-caller.ts';
import type { PasswordProof } from './password-proof.ts';

export interface OwnQuickUnlockOptions {
  readonly managedBy: string | null;
  readonly accountOf: OwnAccountOf;
  readonly prove: PasswordProof;
  readonly pins: Pins;
  readonly sessionRules: SessionRules;
  readonly sessions: Pick<OwnSessions, 'lock'>;
  readonly events: SignInEvents;
}

/** The PIN of a member, and the lock that it opens. */
export function createOwnQuickUnlock({ managedBy, accountOf, prove, pins, sessionRules, sessions, events }: OwnQuickUnlockOptions) {
  async function state(caller: OwnCaller): Promise<QuickUnlockState> {
    if (managedBy !== null) return { isOffered: false, setAt: null, days: 0 };
    const account = await accountOf(caller);
    const rule = await sessionRules.withPin(account);
    return { isOffered: rule !== null && account.hasPassword, setAt: account.pinSetMs, days: (rule?.seconds ?? 0) / 86_400 };
  }

  return {
    state,

    /** Throws conflict where the caller may have none, invalid_input or too_many_requests where the password is wrong. */
    async set(caller: OwnCaller, { pin, password }: { readonly pin: string; readonly password: string }): Promise<QuickUnlockState> {
      const account = await accountOf(caller);
      if (!(await sessionRules.withPin(account)))
        throw new VigilError('conflict', 'Only members can set a PIN, and only where their clinic allows it. Nothing was changed.');
      await prove(account, { password, field: 'password', ip: caller.ip });
      await pins.set(account.id, pin);
      await events.record({ event: 'pin-set', outcome: 'succeeded', accountId: account.id, ip: caller.ip });
      return state(caller);
    },

    async remove(caller: OwnCaller): Promise<QuickUnlockState> {
      const { id } = await accountOf(caller);
      await pins.remove(id);
      await events.record({ event: 'pin-removed', outcome: 'succeeded', accountId: id, ip: caller.ip });
      return state(caller);
    },

    /** Throws conflict where nothing would open it again but a sign-in: it is ended then. */
    async lock(caller: OwnCaller): Promise<void> {
      const account = await accountOf(caller);
      const { unusedSeconds } = await sessionRules.of(account);
      if (unusedSeconds === null || !(await sessions.lock(account.id, caller.grantId, caller.ip)))
        throw new VigilError('conflict', 'There is no PIN to open this session again. It was not locked.');
    },
  };
}
