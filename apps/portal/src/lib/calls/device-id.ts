const key = 'vigil.callDevice';

let known: Promise<string> | null = null;

/**
 * The id of this page as a device of calls: kept through reloads in session storage. A page that the browser made as a copy of
 * another one has found the same id there and takes a new one, because the first holds it by a lock.
 */
export function callDeviceId(): Promise<string> {
  known ??= claim();
  return known;
}

async function claim(): Promise<string> {
  const kept = sessionStorage.getItem(key);
  if (kept !== null && (await hold(kept))) return kept;
  const id = crypto.randomUUID();
  sessionStorage.setItem(key, id);
  await hold(id);
  return id;
}

/** A page that is being reloaded lets go of its lock in a moment, on a busy computer later. Milliseconds. */
const patienceMs = 5_000;

/** Holds the id as long as the page is there; false where another page does. */
async function hold(id: string): Promise<boolean> {
  if (typeof navigator.locks === 'undefined') return true;
  return new Promise((held) => {
    navigator.locks
      .request(`vigil.callDevice ${id}`, { signal: AbortSignal.timeout(patienceMs) }, () => {
        held(true);
        return new Promise<void>(() => {});
      })
      .catch(() => held(false));
  });
}
