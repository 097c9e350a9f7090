import type { AccessRule } from './access.ts';

/** So many at most in any stretch of so long. */
export interface WriteWindow {
  readonly most: number;
  readonly seconds: 60 | 3_600 | 86_400;
}

/** How much one sender stores with one call, by time. Beyond it 429 with Retry-After, and nothing is stored (decision 110). */
export interface WriteLimit {
  /** What is counted: calls, or the items of the list that a body is. */
  readonly of: 'calls' | 'items';
  readonly windows: readonly WriteWindow[];
}

const calls = (minute: number, hour: number, day: number): WriteLimit => ({
  of: 'calls',
  windows: [
    { most: minute, seconds: 60 },
    { most: hour, seconds: 3_600 },
    { most: day, seconds: 86_400 },
  ],
});

export const writeLimits = {
  /** What people do: quicker than anybody clicks, and as much as a long list of members that a page goes through one by one. */
  person: calls(300, 5_000, 20_000),
  /** Bodies that may be larger than those of others: files, programs, answers to long surveys. */
  large: calls(120, 1_200, 5_000),
  /** What open pages store by themselves, over what they stored before: drafts, what was read, signals of a call. */
  page: calls(1_200, 20_000, 200_000),
  /**
   * Readings. A band sends a few times a minute and a gateway for many; what they may send is bounded by the disk’s reserve and by what
   * waits to be written (`intake/capacity.ts`), and the same reading sent again is stored once. This ends only a loop gone wild.
   */
  readings: { of: 'calls', windows: [{ most: 120_000, seconds: 60 }] },
} as const satisfies Record<string, WriteLimit>;

/** The limit of a call that stores: what it declares, else that of its kind. Null for one that stores nothing. */
export function writeLimitOf(endpoint: {
  readonly method: string;
  readonly access: AccessRule;
  readonly bodyLimitBytes?: number;
  readonly writeLimit?: WriteLimit;
  readonly storesNothing?: string;
}): WriteLimit | null {
  if (endpoint.method === 'GET' || endpoint.storesNothing !== undefined) return null;
  if (endpoint.writeLimit) return endpoint.writeLimit;
  if ('device' in endpoint.access && endpoint.access.device) return writeLimits.readings;
  return endpoint.bodyLimitBytes === undefined ? writeLimits.person : writeLimits.large;
}
