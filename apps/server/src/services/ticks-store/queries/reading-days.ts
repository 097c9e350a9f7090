import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickSource } from '@vigil/domain/metrics/counting';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { ofMember, rangeParameters, ticksWhere, within } from './member-range.ts';

export interface ReadingDaysQuestion {
  readonly tenantId: string;
  readonly userId: string;
  readonly metrics: readonly MetricId[];
  /** Days side by side in order of time, [from, to) each. Unix seconds. */
  readonly days: readonly { readonly from: number; readonly to: number }[];
}

export interface ReadingDay {
  readonly metric: MetricId;
  readonly source: TickSource;
  /** Start of the day, Unix seconds. */
  readonly from: number;
}

/**
 * On which days did a member have readings that count, of which metric and from which source? Whether another source has a
 * better one for the same moment is not asked: the day has both.
 */
export async function readReadingDays(
  engine: TicksEngine,
  { tenantId, userId, metrics, days }: ReadingDaysQuestion,
): Promise<ReadingDay[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || metrics.length === 0) return [];
  const starts = days.map(({ from }) => from);
  return engine.query<ReadingDay>(
    `select metric, toString(source) as source, roundDown(toInt64(toUnixTimestamp(ts)), {starts:Array(Int64)}) as from
     from vigil.ticks final
     where ${ticksWhere()} and ${counts(metrics, `${ofMember} and ${within([['from', 'to']])}`)}
     group by metric, source, from`,
    { ...rangeParameters({ tenantId, userId, metrics, fromMs: first.from * 1000, toMs: last.to * 1000 }), starts },
  );
}
