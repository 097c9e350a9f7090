import { VigilError } from '@vigil/contract/errors';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { TickSource } from '../tick-batch.ts';
import { type MemberRange, moment, rangeParameters, ticksWhere } from './member-range.ts';

/** Moments in one answer. A month of minutes is 44,640; what is longer is a job for facts over time. */
export const mostMoments = 100_000;

export interface MomentsQuestion extends MemberRange {
  /** One value per metric and moment: device before manual before imported. Otherwise every source's value. */
  readonly deduplicate: boolean;
  /** Where each value came from and when it arrived. */
  readonly provenance: boolean;
}

/** The specification's reach for sleep_depth, so that a night that touches the interval is whole. Milliseconds. */
const sleepReachBackMs = 14_400_000;
const sleepReachOnMs = 46_800_000;

type Value = readonly [ms: number, value: number, source: TickSource, deviceId: string, receivedMs: number];

/**
 * What did the member's sensors say, moment by moment? Ticks of all asked metrics merged by timestamp, in order of time.
 * A moment for which two sources spoke is given once per source, best source first, unless `deduplicate` keeps the best.
 * Throws invalid_input when the interval holds more than `mostMoments`.
 */
export async function readMoments(engine: TicksEngine, question: MomentsQuestion): Promise<Tick[]> {
  const provenance = question.provenance ? ', source, device_id, toUnixTimestamp64Milli(received_at)' : '';
  const rows = await engine.query<{ metric: string; values: Value[] }>(
    `select metric, groupArray((toUnixTimestamp64Milli(ts), value${provenance})) as values
     from (
       select * from (
         select metric, ts, value, source, device_id, received_at from vigil.ticks final
         where ${ticksWhere({ metrics: 'metrics', spans: [['reachFrom', 'reachTo']] })}
           and (metric = 'sleep_depth' or (ts >= ${moment('from')} and ts < ${moment('to')}))
         order by metric, ts, source
         ${question.deduplicate ? 'limit 1 by metric, ts' : ''}
       )
       limit {most:UInt32} by metric
     )
     group by metric`,
    { ...rangeParameters(question), ...reach(question), most: mostMoments + 1 },
  );
  const moments = new Map<string, Tick>();
  for (const { metric, values } of rows) {
    // The engine may gather in any order; a stable sort keeps the better source of one moment first.
    values.sort((a, b) => a[0] - b[0] || sourceRank(a[2]) - sourceRank(b[2]));
    addTo(moments, metric, values);
    if (moments.size > mostMoments) throw tooMany();
  }
  return [...moments.values()].sort((a, b) => a.timestamp - b.timestamp);
}

function reach(question: MomentsQuestion): { reachFrom: number; reachTo: number } {
  const sleeps = question.metrics.includes('sleep_depth');
  return {
    reachFrom: Math.ceil(question.fromMs) - (sleeps ? sleepReachBackMs : 0),
    reachTo: Math.ceil(question.toMs) + (sleeps ? sleepReachOnMs : 0),
  };
}

/** Adds one metric's values; the second value of a moment goes to a second row of that moment. */
function addTo(moments: Map<string, Tick>, metric: string, values: readonly Value[]): void {
  let lastMs = Number.NaN;
  let occurrence = 0;
  for (const [ms, value, source, deviceId, receivedMs] of values) {
    occurrence = ms === lastMs ? occurrence + 1 : 0;
    lastMs = ms;
    const key = occurrence === 0 ? String(ms) : `${ms}/${occurrence}`;
    const moment = moments.get(key) ?? { timestamp: ms / 1000, data: {} };
    moment.data[metric] = value;
    if (source !== undefined) {
      moment.provenance ??= {};
      moment.provenance[metric] = { source, deviceId: deviceId === '' ? null : deviceId, receivedAt: receivedMs / 1000 };
    }
    moments.set(key, moment);
  }
}

function sourceRank(source: TickSource | undefined): number {
  return source === undefined ? 0 : sources.indexOf(source);
}

const sources: readonly TickSource[] = ['device', 'manual', 'imported'];

function tooMany(): VigilError {
  return new VigilError(
    'invalid_input',
    `The interval holds more than ${mostMoments.toLocaleString('en')} moments. Ask for fewer days or fewer metrics at once, or for facts-over-time by the hour or day.`,
    { fields: [{ field: 'end_time', message: 'Choose an earlier end' }] },
  );
}
