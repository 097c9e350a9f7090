import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Counted, Stretch, StretchPage } from '#platform/postgres/newest-first.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { takenBack } from '../counting-sql.ts';
import { receivedAtOf } from '../write/versions.ts';
import { ofMember, within } from './member-range.ts';

/** A reading by its metric and moment, milliseconds since 1970. */
export interface TypedName {
  readonly metric: string;
  readonly timestampMs: number;
}

export interface ByHandQuestion extends Stretch {
  readonly tenantId: string;
  readonly userId: string;
  /** Readings that are told elsewhere. */
  readonly without: readonly TypedName[];
}

/** What a person typed in for one moment, as a blood pressure is two values. Milliseconds since 1970. */
export interface TypedReading {
  readonly at: number;
  readonly receivedAtMs: number;
  readonly values: readonly { readonly metric: MetricId; readonly value: number }[];
}

/**
 * Which readings of a member were sent as typed in by hand, by moments, the newest first? Whether another source counts before them
 * does not matter: somebody typed them in. Of a reading that was sent again the last one stands; that is found among these few, since FINAL
 * would go through all that the band has sent.
 */
export async function readReadingsByHand(engine: TicksEngine, question: ByHandQuestion): Promise<StretchPage<Counted<TypedReading>>> {
  const { tenantId, userId, fromMs, toMs, behind, limit, without } = question;
  const rows = await engine.query<{ at: number; received: number; measured: [MetricId, number][]; total: number }>(
    `select at, received, measured, total from (
       select ms as at, max(version) as received, arraySort(groupArray((metric, value))) as measured, count() over () as total from (
         select toUnixTimestamp64Milli(ts) as ms, toString(metric) as metric, argMax(value, received_at) as value,
           toUnixTimestamp64Milli(max(received_at)) as version
         from vigil.ticks where ${ofMember} and source = 'manual' and ${within([['from', 'to']])}
           and (toString(metric), toUnixTimestamp64Milli(ts)) not in (
             select arrayJoin(arrayZip({metrics:Array(String)}, {moments:Array(Int64)})))
         group by metric, ts having not ${takenBack}
       ) group by ms
     ) where at < {before:Int64} order by at desc limit {limit:UInt32}`,
    {
      ...{ tenantId, userId, from: Math.ceil(fromMs), to: Math.ceil(toMs), limit },
      ...{ metrics: without.map(({ metric }) => metric), moments: without.map(({ timestampMs }) => timestampMs) },
      // All of one moment are one row: it comes still where its key is behind the place.
      before: behind ? behind.atMs + (String(behind.atMs) > behind.key ? 1 : 0) : Math.ceil(toMs),
    },
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    rows: rows.map(({ at, received, measured, total }) => ({
      ...{ at, key: String(at), total: Number(total), receivedAtMs: receivedAtOf(received) },
      values: measured.map(([metric, value]) => ({ metric, value })),
    })),
  };
}
