import { beyondLimits, type LimitedMetric, limitedMetrics, type Severity } from '@vigil/domain/attention/limits';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import type { NormalRange } from '@vigil/domain/metrics/normal-ranges';
import type { Latest } from '#lib/member-readings.ts';

/** A last reading that lies beyond its limits. */
export interface ReadingAlert {
  readonly metric: LimitedMetric;
  readonly severity: Severity;
  /** In the metric's own unit. */
  readonly value: number;
  readonly limit: number;
  /** Unix seconds. */
  readonly at: number;
}

/**
 * Which of the last readings lie beyond their limits, the most urgent first. What is too old to speak of now is left out: the
 * page shows it as old, and an alert about it would not be one.
 */
export function readingAlerts(
  latest: Latest['latest'],
  normalRanges: Partial<Record<string, NormalRange>>,
  nowSeconds: number,
): readonly ReadingAlert[] {
  return limitedMetrics
    .flatMap((metric): ReadingAlert[] => {
      const reading = latest[metric];
      if (!reading || nowSeconds - reading.timestamp > catalogue[metric].staleAfterSeconds) return [];
      const beyond = beyondLimits(metric, reading.value, normalRanges[metric]);
      return beyond ? [{ metric, ...beyond, value: reading.value, at: reading.timestamp }] : [];
    })
    .sort((a, b) => b.severity - a.severity || b.at - a.at);
}
