import { VigilError } from '@vigil/contract/errors';
import { isActive, type People } from '#people/index.ts';
import type { Accounts, StoredAccount } from '../accounts.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import { type CallOrigin, requireOwnProvider } from './own-caller.ts';
import type { TellOwner } from './tell-owner.ts';

export interface SecondFactorResetOptions {
  readonly managedBy: string | null;
  readonly people: Pick<People, 'membershipsOf'>;
  readonly accounts: Pick<Accounts, 'ofUser' | 'knownByEmail'>;
  readonly secondFactors: Pick<SecondFactors, 'remove'>;
  readonly endSessionsOfAccount: (accountId: string) => Promise<void>;
  readonly tell: TellOwner;
}

/** What became of it, and whether its owner is told. */
export interface SecondFactorWasReset {
  readonly reset: boolean;
  readonly told: boolean;
}
const nothing: SecondFactorWasReset = { reset: false, told: false };

/** Taking away the authenticator of somebody who has lost it. */
export function createSecondFactorReset(options: SecondFactorResetOptions) {
  /** Whoever holds the lost phone may hold an open page as well: sessions end. */
  async function reset(
    account: Pick<StoredAccount, 'id' | 'email'>,
    call: Omit<CallOrigin, 'ip'> & { readonly ip: string | null },
  ): Promise<SecondFactorWasReset> {
    if (!(await options.secondFactors.remove(account.id, 'second-factor-reset', call.ip))) return nothing;
    await options.endSessionsOfAccount(account.id);
    return { reset: true, told: await options.tell(account, 'factorReset', call) };
  }

  return {
    /**
     * By an administrator of the tenant. Throws forbidden for one's own, which takes one's own codes, and for somebody who
     * belongs to another tenant too, since an account is the same in all of them: there the operator decides.
     */
    async byAdministrator(
      whose: { tenantId: string; userId: string; byUserId: string | null },
      call: CallOrigin,
    ): Promise<SecondFactorWasReset> {
      requireOwnProvider(options.managedBy);
      if (whose.userId === whose.byUserId)
        throw new VigilError(
          'forbidden',
          'Your own second step is changed in your account, with its codes. Ask another administrator to reset it.',
        );
      const elsewhere = (await options.people.membershipsOf(whose.userId)).some((one) => isActive(one) && one.tenantId !== whose.tenantId);
      if (elsewhere)
        throw new VigilError(
          'forbidden',
          'This person belongs to another organisation as well, whose data the second step protects too. Nothing was changed; ask the operator of this server.',
        );
      let done = nothing;
      for (const account of await options.accounts.ofUser(whose.userId)) {
        const one = await reset(account, call);
        if (one.reset) done = one;
      }
      return done;
    },

    /** By the operator, at the machine. False when there is no such account, or nothing to take away. */
    async byOperator(email: string): Promise<boolean> {
      requireOwnProvider(options.managedBy);
      const account = await options.accounts.knownByEmail(email);
      return account !== null && (await reset(account, { ip: null, host: undefined, language: undefined })).reset;
    },
  };
}
