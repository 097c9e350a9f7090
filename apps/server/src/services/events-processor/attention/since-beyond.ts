import { beyondLimits } from '@vigil/domain/attention/limits';
import type { AttentionReason } from '@vigil/domain/attention/reasons';
import type { TicksReads } from '#services/ticks-store/index.ts';

/** Looked back for the beginning, in time and in readings: what was beyond all along began then or before. */
const lookBackMs = 48 * 3_600_000;
const mostReadings = 500;

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
  ticks: Pick<TicksReads, 'newestReadings'>,
  tenantId: string,
  members: readonly MemberReasons[],
  nowMs: number,
): Promise<ReadonlyMap<string, Since>> {
  const beyond = members.flatMap(({ userId, reasons }) =>
    reasons.flatMap((reason) => (reason.kind === 'limit' ? [{ userId, metric: reason.metric }] : [])),
  );
  const readings = await ticks.newestReadings({
    tenantId,
    userIds: [...new Set(beyond.map(({ userId }) => userId))],
    metrics: [...new Set(beyond.map(({ metric }) => metric))],
    sinceMs: nowMs - lookBackMs,
    most: mostReadings,
  });
  const byMetric = Map.groupBy(readings, ({ userId, metric }) => `${userId}/${metric}`);
  return new Map(
    beyond.flatMap(({ userId, metric }) => {
      const key = `${userId}/${metric}`;
      const newestFirst = byMetric.get(key) ?? [];
      const within = newestFirst.findIndex(({ value }) => beyondLimits(metric, value) === null);
      const first = within === -1 ? newestFirst.at(-1) : newestFirst[within - 1];
      if (!first) return [];
      return [[key, within === -1 ? { since: first.at, orBefore: true } : { since: first.at }] as const];
    }),
  );
}
