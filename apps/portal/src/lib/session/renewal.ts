import type { Tokens } from './session.ts';

/** Assumed where a token does not say how long it lives. Seconds. */
export const defaultLifetimeSeconds = 900;
const renewBeforeMs = 120_000;
const whenDueMs = 1000;
/** Between tries after a failure. The specification only logs it; the token still has up to two minutes in which a later try can succeed. */
const retryMs = 20_000;

/** Milliseconds from now until the token is to be renewed: 120 s before it expires, or 1 s when that is already due. */
export function renewalDelayMs(expiresAtSeconds: number, nowMs: number): number {
  const delay = expiresAtSeconds * 1000 - renewBeforeMs - nowMs;
  return delay > 0 ? delay : whenDueMs;
}

/** Only tokens that expire later replace the current ones. */
export function laterOf(current: Tokens | null, renewed: Tokens): Tokens {
  return !current || renewed.expiresAt > current.expiresAt ? renewed : current;
}

const codeOf = (reason: unknown) => (typeof reason === 'object' && reason !== null && 'error' in reason ? reason.error : undefined);

/** The identity provider knows nobody in this browser. */
export const isSignInAsked = (reason: unknown): boolean => codeOf(reason) === 'login_required';

/** Errors with which the identity provider says that the person has to be asked. */
export function needsInteraction(reason: unknown): boolean {
  return codeOf(reason) === 'interaction_required' || isSignInAsked(reason);
}

export interface RenewalDeps {
  readonly current: () => Tokens | null;
  readonly keep: (tokens: Tokens) => void;
  /** Asks the identity provider without showing anything. */
  readonly renewSilently: () => Promise<Tokens>;
  /** Leaves the page for the identity provider and comes back here. */
  readonly redirect: () => Promise<void>;
  readonly now: () => number;
}

/** Renews the session's tokens in good time until stopped. `renewNow` shares a renewal that is already under way. */
export function startRenewal(deps: RenewalDeps): { renewNow: () => Promise<void>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | null = null;
  let stopped = false;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void renewNow(), delayMs);
  };
  const untilDue = () => renewalDelayMs(deps.current()?.expiresAt ?? 0, deps.now());

  const renewNow = () => {
    underWay ??= renew().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  async function renew() {
    try {
      const held = deps.current();
      const next = laterOf(held, await deps.renewSilently());
      deps.keep(next);
      // A provider that answers with the same token again is not asked every second.
      schedule(next === held ? Math.max(retryMs, untilDue()) : untilDue());
    } catch (reason) {
      if (needsInteraction(reason)) return deps.redirect();
      console.error('Silent token refresh failed', reason);
      schedule(retryMs);
    }
  }
  // Timers stand still while a computer sleeps; coming back to the tab looks at the clock again.
  const onVisibility = () => {
    if (!document.hidden) schedule(untilDue());
  };

  document.addEventListener('visibilitychange', onVisibility);
  schedule(untilDue());
  return {
    renewNow,
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    },
  };
}
