import type { OutOfRange } from '@vigil/domain/alerts/out-of-range';
import { severities } from '@vigil/domain/alerts/rule';
import type { MetricId } from '@vigil/domain/metrics/catalogue';

/** Which of several values is out of range, and why. */
export interface MarkedMetric {
  readonly metric: MetricId;
  readonly mark: OutOfRange;
}

type Readings = Readonly<Record<string, { readonly outOfRange?: OutOfRange | undefined } | undefined>>;

/** Of values that are read as one, as the two of a blood pressure, the most severe that is out of range; of equal ones the first. */
export function worstMark(latest: Readings, metrics: readonly MetricId[]): MarkedMetric | undefined {
  return metrics
    .flatMap((metric) => {
      const mark = latest[metric]?.outOfRange;
      return mark ? [{ metric, mark }] : [];
    })
    .sort((a, b) => severities.indexOf(b.mark.severity) - severities.indexOf(a.mark.severity))[0];
}
