import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';
import type { StoredAccount } from '../accounts.ts';
import { messagesIn, waitText } from '../pages/messages.ts';
import { passwordMatches } from '../passwords.ts';
import { accountPolicy } from '../throttle.rules.ts';
import { addressCounter, type Throttle } from '../throttle.ts';

/** Proof by the password that it is still the person who signed in. Throws invalid_input naming `field`, or too_many_requests. */
export type PasswordProof = (account: StoredAccount, proof: { password: string; field: string; ip: string }) => Promise<void>;

/**
 * Wrong ones are counted apart from those at the sign-in, so that whoever found an open page cannot lock its owner out,
 * and by the same rule, so that guessing here is no better.
 */
export function createPasswordProof(throttle: Throttle, clock: Clock): PasswordProof {
  return async (account, { password, field, ip }) => {
    if (account.passwordHash === null)
      throw new VigilError('conflict', 'This account has no password yet. Set one with “Forgot your password?” on the sign-in page.');
    const own = { subject: `own-password:${account.id}`, policy: accountPolicy };
    const shared = addressCounter(ip);
    const start = await throttle.begin([own, shared]);
    if (!start.allowed) throw tooMany(start.retryAtMs - clock.now());
    if (!(await passwordMatches(account.passwordHash, password)))
      throw new VigilError('invalid_input', 'The password is not right. Nothing was changed.', {
        fields: [{ field, message: 'This is not your password.' }],
      });
    await throttle.forgive([own.subject]);
    await throttle.takeBack(shared.subject);
  };
}

export function tooMany(retryInMs: number): VigilError {
  const wait = waitText(messagesIn('en'), retryInMs);
  return new VigilError('too_many_requests', `Too many attempts. Nothing was changed. Try again in ${wait}.`, {
    retryAfterSeconds: Math.ceil(retryInMs / 1000),
  });
}
