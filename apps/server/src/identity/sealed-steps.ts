import type { Clock } from '#platform/clock.ts';
import type { IdentityKeys } from './keys.ts';
import { seal, unseal } from './sealing.ts';

/** What was proven or begun on one page and is taken up on the next: carried by the page itself, sealed, and kept nowhere. */
export interface SealedSteps<T> {
  put(step: T): string;
  /** Null for anything that was not put here, or too long ago. */
  take(text: string): T | null;
}

/** As long as somebody may take to find the phone and set up an app. */
const goodForMs = 10 * 60_000;

export function createSealedSteps<T extends object>(keys: Pick<IdentityKeys, 'mac'>, clock: Clock, purpose: string): SealedSteps<T> {
  const secret = keys.mac('steps', purpose).toString('base64url');
  return {
    put: (step) => seal(secret, JSON.stringify({ step, untilMs: clock.now() + goodForMs })).toString('base64url'),
    take(text) {
      const opened = unseal(secret, Buffer.from(text, 'base64url'));
      if (opened === null) return null;
      const { step, untilMs } = JSON.parse(opened) as { step: T; untilMs: number };
      return untilMs > clock.now() ? step : null;
    },
  };
}
