import { VigilError } from '@vigil/contract/errors';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { createTurns } from '#platform/turns.ts';
import { counts, takenBack } from '../counting-sql.ts';
import type { TickSource } from '../tick-batch.ts';
import { receivedAtOf } from '../write/versions.ts';
import { type MemberRange, moment, ofMember, rangeParameters, ticksWhere, within } from './member-range.ts';
import { denseMetrics, thinnedParts } from './thinned.ts';

/** Moments in one answer. A month of minutes is 44,640; what is longer is a job for facts over time. */
export const mostMoments = 100_000;
/** Values in one answer: ten million bytes of JSON. */
const mostValues = 400_000;
/** Where a value came from takes four times the room of the value. */
const worthOfProvenance = 4;
/** Values that the engine hands over at once: more would hold the event loop while they are taken apart. */
const valuesAPart = 5_000;

export interface MomentsQuestion extends MemberRange {
  /** The values that count, one per metric and moment: device before manual before imported. Otherwise whatever each source said. */
  readonly deduplicate: boolean;
  /** Where each value came from and when it arrived. */
  readonly provenance: boolean;
  /** Where there are too many values to be answered, the lowest and the highest of each step (`thinnedParts`). */
  readonly thin?: boolean;
}

/** From so many values on a chart is thinned: two days of ten metrics by the minute have 28,800. */
const mostBeforeThinning = 60_000;

/** The specification's reach for sleep_depth, so that a night that touches the interval is whole. Milliseconds. */
const sleepReachBackMs = 14_400_000;
const sleepReachOnMs = 46_800_000;

/** `of` is 0 but for the lowest and the highest of so many, whose mean stands with the lowest. */
export type Value = readonly [
  ...[ms: number, value: number],
  ...[source?: TickSource, deviceId?: string, receivedMs?: number, of?: number, mean?: number],
];

/**
 * What did the member's sensors say, moment by moment? Ticks of all asked metrics merged by timestamp, in order of time.
 * A moment for which two sources spoke is given once per source, best source first, unless `deduplicate` asks for what counts.
 * What was taken back is not there.
 * Throws invalid_input when the interval holds more than `mostMoments`, or more than `mostValues` values, unless it may be thinned.
 */
export async function readMoments(engine: TicksEngine, question: MomentsQuestion): Promise<Tick[]> {
  const most = question.thin ? mostBeforeThinning : question.provenance ? mostValues / worthOfProvenance : mostValues;
  const parts = await readParts(engine, question, most);
  if (valuesOf(parts) <= most) return merged(parts);
  if (!question.thin) throw tooMany(`${most.toLocaleString('en')} values`);
  // A state holds until the next: of several the lowest and the highest say nothing.
  const levels = question.metrics.filter((metric) => !isState(metric));
  const dense = levels.length === 0 ? [] : await denseMetrics(engine, { ...question, metrics: levels });
  const others = question.metrics.filter((metric) => !dense.includes(metric));
  const exact = others.length === 0 ? [] : await readParts(engine, { ...question, metrics: others }, mostValues);
  if (valuesOf(exact) > mostValues) throw tooMany(`${mostValues.toLocaleString('en')} values`);
  const thinned = dense.length === 0 ? [] : await thinnedParts(engine, { ...question, metrics: dense });
  return merged([...thinned, ...exact]);
}

const valuesOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + part.values.length, 0);
const isState = (metric: string) => isMetricId(metric) && catalogue[metric].kind === 'state';

async function readParts(engine: TicksEngine, question: MomentsQuestion, most: number): Promise<Part[]> {
  const provenance = question.provenance ? ', source, device_id, toUnixTimestamp64Milli(received_at)' : '';
  const reached = [['reachFrom', 'reachTo']] as const;
  const which = question.deduplicate ? counts(question.metrics, `${ofMember} and ${within(reached)}`) : `not ${takenBack}`;
  return engine.query<Part>(
    `select metric, groupArray((toUnixTimestamp64Milli(ts), value${provenance})) as values
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
     group by metric, intDiv(rowNumberInAllBlocks(), {part:UInt32}) as part
     order by metric, part`,
    { ...rangeParameters(question), ...reach(question), most: mostMoments + 1, mostValues: most + 1, part: valuesAPart },
  );
}

export interface Part {
  readonly metric: string;
  readonly values: Value[];
}

/** Merges parts by their moments. Those of one metric follow each other in order of time. */
async function merged(parts: readonly Part[]): Promise<Tick[]> {
  const turn = createTurns();
  const moments = new Map<number, Tick[]>();
  let rows = 0;
  let previous: { readonly metric: string; readonly ms: number; readonly occurrence: number } | undefined;
  for (const { metric, values } of parts) {
    // The engine may gather in any order; a stable sort keeps the better source of one moment first.
    values.sort((a, b) => a[0] - b[0] || sourceRank(a[2]) - sourceRank(b[2]));
    for (const value of values) {
      const [ms] = value;
      const occurrence: number = previous?.metric === metric && previous.ms === ms ? previous.occurrence + 1 : 0;
      previous = { metric, ms, occurrence };
      const ticks = moments.get(ms) ?? [];
      if (ticks.length === 0) moments.set(ms, ticks);
      if (ticks.length === occurrence) {
        ticks.push({ timestamp: ms / 1000, data: {} });
        rows += 1;
      }
      put(ticks[occurrence], metric, value);
    }
    if (rows > mostMoments) throw tooMany(`${mostMoments.toLocaleString('en')} moments`);
    await turn();
  }
  // As numbers, which sort in a tenth of the time that objects take.
  const order = Float64Array.from(moments.keys()).sort();
  await turn();
  return Array.from(order, (ms) => moments.get(ms) ?? []).flat();
}

function reach(question: MomentsQuestion): { reachFrom: number; reachTo: number } {
  const sleeps = question.metrics.includes('sleep_depth');
  return {
    reachFrom: Math.ceil(question.fromMs) - (sleeps ? sleepReachBackMs : 0),
    reachTo: Math.ceil(question.toMs) + (sleeps ? sleepReachOnMs : 0),
  };
}

/** The second value of a metric for one moment stands in a second row of that moment. */
function put(tick: Tick | undefined, metric: string, [, value, source, deviceId, receivedMs, of, mean]: Value): void {
  if (!tick) return;
  tick.data[metric] = value;
  if (of !== undefined && of > 0) {
    tick.thinned ??= {};
    tick.thinned[metric] = of;
    if (mean !== undefined) {
      tick.thinnedMeans ??= {};
      tick.thinnedMeans[metric] = mean;
    }
  }
  if (source === undefined || receivedMs === undefined) return;
  tick.provenance ??= {};
  tick.provenance[metric] = { source, deviceId: deviceId || null, receivedAt: receivedAtOf(receivedMs) / 1000 };
}

function sourceRank(source: TickSource | undefined): number {
  return source === undefined ? 0 : sources.indexOf(source);
}

const sources: readonly TickSource[] = ['device', 'manual', 'imported'];

function tooMany(what: string): VigilError {
  return new VigilError(
    'invalid_input',
    `The interval holds more than ${what}. Ask for fewer days or fewer metrics at once, or for facts-over-time by the hour or day.`,
    { fields: [{ field: 'end_time', message: 'Choose an earlier end' }] },
  );
}
