import type { OutOfRange } from '@vigil/domain/alerts/out-of-range';
import { severities } from '@vigil/domain/alerts/rule';
import { isMetricId, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { Latest } from '#lib/member-readings.ts';

/** A newest reading that is beyond a limit of the member's own rules. */
export interface ReadingOutOfRange {
  readonly metric: MetricId;
  /** In the metric's own unit. */
  readonly value: number;
  /** Unix seconds. */
  readonly at: number;
  readonly mark: OutOfRange;
}

/** Those of a member's newest readings, the most severe first, then the newest. */
export function readingsOutOfRange(latest: Latest['latest']): readonly ReadingOutOfRange[] {
  return Object.entries(latest)
    .flatMap(([metric, { value, timestamp: at, outOfRange: mark }]) => (mark && isMetricId(metric) ? [{ metric, value, at, mark }] : []))
    .sort((a, b) => severities.indexOf(b.mark.severity) - severities.indexOf(a.mark.severity) || b.at - a.at);
}
