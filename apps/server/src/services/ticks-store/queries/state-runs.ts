import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { StateRun } from '@vigil/domain/timeframe/state-runs';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { countedValues, rangeParameters } from './member-range.ts';

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

type Run = readonly [startMs: number, lastMs: number, stepBeforeLastMs: number, value: number];

/**
 * In which runs of one value did a state metric stand? The same as the domain's `stateRuns` over the member's ticks,
 * gathered where the ticks lie, so that a year of minutes does not travel.
 */
export async function readStateRuns(engine: TicksEngine, question: StateRunsQuestion): Promise<StateRun[]> {
  const rows = await engine.query<{ runs: Run[] }>(
    `with counted as (${countedValues()})
     select groupArray((toUnixTimestamp64Milli(start), toUnixTimestamp64Milli(last), step, value)) as runs
     from (
       select min(ts) as start, max(ts) as last, argMax(step, ts) as step, any(value) as value
       from (
         select ts, value, step, sum(starts) over (order by ts rows between unbounded preceding and current row) as run
         from (
           select ts, value, before_ts is null ? 0 : dateDiff('millisecond', assumeNotNull(before_ts), ts) as step,
             before_ts is null or before_value != value or step > {longestGapMs:Int64} as starts
           from (
             select ts, value, lagInFrame(toNullable(ts)) over w as before_ts, lagInFrame(value) over w as before_value
             from counted window w as (order by ts)
           )
         )
       )
       group by run
     )`,
    {
      ...rangeParameters({ ...question, metrics: [question.metric], fromMs: question.fromSeconds * 1000, toMs: question.toSeconds * 1000 }),
      longestGapMs: question.longestGapSeconds * 1000,
    },
  );
  const runs = rows[0]?.runs ?? [];
  return runs
    .map(([start, last, step, value]) => ({ start: start / 1000, last: last / 1000, stepBeforeLast: step / 1000, value }))
    .sort((a, b) => a.start - b.start);
}
