import { VigilError } from '@vigil/contract/errors';
import type { QuickUnlockState } from '@vigil/contract/login.contract';
import type { Clock } from '#platform/clock.ts';
import type { StoredAccount } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import type { OwnSessions } from '../own-sessions.ts';
import type { Pins } from '../quick-unlock/pins.ts';
import type { SessionLocks } from '../quick-unlock/session-locks.ts';
import type { SessionRules } from '../quick-unlock/session-rule.ts';
import type { OwnAccountOf, OwnCaller } from './own-caller.ts';
import type { PasswordProof } from './password-proof.ts';

interface NewPin {
  readonly pin: string;
  readonly password?: string | undefined;
}

export interface OwnQuickUnlockOptions {
  readonly managedBy: string | null;
  readonly clock: Clock;
  readonly accountOf: OwnAccountOf;
  readonly prove: PasswordProof;
  readonly pins: Pins;
  readonly sessionRules: SessionRules;
  readonly sessionLocks: Pick<SessionLocks, 'lockSoon'>;
  readonly sessions: Pick<OwnSessions, 'list' | 'lock'>;
  readonly events: SignInEvents;
}

/** So long after a password was chosen nobody is asked for it again who has signed in with it. */
const freshPasswordMs = 10 * 60_000;
/** Accepting an invitation signs in: that begins before the password is hashed and stored. */
const choosingMs = 10_000;

/** The PIN of a member, and the lock that it opens. */
export function createOwnQuickUnlock(options: OwnQuickUnlockOptions) {
  const { managedBy, clock, accountOf, prove, pins, sessionRules, sessionLocks, sessions, events } = options;

  /**
   * Everybody knows the password of a demonstration's account. A session from before the password proves nothing: an operator may have
   * replaced it because somebody else had that session.
   */
  async function asksPassword({ id, isDemonstration, passwordChangedMs }: StoredAccount, { grantId }: OwnCaller): Promise<boolean> {
    if (isDemonstration || passwordChangedMs === null || clock.now() - passwordChangedMs > freshPasswordMs) return true;
    const session = (await sessions.list(id, grantId)).find(({ current }) => current);
    return session === undefined || session.signedInAt < passwordChangedMs - choosingMs;
  }

  async function state(caller: OwnCaller): Promise<QuickUnlockState> {
    if (managedBy !== null) return { isOffered: false, setAt: null, days: 0, asksPassword: true };
    const account = await accountOf(caller);
    const rule = await sessionRules.withPin(account);
    return {
      isOffered: rule !== null && account.hasPassword,
      setAt: account.pinSetMs,
      days: (rule?.seconds ?? 0) / 86_400,
      asksPassword: await asksPassword(account, caller),
    };
  }

  return {
    state,

    /** Throws conflict where the caller may have none, invalid_input or too_many_requests where the password is wrong, or missing. */
    async set(caller: OwnCaller, { pin, password }: NewPin): Promise<QuickUnlockState> {
      const account = await accountOf(caller);
      const rule = await sessionRules.withPin(account);
      if (rule?.unusedSeconds == null)
        throw new VigilError('conflict', 'Only members can set a PIN, and only where their clinic allows it. Nothing was changed.');
      if (password !== undefined || (await asksPassword(account, caller)))
        await prove(account, { password: password ?? '', field: 'password', ip: caller.ip });
      const { unusedSeconds } = rule;
      await pins.set(account.id, pin, (sql) => sessionLocks.lockSoon(sql, account.id, unusedSeconds));
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
