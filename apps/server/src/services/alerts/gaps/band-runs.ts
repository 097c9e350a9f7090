import type { TicksReads } from '#services/ticks-store/index.ts';

/**
 * A band that says nothing between two equal words was in that state: a worn one would have measured. After half a day
 * nobody knows. Seconds.
 */
const longestSilenceSeconds = 12 * 3_600;
/** Most bands came off within a day and a half; how long the few have been off that did not is asked again, further back. Seconds. */
const reaches = [36 * 3_600, 28 * 86_400] as const;

/**
 * Since when these members' bands have been as they are (Unix seconds), by member. The newest word alone does not tell: bands
 * repeat it. Absent where the last word is older than is looked at.
 */
export async function bandRunStarts(
  ticks: Pick<TicksReads, 'stateRunsOfMany'>,
  tenantId: string,
  now: number,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const starts = new Map<string, number>();
  let asked = userIds;
  for (const reach of reaches) {
    if (asked.length === 0) break;
    const from = now - reach;
    const found = await ticks.stateRunsOfMany({
      ...{ tenantId, userIds: asked, metric: 'band_removed', most: 1, lane: 'background' },
      ...{ fromSeconds: from, toSeconds: now + longestSilenceSeconds, longestGapSeconds: longestSilenceSeconds },
    });
    for (const [userId, [run]] of found) if (run) starts.set(userId, run.start);
    // A run that may have begun before what was read.
    asked = asked.filter((userId) => (starts.get(userId) ?? from) < from + longestSilenceSeconds);
  }
  return starts;
}
