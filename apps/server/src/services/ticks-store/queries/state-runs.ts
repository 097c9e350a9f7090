import { VigilError } from '@vigil/contract/errors';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { StateRun } from '@vigil/domain/timeframe/state-runs';
import type { Lane, TicksEngine } from '#platform/ticks/engine.ts';
import { countsByItself } from '../counting-sql.ts';
import { moment } from './member-range.ts';

export interface StateRunsQuestion {
  readonly tenantId: string;
  readonly userId: string;
  readonly metric: MetricId;
  /** [fromSeconds, toSeconds), Unix time. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** A longer silence splits a run. */
  readonly longestGapSeconds: number;
}

/** The same of several members. */
export interface StateRunsOfManyQuestion extends Omit<StateRunsQuestion, 'userId'> {
  readonly userIds: readonly string[];
  /** Runs of each member: the last ones. */
  readonly most: number;
  /** Whose turn it is on the engine: a chart's, unless another is named. */
  readonly lane?: Lane;
}

/** Runs in one answer. A year of nights with forty stages each has 15,000; a sensor that changes its mind every second does not end. */
export const mostStateRuns = 50_000;

interface Runs {
  readonly userId: string;
  /** Milliseconds, one entry a run in order of time. */
  readonly starts: number[];
  readonly lasts: number[];
  readonly steps: number[];
  readonly held: number[];
}

/**
 * In which runs of one value did a state metric stand? The same as the domain's `stateRuns` over the member's ticks (one
 * per moment, device before manual before imported), gathered where the ticks lie, so that a year of minutes does not travel.
 * Throws invalid_input when there are more than `mostStateRuns`.
 */
export async function readStateRuns(engine: TicksEngine, { userId, ...question }: StateRunsQuestion): Promise<StateRun[]> {
  const [runs = []] = (await readStateRunsOfMany(engine, { ...question, userIds: [userId], most: mostStateRuns + 1 })).values();
  if (runs.length > mostStateRuns) throw tooMany();
  return runs;
}

/** The last runs of several members at once; who has no ticks in the range is absent. */
export async function readStateRunsOfMany(engine: TicksEngine, question: StateRunsOfManyQuestion): Promise<Map<string, StateRun[]>> {
  // Columns as arrays: window functions over the same rows took five times as long. One thread, so that arrays keep the
  // order of the rows; lambdas over arrays beside each other, because one that reaches outside copies the array per element.
  const found = await engine.query<Runs>(
    `with
       arrayDifference(ts_all) as step_all, arrayEnumerate(ts_all) as place_all,
       arrayFilter((t, step, place) -> place = 1 or step > 0, ts_all, step_all, place_all) as at,
       arrayFilter((value, step, place) -> place = 1 or step > 0, value_all, step_all, place_all) as values,
       arrayDifference(at) as step, arrayDifference(values) as change,
       arrayMap((step, change, place) -> place = 1 or step > {longestGapMs:Int64} or change != 0, step, change, arrayEnumerate(at)) as opens,
       arrayPushBack(arrayPopFront(opens), true) as closes
     select toString(user_id) as userId, arraySlice(arrayFilter((t, opens) -> opens, at, opens), -{most:Int64}) as starts,
       arraySlice(arrayFilter((t, closes) -> closes, at, closes), -{most:Int64}) as lasts,
       arraySlice(arrayFilter((step, closes) -> closes, step, closes), -{most:Int64}) as steps,
       arraySlice(arrayFilter((value, closes) -> closes, values, closes), -{most:Int64}) as held
     from (
       select user_id, groupArray(toUnixTimestamp64Milli(ts)) as ts_all, groupArray(value) as value_all
       from (
         select user_id, ts, value from vigil.ticks final
         -- All in the sorting key, so that PREWHERE may stand beside FINAL: of what lies beside a state in its granule, nothing is read.
         prewhere tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric = {metric:String}
           and ts >= ${moment('from')} and ts < ${moment('to')}
         where ${countsByItself}
         order by user_id, ts, source
       )
       group by user_id
     )
     where notEmpty(ts_all)
     settings max_threads = 1`,
    {
      tenantId: question.tenantId,
      userIds: [...question.userIds],
      metric: question.metric,
      from: Math.ceil(question.fromSeconds * 1000),
      to: Math.ceil(question.toSeconds * 1000),
      longestGapMs: question.longestGapSeconds * 1000,
      most: question.most,
    },
    { lane: question.lane ?? 'chart' },
  );
  return new Map(found.map((runs) => [runs.userId, runsOf(runs)]));
}

function runsOf({ starts, lasts, steps, held }: Runs): StateRun[] {
  return starts.map((start, index) => ({
    start: start / 1000,
    last: (lasts[index] ?? 0) / 1000,
    stepBeforeLast: (steps[index] ?? 0) / 1000,
    value: held[index] ?? 0,
  }));
}

function tooMany(): VigilError {
  return new VigilError(
    'invalid_input',
    `The state changes more than ${mostStateRuns.toLocaleString('en')} times in the interval. Ask for a shorter one.`,
  );
}
