import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { countsByItself } from '../counting-sql.ts';
import type { TickSource } from '../tick-batch.ts';
import { moment, ofMember } from './member-range.ts';

export interface SendersQuestion {
  readonly tenantId: string;
  readonly userId: string;
  readonly metric: MetricId;
  /** [start, end) in Unix seconds: in order of time, none reaching into the next. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** Where the readings of a span came from. */
export interface Sender {
  /** Start of the span, Unix seconds. */
  readonly start: number;
  readonly source: TickSource;
  /** Null where it was not told. */
  readonly deviceId: string | null;
}

/**
 * Who sent the readings of a metric that count, for each span: of several whoever sent most of them, and of those with as many the
 * one that was earlier. Spans without readings are absent.
 */
export async function readSenders(engine: TicksEngine, { spans, ...question }: SendersQuestion): Promise<Sender[]> {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const ms = (seconds: number) => Math.round(seconds * 1000);
  const found = await engine.query<{ start: number; source: TickSource; deviceId: string }>(
    `select toFloat64(span) / 1000 as start, toString(from_source) as source, device_id as deviceId
     from (
       select roundDown(toUnixTimestamp64Milli(ts), {starts:Array(Int64)}) as span, source as from_source, device_id, count() as n, min(ts) as earliest
       from (
         select ts, source, device_id from vigil.ticks final
         where ${ofMember} and metric = {metric:String} and ts >= ${moment('from')} and ts < ${moment('to')} and ${countsByItself}
         order by ts, source limit 1 by ts
       )
       where toUnixTimestamp64Milli(ts) < transform(span, {starts:Array(Int64)}, {ends:Array(Int64)}, 0)
       group by span, from_source, device_id
     )
     order by span, n desc, earliest, device_id limit 1 by span`,
    {
      ...question,
      starts: spans.map(({ start }) => ms(start)),
      ends: spans.map(({ end }) => ms(end)),
      from: ms(first.start),
      to: ms(last.end),
    },
  );
  return found.map(({ start, source, deviceId }) => ({ start: Number(start), source, deviceId: deviceId === '' ? null : deviceId }));
}
