import type { Latest } from '#lib/member-readings.ts';

/** When the member was last measured at all, Unix seconds; null when never, or not known yet. */
export function lastMeasuredAt(latest: Latest | undefined): number | null {
  return latest === undefined ? null : Math.max(0, ...Object.values(latest.latest).map((value) => value.timestamp)) || null;
}
