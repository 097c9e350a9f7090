import type { TicksEngine } from '#platform/ticks/engine.ts';
import { countedValues, rangeParameters } from './member-range.ts';

/** A stretch [start, end) whose values belong to a group, as the sleeps that end on one day. Unix seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Names the group; Unix seconds. */
  readonly group: number;
}

export interface SpansQuestion {
  readonly tenantId: string;
  readonly userId: string;
  readonly metrics: readonly string[];
  /** In order of time, without overlap. */
  readonly spans: readonly Span[];
}

export interface GroupFigures {
  readonly metric: string;
  readonly group: number;
  readonly n: number;
  readonly total: number;
  readonly low: number;
  readonly high: number;
  readonly median: number;
}

/** What did some metrics do within a member's spans, group by group? Medians are exact; groups without data are absent. */
export async function readSpans(engine: TicksEngine, question: SpansQuestion): Promise<GroupFigures[]> {
  const [first, last] = [question.spans[0], question.spans.at(-1)];
  if (!first || !last) return [];
  const ms = (seconds: number) => Math.round(seconds * 1000);
  return engine.query<GroupFigures>(
    `select metric, group, count() as n, sum(value) as total, min(value) as low, max(value) as high, quantileExactInclusive(0.5)(value) as median
     from (
       select metric, value, toUnixTimestamp64Milli(ts) as at, roundDown(at, {starts:Array(Int64)}) as start,
         transform(start, {starts:Array(Int64)}, {ends:Array(Int64)}, toInt64(0)) as end,
         transform(start, {starts:Array(Int64)}, {groups:Array(Int64)}, toInt64(0)) as group
       from (${countedValues(question.metrics)})
     )
     where at >= start and at < end
     group by metric, group`,
    {
      ...rangeParameters({ ...question, fromMs: ms(first.start), toMs: ms(last.end) }),
      starts: question.spans.map((span) => ms(span.start)),
      ends: question.spans.map((span) => ms(span.end)),
      groups: question.spans.map((span) => span.group),
    },
  );
}
