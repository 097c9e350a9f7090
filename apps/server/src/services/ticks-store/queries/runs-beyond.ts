import { halfTolerance } from '@vigil/domain/units/rounding';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { moment } from './member-range.ts';

/** Readings at most `low` or at least `high`, once they are rounded to `digits` as `roundTo` does, are beyond; in the metric's unit. */
export interface Edges {
  readonly metric: string;
  readonly low: number;
  readonly high: number;
  readonly digits: number;
}

export interface RunsBeyondQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly edges: readonly Edges[];
  /** Nothing before is looked at. Milliseconds since 1970. */
  readonly sinceMs: number;
}

/** Since when (Unix seconds) the readings of a member have been beyond, up to the newest one. */
export interface RunBeyond {
  readonly userId: string;
  readonly metric: string;
  readonly at: number;
  /** 1: no reading within was found, so that it may have begun before. */
  readonly orBefore: 0 | 1;
}

/** No reading lies so far out: an edge that is not there, which JSON cannot tell as infinite. */
const farOut = 1e9;

/**
 * Since when have the readings that count been beyond some edges, without one within them in between? Found where the
 * ticks lie, because a sensor has thousands of readings a day; those whose newest reading is within are absent.
 */
export function readRunsBeyond(engine: TicksEngine, { tenantId, userIds, edges, sinceMs }: RunsBeyondQuestion): Promise<RunBeyond[]> {
  if (userIds.length === 0 || edges.length === 0) return Promise.resolve([]);
  const metrics = edges.map(({ metric }) => metric);
  const where = `tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and ts >= ${moment('sinceMs')}`;
  const edge = (values: string) => `transform(metric, {metrics:Array(String)}, {${values}:Array(Float64)}, 0.)`;
  return engine.query<RunBeyond>(
    `select toString(user_id) as userId, metric, toUnixTimestamp64Milli(minIf(ts, ts > last_within)) / 1000 as at,
       toUInt8(max(last_within) = toDateTime64(0, 3, 'UTC')) as orBefore
     from (
       select user_id, metric, ts, maxIf(ts, read > low and read < high) over (partition by user_id, metric) as last_within
       from (
         select user_id, metric, ts, floor(value * ${edge('scales')} * {halfUp:Float64} + 0.5) / ${edge('scales')} as read, ${edge('lows')} as low, ${edge('highs')} as high
         from vigil.ticks final
         where ${where} and metric in {metrics:Array(String)} and ${counts(metrics, where)}
         order by user_id, metric, ts, source limit 1 by user_id, metric, ts
       )
     )
     group by user_id, metric
     having max(ts) > max(last_within)`,
    {
      tenantId,
      userIds: [...userIds],
      metrics,
      sinceMs: Math.ceil(sinceMs),
      lows: edges.map(({ low }) => Math.max(low, -farOut)),
      highs: edges.map(({ high }) => Math.min(high, farOut)),
      scales: edges.map(({ digits }) => 10 ** digits),
      halfUp: 1 + halfTolerance,
    },
  );
}
