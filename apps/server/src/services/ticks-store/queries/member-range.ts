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

const within = (spans: RangeNames['spans']) =>
  `(${spans.map(([from, to]) => `ts >= ${moment(from)} and ts < ${moment(to)}`).join(' or ')})`;

/** The rows of a member's range in vigil.ticks. */
export function ticksWhere({ metrics, spans }: RangeNames = wholeRange): string {
  return `${ofMember} and metric in {${metrics}:Array(String)} and ${within(spans)}`;
}

/** A weight counts only when the scale was sure of it (specification, validation rules). Percent. */
const weightConfidence = 80;

/**
 * The weights that do not count: those with a paired confidence, of the same moment and source, below the threshold.
 * A weight without one counts.
 */
function uncertainWeights({ spans }: RangeNames): string {
  return `select ts, source from vigil.ticks final where ${ofMember} and metric = 'weight_conf' and value < ${weightConfidence} and ${within(spans)}`;
}

/**
 * The values that count: one per metric and moment, device before manual before imported, as the rollups have it,
 * without uncertain weights when `skipUncertainWeights` is set. Columns metric, ts, value.
 */
export function countedValues(names: RangeNames = wholeRange, skipUncertainWeights = false): string {
  const uncertain = skipUncertainWeights ? ` and not (metric = 'weight' and (ts, source) in (${uncertainWeights(names)}))` : '';
  return `select metric, ts, value from (
    select metric, ts, value, lagInFrame(ts, 1, toDateTime64(0, 3, 'UTC')) over (partition by metric order by ts, source) as before_ts
    from vigil.ticks final where ${ticksWhere(names)}${uncertain}
  ) where before_ts != ts`;
}
