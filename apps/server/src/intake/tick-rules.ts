import { allowedClockSkewSeconds, earliestTimestampSeconds, type Metric } from '@vigil/domain/metrics/catalogue';

/**
 * What may become a tick. Each function answers null for a tick that may, or the reason for a person to read: what is
 * wrong and, where it can be told, what was probably meant. A reason never repeats the value.
 */

/** Longest stretch of a sender's own text that a reason repeats. */
const quotedLength = 64;

/** What a timestamp in another unit than seconds comes to, for the hint: most senders that go wrong send milliseconds. */
const otherUnits = [
  { name: 'milliseconds', perSecond: 1e3 },
  { name: 'microseconds', perSecond: 1e6 },
  { name: 'nanoseconds', perSecond: 1e9 },
] as const;

/** Bounds of a believable timestamp at a moment, both inclusive, in Unix seconds. */
export function timestampBounds(nowMs: number): readonly [earliest: number, latest: number] {
  return [earliestTimestampSeconds, nowMs / 1000 + allowedClockSkewSeconds];
}

/** Why Unix seconds cannot be the moment of a tick. `nowMs` is the server's clock. */
export function refuseTimestamp(timestampSeconds: unknown, nowMs: number): string | null {
  if (typeof timestampSeconds !== 'number' || !Number.isFinite(timestampSeconds)) return 'The timestamp is not a number; send Unix seconds';
  const [earliest, latest] = timestampBounds(nowMs);
  if (timestampSeconds > latest) {
    const unit = otherUnits.find(({ perSecond }) => within(timestampSeconds / perSecond, earliest, latest));
    if (unit) return `The timestamp looks like ${unit.name}; send Unix seconds (divide by ${unit.perSecond.toLocaleString('en')})`;
    return `The timestamp lies in the future, by more than the ${allowedClockSkewSeconds} seconds allowed for clocks that differ`;
  }
  if (timestampSeconds < earliest) return 'The timestamp lies before the year 2000; the clock of the device was probably never set';
  return null;
}

/** Why a value cannot be a reading of the metric: not a number, not a whole number where states are counted, or implausible. */
export function refuseValue(metric: Metric, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return metric.kind === 'state' ? `${metric.label} is none of the states that Vigil knows` : `${metric.label} is not a number`;
  const [low, high] = metric.plausible;
  if (!within(value, low, high)) return `${metric.label} is outside the plausible range of ${low} to ${high}${unitOf(metric)}`;
  if (metric.kind === 'state' && !Number.isInteger(value)) return `${metric.label} is a state and has to be a whole number`;
  return null;
}

export function unknownMetric(name: string): string {
  return `Unknown metric "${quoted(name)}"`;
}

/** A sender's own text, cut where it is long: one name may stand in a thousand refusals. */
export function quoted(text: string): string {
  return text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text;
}

function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function unitOf(metric: Metric): string {
  if (metric.unit === '') return '';
  return metric.unit === '%' ? ' %' : ` ${metric.unit}`;
}
