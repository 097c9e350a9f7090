import { createStore } from '../store.ts';

/** Milliseconds between notes of activity: a moving pointer is not a reason to write a thousand times. */
const throttleMs = 3000;
/** In local storage, so that working in one tab keeps every tab signed in. Unix milliseconds. */
const key = 'vigil.lastActivity';
const activity = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * True while a call is going on in this tab: whoever talks is not idle, in whatever tab the mouse rests, so the time until
 * sign-out begins anew. Set by what makes calls.
 */
export const callOngoing = createStore(false);

export interface IdleOptions {
  readonly timeoutMs: number;
  readonly onIdle: () => void;
  /** Resolves when this tab is the leading one and stays so until `signal` aborts. One tab at a time, also after the leader was closed. */
  readonly lead?: (signal: AbortSignal) => Promise<void>;
}

/** When somebody last did something in any tab; null where nothing was noted. Unix milliseconds. */
function lastActivity(): number | null {
  const noted = Number(localStorage.getItem(key));
  return Number.isFinite(noted) && noted > 0 ? noted : null;
}

/** Whether the person has been away for longer than the timeout, by the wall clock: a computer may have slept in between. */
export function wasIdle(timeoutMs: number, nowMs: number): boolean {
  const last = lastActivity();
  return last !== null && nowMs - last >= timeoutMs;
}

/** Notes activity, and calls `onIdle` in the leading tab once nothing has happened in any tab for `timeoutMs`. Returns how to stop. */
export function watchIdle({ timeoutMs, onIdle, lead = leadByLock }: IdleOptions): () => void {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notedAt = 0;

  const note = () => {
    const now = Date.now();
    if (now - notedAt < throttleMs) return;
    // A person who comes back to a sleeping computer touches it first: what was idle stays idle.
    if (wasIdle(timeoutMs, now)) return;
    notedAt = now;
    localStorage.setItem(key, String(now));
  };
  const check = () => {
    clearTimeout(timer);
    if (over.signal.aborted) return;
    const now = Date.now();
    if (wasIdle(timeoutMs, now)) onIdle();
    else timer = setTimeout(check, Math.max(1000, (lastActivity() ?? now) + timeoutMs - now));
  };
  const onVisibility = () => void (document.hidden || !leading || check());
  let leading = false;

  // Other tabs see it as activity, so that the leading one need not be the one with the call.
  let talking: ReturnType<typeof setInterval> | undefined;
  const followCall = () => {
    clearInterval(talking);
    if (callOngoing.get()) talking = setInterval(note, throttleMs);
    note();
  };
  const unfollowCall = callOngoing.subscribe(followCall);

  localStorage.setItem(key, String(Date.now()));
  if (callOngoing.get()) followCall();
  for (const event of activity) addEventListener(event, note, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  lead(over.signal).then(
    () => {
      leading = true;
      check();
    },
    () => undefined,
  );
  return () => {
    over.abort();
    clearTimeout(timer);
    clearInterval(talking);
    unfollowCall();
    for (const event of activity) removeEventListener(event, note, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

/** So long before the end every tab says that it is near; half of a shorter timeout. Milliseconds. */
const warnBeforeMs = 60_000;
const lookEveryMs = 1_000;

/**
 * Tells, in every tab, when the end is near because nothing happens: at which moment it comes (Unix milliseconds), and null once somebody did something.
 * Returns how to stop.
 */
export function watchIdleEnd(timeoutMs: number, tell: (endsAtMs: number | null) => void): () => void {
  const before = Math.min(warnBeforeMs, timeoutMs / 2);
  let told: number | null = null;
  const timer = setInterval(() => {
    const now = Date.now();
    const endsAt = (lastActivity() ?? now) + timeoutMs;
    const next = endsAt - now <= before ? endsAt : null;
    if (next !== told) tell(next);
    told = next;
  }, lookEveryMs);
  return () => clearInterval(timer);
}

/** The tab that holds a Web Lock leads; the browser hands the lock on when that tab closes or crashes. */
function leadByLock(signal: AbortSignal): Promise<void> {
  return new Promise((leads, refused) => {
    navigator.locks
      .request('vigil.idle', { signal }, () => {
        leads();
        return new Promise<void>((released) => signal.addEventListener('abort', () => released()));
      })
      .catch(refused);
  });
}
