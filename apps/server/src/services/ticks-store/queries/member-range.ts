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

export interface RangeNames {
  readonly metrics?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The rows of a member's range in vigil.ticks; ends are half-open, in milliseconds. */
export function ticksWhere({ metrics = 'metrics', from = 'from', to = 'to' }: RangeNames = {}): string {
  return `tenant_id = {tenantId:UUID} and user_id = {userId:UUID} and metric in {${metrics}:Array(String)}
    and ts >= fromUnixTimestamp64Milli({${from}:Int64}, 'UTC') and ts < fromUnixTimestamp64Milli({${to}:Int64}, 'UTC')`;
}

/** A weight counts only when the scale was sure of it (specification, validation rules). Percent. */
const weightConfidence = 80;

/**
 * The weights that do not count: those with a paired confidence, of the same moment and source, below the threshold.
 * A weight without one counts.
 */
function doubtfulWeights(names: RangeNames): string {
  return `select ts, source from vigil.ticks final
    where tenant_id = {tenantId:UUID} and user_id = {userId:UUID} and metric = 'weight_conf' and value < ${weightConfidence}
      and ts >= fromUnixTimestamp64Milli({${names.from ?? 'from'}:Int64}, 'UTC') and ts < fromUnixTimestamp64Milli({${names.to ?? 'to'}:Int64}, 'UTC')`;
}

/**
 * The values that count: one per metric and moment, device before manual before imported, as the rollups have it,
 * without doubtful weights when `weighs` is set. Columns metric, ts, value.
 */
export function countedValues(names: RangeNames = {}, weighs = false): string {
  const doubt = weighs ? ` and not (metric = 'weight' and (ts, source) in (${doubtfulWeights(names)}))` : '';
  return `select metric, ts, value from (
    select metric, ts, value, lagInFrame(ts, 1, toDateTime64(0, 3, 'UTC')) over (partition by metric order by ts, source) as before_ts
    from vigil.ticks final where ${ticksWhere(names)}${doubt}
  ) where before_ts != ts`;
}
