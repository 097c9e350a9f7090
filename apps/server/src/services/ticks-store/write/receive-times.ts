/**
 * When each batch counts as received: the version by which a correction wins. Strictly increasing per member, also
 * for two batches within one millisecond; never below a floor once given out, so that whoever noted the floor finds
 * every later batch above it.
 */
export interface ReceiveTimes {
  /** Milliseconds since 1970 for a batch that arrived at `arrivedMs`. */
  next(memberKey: string, arrivedMs: number): number;
  /** No later batch gets a time below this. Milliseconds since 1970. */
  floor(nowMs: number): number;
}

/** Members remembered at most; the time of one that is forgotten lies in the past, so a new one is later anyway. */
const remembered = 100_000;

export function createReceiveTimes(): ReceiveTimes {
  let lastByMember = new Map<string, number>();
  let before = new Map<string, number>();
  let floorMs = 0;
  let highestForgottenMs = 0;
  return {
    next(memberKey, arrivedMs) {
      const last = lastByMember.get(memberKey) ?? before.get(memberKey) ?? highestForgottenMs;
      const received = Math.max(Math.floor(arrivedMs), floorMs, last + 1);
      lastByMember.set(memberKey, received);
      if (lastByMember.size >= remembered) {
        for (const time of before.values()) highestForgottenMs = Math.max(highestForgottenMs, time);
        before = lastByMember;
        lastByMember = new Map();
      }
      return received;
    },
    floor(nowMs) {
      floorMs = Math.max(floorMs, Math.floor(nowMs));
      return floorMs;
    },
  };
}
