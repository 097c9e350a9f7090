import type { eventsProcessor } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';

/** The last reading of every metric of a member, and the state of the band. */
export type Latest = ReceivedOf<typeof eventsProcessor.getLatest>;

/** When the member was last measured at all, Unix seconds; null when never, or not known yet. */
export function lastMeasuredAt(latest: Latest | undefined): number | null {
  return latest === undefined ? null : Math.max(0, ...Object.values(latest.latest).map((value) => value.timestamp)) || null;
}
