import { VigilError } from '@vigil/contract/errors';
import { mostBeforeThinning, mostValues, type Tick } from '@vigil/contract/ticks-store.contract';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { NativeBlock } from '#platform/ticks/native.ts';
import { createTurns } from '#platform/turns.ts';
import { counts, takenBack } from '../counting-sql.ts';
import type { TickSource } from '../tick-batch.ts';
import { receivedAtOf } from '../write/versions.ts';
import { type MemberRange, moment, ofMember, rangeParameters, ticksWhere, within } from './member-range.ts';
import { denseMetrics, thinnedParts } from './thinned.ts';

/** Moments in one answer. A month of minutes is 44,640; what is longer is a job for facts over time. */
export const mostMoments = 100_000;
/** Where a value came from takes four times the room of the value. */
const worthOfProvenance = 4;
/** Values that are merged before others may have their turn: a millisecond or so. */
const valuesAtOnce = 1_000;

export interface MomentsQuestion extends MemberRange {
  /** The values that count, one per metric and moment: device before manual before imported. Otherwise whatever each source said. */
  readonly deduplicate: boolean;
  /** Where each value came from and when it arrived. */
  readonly provenance: boolean;
  /** Where there are too many values to be answered, the lowest and the highest of each step (`thinnedParts`). */
  readonly thin?: boolean;
}

/** The specification's reach for sleep_depth, so that a night that touches the interval is whole. Milliseconds. */
const sleepReachBackMs = 14_400_000;
const sleepReachOnMs = 46_800_000;

/**
 * What did the member's sensors say, moment by moment? Ticks of all asked metrics merged by timestamp, in order of time.
 * A moment for which two sources spoke is given once per source, best source first, unless `deduplicate` asks for what counts.
 * What was taken back is not there.
 * Throws invalid_input when the interval holds more than `mostMoments`, or more than `mostValues` values, unless it may be thinned.
 */
export async function readMoments(engine: TicksEngine, question: MomentsQuestion): Promise<Tick[]> {
  const most = question.thin ? mostBeforeThinning : question.provenance ? mostValues / worthOfProvenance : mostValues;
  const found = await readBlocks(engine, question, most);
  if (rowsOf(found) <= most) return merged(question, found);
  if (!question.thin) throw tooMany(`${most.toLocaleString('en')} values`);
  // A state holds until the next: of several the lowest and the highest say nothing.
  const levels = question.metrics.filter((metric) => !isState(metric));
  const dense = levels.length === 0 ? [] : await denseMetrics(engine, { ...question, metrics: levels });
  const others = question.metrics.filter((metric) => !dense.includes(metric));
  const exact = others.length === 0 ? [] : await readBlocks(engine, { ...question, metrics: others }, mostValues);
  if (rowsOf(exact) > mostValues) throw tooMany(`${mostValues.toLocaleString('en')} values`);
  const thinned = dense.length === 0 ? [] : await thinnedParts(engine, { ...question, metrics: dense });
  return merged({ ...question, metrics: others }, exact, thinned);
}

const rowsOf = (blocks: readonly NativeBlock[]) => blocks.reduce((sum, { rows }) => sum + rows, 0);
const isState = (metric: string) => isMetricId(metric) && catalogue[metric].kind === 'state';

/** Values in order of metric, time and source, each metric as its place in the question. */
async function readBlocks(engine: TicksEngine, question: MomentsQuestion, most: number): Promise<NativeBlock[]> {
  const provenance = question.provenance ? ', device_id, toFloat64(toUnixTimestamp64Milli(received_at)) as received' : '';
  const reached = [['reachFrom', 'reachTo']] as const;
  const which = question.deduplicate ? counts(question.metrics, `${ofMember} and ${within(reached)}`) : `not ${takenBack}`;
  return engine.columns(
    `select toUInt16(indexOf({metrics:Array(String)}, toString(metric)) - 1) as place, toFloat64(toUnixTimestamp64Milli(ts)) as ms, value,
       toInt8(source) as sourceRank${provenance}
     from (
       select * from (
         select metric, ts, value, source, device_id, received_at from vigil.ticks final
         where ${ticksWhere({ metrics: 'metrics', spans: reached })} and ${which}
           and (metric = 'sleep_depth' or (ts >= ${moment('from')} and ts < ${moment('to')}))
         order by metric, ts, source
         ${question.deduplicate ? 'limit 1 by metric, ts' : ''}
       )
       limit {most:UInt32} by metric
       limit {mostValues:UInt32}
     )
     order by metric, ts, source`,
    { ...rangeParameters(question), ...reach(question), most: mostMoments + 1, mostValues: most + 1 },
  );
}

