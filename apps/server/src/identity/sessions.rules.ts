import type { StoredAccount } from './accounts.ts';

type Ended = Pick<StoredAccount, 'sessionsEndedMs'>;

/**
 * The second (since 1970) that a sign-in of this moment counts as made in. Tokens know whole seconds only, so a sign-in in
 * the second in which the sessions were ended is put into the next one: what was before and what came after stay apart.
 * Ask with the time at which the sign-in began, before the account was read: an end in between then counts.
 */
export function signInSecond({ sessionsEndedMs }: Ended, beganMs: number): number {
  const began = Math.floor(beganMs / 1000);
  return sessionsEndedMs === null ? began : Math.max(began, Math.floor(sessionsEndedMs / 1000) + 1);
}

/** Whether the sessions were ended after this sign-in (seconds). One that tells no time has ended. */
export function endedSince({ sessionsEndedMs }: Ended, signedInAtSeconds: unknown): boolean {
  if (typeof signedInAtSeconds !== 'number') return true;
  return sessionsEndedMs !== null && signedInAtSeconds <= Math.floor(sessionsEndedMs / 1000);
}
