import { edgesOf } from '@vigil/domain/attention/limits';
import type { AttentionReason } from '@vigil/domain/attention/reasons';
import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import type { TicksReads } from '#services/ticks-store/index.ts';

/** Looked back so far for the beginning: "since" then reads "for two days at least". */
const lookBackMs = 48 * 3_600_000;

export interface MemberReasons {
  readonly userId: string;
  readonly reasons: readonly AttentionReason[];
}

/**
 * Since when is each reading beyond its limits, without one within them in between? Unix seconds by `userId/metric`; one
 * question for all members.
 */
export async function sinceBeyond(
  ticks: Pick<TicksReads, 'runsBeyond'>,
  tenantId: string,
  members: readonly MemberReasons[],
  normalRanges: NormalRanges,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const beyond = members.flatMap(({ userId, reasons }) =>
    reasons.flatMap((reason) => (reason.kind === 'limit' ? [{ userId, metric: reason.metric }] : [])),
  );
  const runs = await ticks.runsBeyond({
    tenantId,
    userIds: [...new Set(beyond.map(({ userId }) => userId))],
    edges: [...new Set(beyond.map(({ metric }) => metric))].map((metric) => ({ metric, ...edgesOf(metric, normalRanges[metric]) })),
    sinceMs: nowMs - lookBackMs,
  });
  return new Map(runs.map(({ userId, metric, at }) => [`${userId}/${metric}`, at]));
}
