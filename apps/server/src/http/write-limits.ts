import type { Endpoint } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { type WriteLimit, type WriteWindow, writeLimitOf } from '@vigil/contract/write-limits';
import { LRUCache } from 'lru-cache';
import type { Bus } from '#platform/bus.ts';

/**
 * Limits of what one sender stores, by call and time. Counted in the memory of this process; whom one process refuses, the others
 * refuse as well until the time is over, so that several processes let through little more than one.
 */
export interface WriteLimits {
  /**
   * Counts what a call of a sender is about to store. Throws too_many_requests, saying when to send it again, for more than the contract
   * allows; then nothing is counted.
   */
  count(sender: string, endpoint: Endpoint, units: number): void;
  stop(): void;
}

/** A refusal that has been told within the same time already: it is not worth another row of the audit log. */
export class RepeatedRefusal extends VigilError {}

export interface WriteLimitsDependencies {
  readonly bus?: Pick<Bus, 'publish' | 'subscribe'> | undefined;
  readonly monotonicMs?: () => number;
}

/** Senders and calls that are remembered; the longest unused are forgotten. */
const mostRemembered = 200_000;

interface Counted {
  /** Of each window of the limit: when it began, and how much there was since. */
  readonly windows: { fromMs: number; units: number }[];
  /** Refused by this process or another until then. */
  refusedUntilMs: number;
}

export function createWriteLimits({ bus, monotonicMs = () => performance.now() }: WriteLimitsDependencies = {}): WriteLimits {
  const senders = new LRUCache<string, Counted>({ max: mostRemembered });
  const of = (key: string): Counted => {
    const known = senders.get(key) ?? { windows: [], refusedUntilMs: 0 };
    senders.set(key, known);
    return known;
  };
  const stop = bus?.subscribe('writes.refused', ({ sender, call, seconds }) => {
    const counted = of(keyOf(sender, call));
    counted.refusedUntilMs = Math.max(counted.refusedUntilMs, monotonicMs() + seconds * 1000);
  });

  return {
    count(sender, endpoint, units) {
      const limit = writeLimitOf(endpoint);
      if (limit === null) return;
      const now = monotonicMs();
      const counted = of(keyOf(sender, endpoint.id));
      if (now < counted.refusedUntilMs) throw refusalOf(limit, fullOf(limit, counted, 1, now), counted.refusedUntilMs - now, true);
      limit.windows.forEach(({ seconds }, index) => {
        const window = counted.windows[index];
        if (!window || now >= window.fromMs + seconds * 1000) counted.windows[index] = { fromMs: now, units: 0 };
      });
      const full = fullOf(limit, counted, units, now);
      if (full) {
        const waitMs = full.untilMs - now;
        // What is too much at once leaves room for less.
        if (units === 1) {
          counted.refusedUntilMs = full.untilMs;
          bus?.publish('writes.refused', { sender, call: endpoint.id, seconds: Math.ceil(waitMs / 1000) });
        }
        throw refusalOf(limit, full, waitMs, false);
      }
      for (const window of counted.windows) window.units += units;
    },
    stop: () => stop?.(),
  };
}

const keyOf = (sender: string, call: string) => `${sender} ${call}`;

interface FullWindow extends WriteWindow {
  readonly untilMs: number;
}

/** The window without room for so much more that lasts longest. */
function fullOf({ windows }: WriteLimit, counted: Counted, units: number, now: number): FullWindow | undefined {
  const full = windows.flatMap((window, index) => {
    const { fromMs = now, units: before = 0 } = counted.windows[index] ?? {};
    return before + units > window.most ? { ...window, untilMs: fromMs + window.seconds * 1000 } : [];
  });
  return full.sort((a, b) => b.untilMs - a.untilMs)[0];
}

const spans = { 60: 'minute', 3600: 'hour', 86400: 'day' } as const;

function refusalOf({ of }: WriteLimit, full: FullWindow | undefined, waitMs: number, isRepeated: boolean): VigilError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const most =
    full &&
    `This can be saved ${full.most.toLocaleString('en-US')} ${of === 'calls' ? 'times' : 'items'} ${spans[full.seconds] === 'hour' ? 'an' : 'a'} ${spans[full.seconds]}`;
  const message = `${most ?? 'This was saved too often'}. Nothing was saved this time. Try again in ${inWords(seconds)}.`;
  return new (isRepeated ? RepeatedRefusal : VigilError)('too_many_requests', message, { retryAfterSeconds: seconds });
}

function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
