import { edgesOf } from '@vigil/domain/attention/limits';
import type { AttentionReason } from '@vigil/domain/attention/reasons';
import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import type { TicksReads } from '#services/ticks-store/index.ts';

/** Looked back so far for the beginning: what was beyond all along began then or before. */
const lookBackMs = 48 * 3_600_000;

export interface MemberReasons {
  readonly userId: string;
  readonly reasons: readonly AttentionReason[];
}

export interface Since {
  /** Unix seconds. */
  readonly since: number;
  /** It may have begun before: no reading within the limits was found as far as was looked back. */
  readonly orBefore?: true;
}

/** Since when is each reading beyond its limits, without one within them in between? By `userId/metric`; one question for all members. */
export async function sinceBeyond(
  ticks: Pick<TicksReads, 'runsBeyond'>,
  tenantId: string,
  members: readonly MemberReasons[],
  normalRanges: NormalRanges,
  nowMs: number,
): Promise<ReadonlyMap<string, Since>> {
  const beyond = members.flatMap(({ userId, reasons }) =>
    reasons.flatMap((reason) => (reason.kind === 'limit' ? [{ userId, metric: reason.metric }] : [])),
  );
  const runs = await ticks.runsBeyond({
    tenantId,
    userIds: [...new Set(beyond.map(({ userId }) => userId))],
    edges: [...new Set(beyond.map(({ metric }) => metric))].map((metric) => ({ metric, ...edgesOf(metric, normalRanges[metric]) })),
    sinceMs: nowMs - lookBackMs,
  });
  return new Map(
    runs.map(({ userId, metric, at, orBefore }) => [`${userId}/${metric}`, { since: at, ...(orBefore === 1 && { orBefore: true }) }]),
  );
}
