import { VigilError } from '@vigil/contract/errors';
import type { SecondFactorState } from '@vigil/contract/login.contract';
import { type StoredAccount, signInNameOf } from '../accounts.ts';
import type { SealedSteps } from '../sealed-steps.ts';
import { pictureOf } from '../second-factor/picture.ts';
import type { SecondFactorRequirement } from '../second-factor/requirement.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import { addressOf, inGroups } from '../second-factor/totp.ts';
import type { OwnAccountOf, OwnCaller } from './own-caller.ts';
import { type PasswordProof, tooMany } from './password-proof.ts';
import type { TellOwner } from './tell-owner.ts';

/** An authenticator that is being set up. */
export interface Setup {
  readonly accountId: string;
  readonly secret: string;
}

export interface OwnSecondFactorOptions {
  readonly managedBy: string | null;
  readonly accountOf: OwnAccountOf;
  readonly prove: PasswordProof;
  readonly tell: TellOwner;
  readonly secondFactors: SecondFactors;
  readonly isRequired: SecondFactorRequirement;
  readonly setups: SealedSteps<Setup>;
  readonly product: string;
}

/** The second factor of whoever is signed in. Each change takes fresh proof: an open page is none. */
export function createOwnSecondFactor(options: OwnSecondFactorOptions) {
  const { accountOf, secondFactors } = options;

  async function proveBoth(
    account: StoredAccount,
    caller: OwnCaller,
    { password, code }: { password: string; code: string },
  ): Promise<void> {
    await options.prove(account, { password, field: 'password', ip: caller.ip });
    const result = await secondFactors.check({ accountId: account.id, code, ip: caller.ip });
    if (result.kind === 'locked') throw tooMany(result.retryInMs);
    if (result.kind === 'wrong') throw wrongCode();
  }

  return {
    async state(caller: OwnCaller): Promise<SecondFactorState> {
      if (options.managedBy !== null)
        return { managedBy: options.managedBy, addedAt: null, recoveryCodesLeft: 0, required: false, hasPassword: false, email: '' };
      const account = await accountOf(caller);
      const held = await secondFactors.stateOf(account.id);
      return {
        managedBy: null,
        addedAt: held && Math.round(held.addedMs),
        recoveryCodesLeft: held?.recoveryCodesLeft ?? 0,
        required: await options.isRequired(account.userId),
        hasPassword: account.hasPassword,
        email: signInNameOf(account),
      };
    },

    /** A new secret, which nothing keeps before it is confirmed. Throws conflict when there is an authenticator already. */
    async begin(caller: OwnCaller, password: string) {
      const account = await accountOf(caller);
      if (await secondFactors.stateOf(account.id)) throw alreadyOn();
      await options.prove(account, { password, field: 'password', ip: caller.ip });
      const secret = secondFactors.newSecret();
      const uri = addressOf(secret, signInNameOf(account), options.product);
      return { setup: options.setups.put({ accountId: account.id, secret }), key: inGroups(secret), uri, picture: pictureOf(uri) };
    },

    /** Answers the recovery codes. */
    async confirm(caller: OwnCaller, { setup, code }: { setup: string; code: string }): Promise<{ recoveryCodes: string[] }> {
      const account = await accountOf(caller);
      const begun = options.setups.take(setup);
      if (begun?.accountId !== account.id)
        throw new VigilError('conflict', 'Setting up took too long, or was begun elsewhere. Nothing was changed; begin again.');
      const codes = await secondFactors.add(account.id, begun.secret, code, caller.ip);
      if (codes === 'wrong') throw wrongCode();
      if (codes === 'exists') throw alreadyOn();
      await options.tell(account, 'factorAdded', caller);
      return { recoveryCodes: [...codes] };
    },

    async renewRecoveryCodes(caller: OwnCaller, proof: { password: string; code: string }): Promise<{ recoveryCodes: string[] }> {
      const account = await accountOf(caller);
      if (!(await secondFactors.stateOf(account.id))) throw off();
      await proveBoth(account, caller, proof);
      const recoveryCodes = [...(await secondFactors.renewRecoveryCodes(account.id, caller.ip))];
      await options.tell(account, 'codesRenewed', caller);
      return { recoveryCodes };
    },

    /** Throws conflict while a tenant requires it of the person. */
    async remove(caller: OwnCaller, proof: { password: string; code: string }): Promise<void> {
      const account = await accountOf(caller);
      if (!(await secondFactors.stateOf(account.id))) throw off();
      if (await options.isRequired(account.userId))
        throw new VigilError('conflict', 'Your organization requires a second step of its staff. It stays on.');
      await proveBoth(account, caller, proof);
      await secondFactors.removeOf([account.id], 'second-factor-removed', caller.ip);
      await options.tell(account, 'factorRemoved', caller);
    },
  };
}

const alreadyOn = () => new VigilError('conflict', 'The second step is switched on already. Remove it first to use another app.');
const off = () => new VigilError('conflict', 'The second step is switched off already.');
const wrongCode = () =>
  new VigilError('invalid_input', 'The code is not right. Nothing was changed.', {
    fields: [{ field: 'code', message: 'This code is wrong or was already used.' }],
  });
