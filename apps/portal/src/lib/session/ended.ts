/** In session storage: of this tab only, and gone with it. */
const key = 'vigil.endedAt';
const lockedKey = 'vigil.locked';

/** Keeps where the person was when the session ended by itself, or was locked, so that signing in leads back there. */
export function noteEnded(address: string, isLocked = false): void {
  sessionStorage.setItem(key, address);
  if (isLocked) sessionStorage.setItem(lockedKey, 'yes');
}

/** Where the session ended that this tab had, or was locked; null when the person left by choice, or never was here. Told once. */
export function takeEnded(): { readonly address: string; readonly isLocked: boolean } | null {
  const [address, locked] = [sessionStorage.getItem(key), sessionStorage.getItem(lockedKey)];
  for (const name of [key, lockedKey]) sessionStorage.removeItem(name);
  return address === null ? null : { address, isLocked: locked !== null };
}

const goneKey = 'vigil.accountGone';

/** Keeps for the page that comes next that the account itself no longer exists. */
export function noteGone(): void {
  sessionStorage.setItem(goneKey, 'yes');
}

/** Whether the account that was signed in here no longer exists. Told once. */
export function takeGone(): boolean {
  const isGone = sessionStorage.getItem(goneKey) !== null;
  sessionStorage.removeItem(goneKey);
  return isGone;
}
