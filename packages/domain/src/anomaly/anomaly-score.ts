import type { MetricId } from '../metrics/catalogue.ts';
import { median, robustDeviation } from '../statistics/robust.ts';

/** One day of a metric: days since 1970-01-01 in the member's own calendar, and the day's mean in the metric's unit. */
export interface DayOfMetric {
  readonly day: number;
  readonly mean: number;
}

/**
 * The metrics that take part, with the smallest deviation that is taken for real (in the metric's unit, about what the sensor
 * resolves in a daily mean), so that a very regular member is not strange for nothing. Movement takes no part: a day without
 * the band looks like a day in bed.
 */
const leastDeviations = {
  heart_rate: 1.5,
  rhr: 1.5,
  rmssd: 4,
  resp_rate: 0.5,
  skin_temp: 0.3,
  spo2: 0.7,
} as const satisfies Partial<Record<MetricId, number>>;

export type AnomalyMetric = keyof typeof leastDeviations;
export const anomalyMetrics = Object.keys(leastDeviations) as readonly AnomalyMetric[];

/** Days before a day that say what is usual for the member, and how many of them must have data. */
export const anomalyBaselineDays = 28;
export const fewestAnomalyBaselineDays = 7;

/** A sensor that fails on one metric must not drown the others: beyond this a deviation counts as this. */
const mostDeviations = 10;

/** How unlike the days before a value is. */
export interface Deviation {
  /** The median of the days before. */
  readonly usual: number;
  /** Robust standard deviations from it: negative below, positive above. */
  readonly deviations: number;
}

/** A day's score, and of which deviations it is made. */
export interface DayScore {
  readonly day: number;
  /** 0 to 10; about 1 on usual days. */
  readonly score: number;
  readonly deviations: ReadonlyMap<AnomalyMetric, Deviation>;
}

/**
 * The robust z-score of one value among earlier ones: its distance from their median over 1.4826 × their median absolute
 * deviation (Iglewicz and Hoaglin, How to Detect and Handle Outliers, ASQC Quality Press 1993, the "modified z-score"; they
 * call values beyond 3.5 outliers). Null with fewer than seven earlier values.
 */
export function deviationFrom(metric: AnomalyMetric, value: number, before: readonly number[]): Deviation | null {
  if (before.length < fewestAnomalyBaselineDays) return null;
  const usual = median(before);
  const spread = Math.max(leastDeviations[metric], robustDeviation(before, usual));
  return { usual, deviations: (value - usual) / spread };
}

/**
 * The anomaly score of each day that can have one: of every metric with data on the day, the robust z-score of its mean
 * against the member's own 28 days before (at least seven of them with data), combined as the root mean square of those, each
 * counted as ten at most. That wearables' daily deviations from a person's own weeks before tell of illness: Mishra et al.,
 * Pre-symptomatic detection of COVID-19 from smartwatch data, Nature Biomedical Engineering 4 (2020), and, with z-scores of
 * respiration, pulse and its variability, Natarajan et al., npj Digital Medicine 3 (2020). It says that a day is unlike the
 * member's own; neither why, nor that anything is wrong. Days in order; one that is under way is for the caller to leave out.
 */
export function anomalyScores(days: ReadonlyMap<AnomalyMetric, readonly DayOfMetric[]>): DayScore[] {
  const byDay = new Map<number, Map<AnomalyMetric, Deviation>>();
  for (const [metric, unordered] of days) {
    const ordered = [...unordered].sort((a, b) => a.day - b.day);
    let oldest = 0;
    ordered.forEach(({ day, mean }, index) => {
      while ((ordered[oldest]?.day ?? day) < day - anomalyBaselineDays) oldest++;
      const deviation = deviationFrom(
        metric,
        mean,
        ordered.slice(oldest, index).map((one) => one.mean),
      );
      if (!deviation) return;
      const ofDay = byDay.get(day) ?? new Map<AnomalyMetric, Deviation>();
      byDay.set(day, ofDay.set(metric, deviation));
    });
  }
  return [...byDay].sort(([a], [b]) => a - b).map(([day, deviations]) => ({ day, score: combined([...deviations.values()]), deviations }));
}

function combined(deviations: readonly Deviation[]): number {
  const squares = deviations.map((one) => Math.min(Math.abs(one.deviations), mostDeviations) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
