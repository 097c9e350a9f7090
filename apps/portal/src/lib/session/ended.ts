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
