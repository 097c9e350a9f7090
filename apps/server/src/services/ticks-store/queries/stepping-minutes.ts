import { mostStepsInAMinute, purposefulCadence, type SteppingMinutes } from '@vigil/domain/movement/movement-time';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { countedValues, type MemberRange, rangeParameters } from './member-range.ts';

/** Minutes of a quarter of an hour, which lies in one hour of every zone's clocks. `start` in Unix seconds. */
export interface SteppingQuarter extends SteppingMinutes {
  readonly start: number;
}

/** How many minutes of each quarter of an hour had steps, and how fast? Quarters without a count are absent; in order of time. */
export async function readSteppingMinutes(engine: TicksEngine, range: Omit<MemberRange, 'metrics'>): Promise<SteppingQuarter[]> {
  const metrics = ['steps'];
  const [found] = await engine.query<{ quarters: readonly (readonly number[])[] }>(
    `select arraySort(groupArray((start, counted, stepping, active, impossible))) as quarters
     from (
       select intDiv(minute, 15) * 900 as start, count() as counted, countIf(taken > 0) as stepping,
         countIf(taken >= ${purposefulCadence}) as active, countIf(taken > ${mostStepsInAMinute}) as impossible
       from (select intDiv(toUnixTimestamp(ts), 60) as minute, sum(value) as taken from (${countedValues(metrics)}) group by minute)
       group by start
     )`,
    rangeParameters({ ...range, metrics }),
  );
  return (found?.quarters ?? []).map(([start = 0, counted = 0, stepping = 0, active = 0, impossible = 0]) => ({
    ...{ start, counted, stepping, active, impossible },
  }));
}
