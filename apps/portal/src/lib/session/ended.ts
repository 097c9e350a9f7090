/** In session storage: of this tab only, and gone with it. */
const key = 'vigil.endedAt';

/** Keeps where the person was when the session ended by itself, so that signing in leads back there. */
export function noteEnded(address: string): void {
  sessionStorage.setItem(key, address);
}

/** Where the session ended that this tab had; null when the person left by choice, or never was here. Told once. */
export function takeEnded(): string | null {
  const address = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return address;
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
