import { VigilError } from '@vigil/contract/errors';
import { type People, takesPart } from '#people/index.ts';
import type { Accounts, StoredAccount } from '../accounts.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import { type CallOrigin, requireOwnProvider } from './own-caller.ts';
import type { TellOwner } from './tell-owner.ts';

export interface SecondFactorResetOptions {
  readonly managedBy: string | null;
  readonly people: Pick<People, 'membershipsOf'>;
  readonly accounts: Pick<Accounts, 'ofUser' | 'knownByName'>;
  readonly secondFactors: Pick<SecondFactors, 'removeOf'>;
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
    accounts: readonly Pick<StoredAccount, 'id' | 'email' | 'phoneNumber' | 'userId'>[],
    call: Omit<CallOrigin, 'ip'> & { readonly ip: string | null },
  ): Promise<SecondFactorWasReset> {
    const ids = accounts.map(({ id }) => id);
    const removed = new Set(await options.secondFactors.removeOf(ids, 'second-factor-reset', call.ip));
    let done = nothing;
    for (const account of accounts.filter(({ id }) => removed.has(id))) {
      await options.endSessionsOfAccount(account.id);
      done = { reset: true, told: await options.tell(account, 'factorReset', call) };
    }
    return done;
  }

  return {
    /**
     * By an administrator of the tenant. Throws forbidden for one's own, which takes one's own codes. Of somebody who belongs to
     * another tenant too, or does not take part in this one, nothing is taken away, since an account is the same in all tenants:
     * there the operator decides. That is answered, and takes as long, as for somebody without a second factor, so that nobody
     * learns by it who has an account elsewhere.
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
      const tenants = (await options.people.membershipsOf(whose.userId)).filter(takesPart).map(({ tenantId }) => tenantId);
      const accounts = await options.accounts.ofUser(whose.userId);
      return reset(tenants.length === 1 && tenants[0] === whose.tenantId ? accounts : [], call);
    },

    /** By the operator, at the machine. False when there is no such account, or nothing to take away. */
    async byOperator(email: string): Promise<boolean> {
      requireOwnProvider(options.managedBy);
      const account = await options.accounts.knownByName(email);
      return account !== null && (await reset([account], { ip: null, host: undefined, language: undefined })).reset;
    },
  };
}