/** Merges values by their moments. Those of one metric follow each other in order of time, and of one time the better source first. */
async function merged(
  { metrics, provenance }: MomentsQuestion,
  blocks: readonly NativeBlock[],
  thinned: Awaited<ReturnType<typeof thinnedParts>> = [],
): Promise<Tick[]> {
  const turn = createTurns();
  const moments = createMoments();
  for (const { metric, values } of thinned) {
    for (const [ms, value, , , , of, mean] of values) putThinned(moments.tickOf(metric, ms), metric, value, of, mean);
    await turn();
  }
  for (const block of blocks) {
    const [places, times, values, ranks] = [
      block.numbers('place'),
      block.numbers('ms'),
      block.numbers('value'),
      block.numbers('sourceRank'),
    ];
    const [devices, received] = provenance ? [block.texts('device_id'), block.numbers('received')] : [];
    for (let row = 0; row < block.rows; row += 1) {
      const metric = metrics[places[row] ?? 0] ?? '';
      const tick = moments.tickOf(metric, times[row] ?? 0);
      tick.data[metric] = values[row] ?? 0;
      if (devices && received) {
        tick.provenance ??= {};
        const source = sources[(ranks[row] ?? 1) - 1] ?? 'device';
        tick.provenance[metric] = { source, deviceId: devices[row] || null, receivedAt: receivedAtOf(received[row] ?? 0) / 1000 };
      }
      if (row % valuesAtOnce === 0) await turn();
    }
  }
  return moments.inOrder(turn);
}

/** Ticks by their moments, of values that come metric by metric. */
function createMoments() {
  const moments = new Map<number, Tick[]>();
  let rows = 0;
  let previous: { readonly metric: string; readonly ms: number; readonly occurrence: number } | undefined;
  return {
    /** The second value of a metric for one moment stands in a second row of that moment. Throws invalid_input where there are too many. */
    tickOf(metric: string, ms: number): Tick {
      const occurrence: number = previous?.metric === metric && previous.ms === ms ? previous.occurrence + 1 : 0;
      previous = { metric, ms, occurrence };
      const ticks = moments.get(ms) ?? [];
      if (ticks.length === 0) moments.set(ms, ticks);
      const known = ticks[occurrence];
      if (known) return known;
      rows += 1;
      if (rows > mostMoments) throw tooMany(`${mostMoments.toLocaleString('en')} moments`);
      const tick: Tick = { timestamp: ms / 1000, data: {} };
      ticks.push(tick);
      return tick;
    },
    async inOrder(turn: () => Promise<void>): Promise<Tick[]> {
      // As numbers, which sort in a tenth of the time that objects take.
      const order = Float64Array.from(moments.keys()).sort();
      await turn();
      const ticks: Tick[] = [];
      for (const [at, ms] of order.entries()) {
        ticks.push(...(moments.get(ms) ?? []));
        if (at % valuesAtOnce === 0) await turn();
      }
      return ticks;
    },
  };
}

function reach(question: MomentsQuestion): { reachFrom: number; reachTo: number } {
  const sleeps = question.metrics.includes('sleep_depth');
  return {
    reachFrom: Math.ceil(question.fromMs) - (sleeps ? sleepReachBackMs : 0),
    reachTo: Math.ceil(question.toMs) + (sleeps ? sleepReachOnMs : 0),
  };
}

/** `of`: of so many readings the value is the lowest or the highest; 0 where all are given. */
function putThinned(tick: Tick, metric: string, value: number, of: number, mean: number | undefined): void {
  tick.data[metric] = value;
  if (of === 0) return;
  tick.thinned ??= {};
  tick.thinned[metric] = of;
  if (mean === undefined) return;
  tick.thinnedMeans ??= {};
  tick.thinnedMeans[metric] = mean;
}

/** In the order of the store's numbers, which is that of trust. */
const sources: readonly TickSource[] = ['device', 'manual', 'imported'];

function tooMany(what: string): VigilError {
  return new VigilError(
    'invalid_input',
    `The interval holds more than ${what}. Ask for fewer days or fewer metrics at once, or for facts-over-time by the hour or day.`,
    { fields: [{ field: 'end_time', message: 'Choose an earlier end' }] },
  );
}
