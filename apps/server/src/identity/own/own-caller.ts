import { VigilError } from '@vigil/contract/errors';
import type { Accounts, StoredAccount } from '../accounts.ts';

/** Where a call comes from. */
export interface CallOrigin {
  readonly ip: string;
  /** Header Accept-Language. */
  readonly language: string | undefined;
  /** Header Host. */
  readonly host: string | undefined;
}

/** Whoever is signed in and asks about the own account. */
export interface OwnCaller extends CallOrigin {
  /** Subject of the access token. */
  readonly subject: string;
  /** Of the sign-in that the token came from; null: behind the token stands none. */
  readonly grantId: string | null;
}

/** The caller's account here. Throws conflict where people sign in with another provider, which keeps what is asked about. */
export type OwnAccountOf = (caller: Pick<OwnCaller, 'subject'>) => Promise<StoredAccount>;

export function createOwnAccountOf(accounts: Pick<Accounts, 'findById'>, managedBy: string | null): OwnAccountOf {
  return async ({ subject }) => {
    requireOwnProvider(managedBy);
    const account = await accounts.findById(subject);
    if (!account) throw new VigilError('unauthenticated', 'Sign in to go on.');
    return account;
  };
}

/** Throws conflict where people sign in with another provider. */
export function requireOwnProvider(managedBy: string | null): void {
  if (managedBy !== null)
    throw new VigilError(
      'conflict',
      `Passwords, sessions and second factors are kept at ${managedBy}, where you sign in. Change them there.`,
    );
}
