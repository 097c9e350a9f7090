import { counts } from '../counting-sql.ts';

/** A member's ticks of some metrics in [fromMs, toMs), milliseconds since 1970. */
export interface MemberRange {
  readonly tenantId: string;
  readonly userId: string;
  readonly metrics: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Parameters of the SQL below; `from` and `to` may be narrowed per part of a question. */
export function rangeParameters(range: MemberRange): Record<string, unknown> {
  return {
    tenantId: range.tenantId,
    userId: range.userId,
    metrics: [...range.metrics],
    from: Math.ceil(range.fromMs),
    to: Math.ceil(range.toMs),
  };
}

/** Names of the parameters that hold the metrics and the ends of one or more half-open spans, in milliseconds. */
export interface RangeNames {
  readonly metrics: string;
  readonly spans: readonly (readonly [from: string, to: string])[];
}

const wholeRange: RangeNames = { metrics: 'metrics', spans: [['from', 'to']] };

/** A parameter of milliseconds as a moment in SQL. */
export const moment = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/** The rows of one member. */
export const ofMember = 'tenant_id = {tenantId:UUID} and user_id = {userId:UUID}';

/** The rows of one or more spans. */
export const within = (spans: RangeNames['spans']) =>
  `(${spans.map(([from, to]) => `ts >= ${moment(from)} and ts < ${moment(to)}`).join(' or ')})`;

/** The rows of a member's range in vigil.ticks, whether they count or not. */
export function ticksWhere({ metrics, spans }: RangeNames = wholeRange): string {
  return `${ofMember} and metric in {${metrics}:Array(String)} and ${within(spans)}`;
}

/**
 * The values that count (`counts`): one per metric and moment, device before manual before imported, as the rollups have
 * it. `of` are the metrics that the parameter `names.metrics` holds. Columns metric, ts, value.
 */
export function countedValues(of: readonly string[], names: RangeNames = wholeRange): string {
  return `select metric, ts, value from (
    select metric, ts, value, lagInFrame(ts, 1, toDateTime64(0, 3, 'UTC')) over (partition by metric order by ts, source) as before_ts
    from vigil.ticks final where ${ticksWhere(names)} and ${counts(of, `${ofMember} and ${within(names.spans)}`)}
  ) where before_ts != ts`;
}
