import { digitsOf } from '@vigil/domain/alerts/rule';
import type { AttentionReason } from '@vigil/domain/attention/reasons';
import type { RunBeyond, TicksReads } from '#services/ticks-store/index.ts';

/** Looked back so far for the beginning: what was beyond all along began then or before. */
const lookBackMs = 48 * 3_600_000;

export interface MemberReasons {
  readonly userId: string;
  readonly reasons: readonly AttentionReason[];
}

export interface Since {
  /** Unix seconds. */
  readonly since: number;
  /** It may have begun before: no reading within the limit was found as far as was looked back. */
  readonly orBefore?: true;
}

/** Since when is each reading beyond its limit, without one within it in between? By `userId/metric`; one question for all members. */
export async function sinceBeyond(
  ticks: Pick<TicksReads, 'runsBeyond'>,
  tenantId: string,
  members: readonly MemberReasons[],
  nowMs: number,
): Promise<ReadonlyMap<string, Since>> {
  const edges = members.flatMap(({ userId, reasons }) =>
    reasons.flatMap((reason) => {
      if (reason.kind !== 'limit' || reason.limit === null) return [];
      const { metric, limit, side } = reason;
      return [{ userId, metric, limit, side, digits: digitsOf({ subject: { kind: 'metric', metric }, against: 'value' }) }];
    }),
  );
  const runs = await ticks.runsBeyond({ tenantId, edges, sinceMs: nowMs - lookBackMs });
  return new Map(runs.map(({ userId, metric, ...run }) => [`${userId}/${metric}`, sinceOf(run)]));
}

const sinceOf = ({ at, orBefore }: Pick<RunBeyond, 'at' | 'orBefore'>): Since => ({ since: at, ...(orBefore === 1 && { orBefore: true }) });
