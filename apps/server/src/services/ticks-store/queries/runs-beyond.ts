import { halfTolerance } from '@vigil/domain/units/rounding';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { moment } from './member-range.ts';

/** Readings of a member at or beyond `limit`, once both are rounded half up to `digits`, are beyond; in the metric's unit. */
export interface Edge {
  readonly userId: string;
  readonly metric: string;
  readonly limit: number;
  readonly side: 'high' | 'low';
  readonly digits: number;
}

export interface RunsBeyondQuestion {
  readonly tenantId: string;
  /** At most one of each member and metric. */
  readonly edges: readonly Edge[];
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

/**
 * Since when have the readings that count been beyond an edge, without one within it in between? Found where the ticks lie, because a
 * sensor has thousands of readings a day; those whose newest reading is within are absent.
 */
export function readRunsBeyond(engine: TicksEngine, { tenantId, edges, sinceMs }: RunsBeyondQuestion): Promise<RunBeyond[]> {
  if (edges.length === 0) return Promise.resolve([]);
  const metrics = [...new Set(edges.map(({ metric }) => metric))];
  const where = `tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and ts >= ${moment('sinceMs')}`;
  const edge = (values: string) =>
    `transform(concat(toString(user_id), '/', metric), {keys:Array(String)}, {${values}:Array(Float64)}, 0.)`;
  const rounded = (value: string) => `floor(${value} * scale * {halfUp:Float64} + 0.5)`;
  return engine.query<RunBeyond>(
    `select toString(user_id) as userId, metric, toUnixTimestamp64Milli(minIf(ts, ts > last_within)) / 1000 as at,
       toUInt8(max(last_within) = toDateTime64(0, 3, 'UTC')) as orBefore
     from (
       select user_id, metric, ts, maxIf(ts, not is_beyond) over (partition by user_id, metric) as last_within
       from (
         select user_id, metric, ts, ${edge('scales')} as scale, ${edge('signs')} as sign,
           sign * ${rounded('value')} >= sign * ${rounded(edge('limits'))} as is_beyond
         from vigil.ticks final
         where ${where} and metric in {metrics:Array(String)} and scale > 0 and ${counts(metrics, where)}
         order by user_id, metric, ts, source limit 1 by user_id, metric, ts
       )
     )
     group by user_id, metric
     having max(ts) > max(last_within)`,
    {
      tenantId,
      userIds: [...new Set(edges.map(({ userId }) => userId))],
      metrics,
      sinceMs: Math.ceil(sinceMs),
      keys: edges.map(({ userId, metric }) => `${userId}/${metric}`),
      limits: edges.map(({ limit }) => limit),
      signs: edges.map(({ side }) => (side === 'high' ? 1 : -1)),
      scales: edges.map(({ digits }) => 10 ** digits),
      halfUp: 1 + halfTolerance,
    },
  );
}
