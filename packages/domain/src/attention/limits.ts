import type { MetricId } from '../metrics/catalogue.ts';
import { type NormalRange, type NormalRanges, usualNormalRanges } from '../metrics/normal-ranges.ts';
import { roundTo } from '../units/rounding.ts';

/** How far beyond its limits a reading is: 1 low, 2 medium, 3 the most urgent. */
export type Severity = 1 | 2 | 3;

interface Step {
  readonly severity: Severity;
  /** At or below this value of the metric. */
  readonly atMost?: number;
  /** At or above this value of the metric. */
  readonly atLeast?: number;
}

interface Limits {
  /** The values between which nothing is amiss, inclusive; null where there is no end to that side. */
  readonly usual: readonly [low: number | null, high: number | null];
  /** The most severe first. */
  readonly steps: readonly Step[];
}

/**
 * When a single reading is beyond what is usual for an adult. Vital signs: the scores 1 to 3 of NEWS2 (Royal College of
 * Physicians, National Early Warning Score 2, 2017), oxygen by its scale 1. Heart rate: its score 3 alone, for a band counts
 * beats during exercise as well; low systolic pressure likewise, for 105 mmHg is what many healthy people have. Blood
 * pressure beyond 140/90 mmHg: grades 1 to 3 of hypertension (ESC/ESH 2018). Glucose: levels 1 and 2 of the international
 * consensus on time in range (Battelino et al., Diabetes Care 2019), low ones one step more urgent. The ends of pressure and
 * glucose are those that charts draw.
 */
const limits = {
  heart_rate: {
    usual: [41, 130],
    steps: [
      { severity: 3, atMost: 40 },
      { severity: 3, atLeast: 131 },
    ],
  },
  resp_rate: {
    usual: [12, 20],
    steps: [
      { severity: 3, atMost: 8 },
      { severity: 3, atLeast: 25 },
      { severity: 2, atLeast: 21 },
      { severity: 1, atMost: 11 },
    ],
  },
  spo2: {
    usual: [96, null],
    steps: [
      { severity: 3, atMost: 91 },
      { severity: 2, atMost: 93 },
      { severity: 1, atMost: 95 },
    ],
  },
  body_temp: {
    usual: [36.1, 38],
    steps: [
      { severity: 3, atMost: 35 },
      { severity: 2, atLeast: 39.1 },
      { severity: 1, atMost: 36 },
      { severity: 1, atLeast: 38.1 },
    ],
  },
  systolic: {
    usual: [91, 140],
    steps: [
      { severity: 3, atMost: 90 },
      { severity: 3, atLeast: 180 },
      { severity: 2, atLeast: 160 },
      { severity: 1, atLeast: 141 },
    ],
  },
  diastolic: {
    usual: [null, 90],
    steps: [
      { severity: 3, atLeast: 110 },
      { severity: 2, atLeast: 100 },
      { severity: 1, atLeast: 91 },
    ],
  },
  glucose: {
    usual: [70, 180],
    steps: [
      { severity: 3, atMost: 53 },
      { severity: 2, atMost: 69 },
      { severity: 2, atLeast: 251 },
      { severity: 1, atLeast: 181 },
    ],
  },
} as const satisfies Partial<Record<MetricId, Limits>>;

export type LimitedMetric = keyof typeof limits;
export const limitedMetrics = Object.keys(limits) as readonly LimitedMetric[];

export interface Beyond {
  readonly severity: Severity;
  /** The nearest value at which nothing would be amiss, in the metric's unit. */
  readonly limit: number;
}

/** Digits that the published limits are told in; a value is compared as it would be read. */
const digitsOf = (metric: LimitedMetric) => (metric === 'body_temp' ? 1 : 0);

const told = (metric: LimitedMetric, value: number): number => roundTo(value, digitsOf(metric));

/**
 * What is at most `low` or at least `high`, once it is rounded to `digits` as `roundTo` does, is beyond limits; infinite where there is
 * no such end. The same as `beyondLimits` says of a single reading.
 */
export function edgesOf(
  metric: LimitedMetric,
  own?: NormalRange,
): { readonly low: number; readonly high: number; readonly digits: number } {
  const { steps }: Limits = limits[metric];
  const digits = digitsOf(metric);
  const scale = 10 ** digits;
  const low = Math.max(...steps.map(({ atMost }) => atMost ?? Number.NEGATIVE_INFINITY));
  const high = Math.min(...steps.map(({ atLeast }) => atLeast ?? Number.POSITIVE_INFINITY));
  if (!own) return { low, high, digits };
  return {
    low: own.low === null ? Number.NEGATIVE_INFINITY : Math.min(low, (Math.ceil(own.low * scale) - 1) / scale),
    high: own.high === null ? Number.POSITIVE_INFINITY : Math.max(high, (Math.floor(own.high * scale) + 1) / scale),
    digits,
  };
}

/**
 * Whether a reading (in the metric's unit) is beyond its limits, and by which; null when it is not. What lies within the
 * range that a tenant has set for normal is not: a clinic for lungs does not look at every SpO2 of 93 %.
 */
export function beyondLimits(metric: LimitedMetric, value: number, own?: NormalRange): Beyond | null {
  const { steps }: Limits = limits[metric];
  const usual = own ? ([own.low, own.high] as const) : limits[metric].usual;
  const read = told(metric, value);
  if (own && (own.low === null || read >= own.low) && (own.high === null || read <= own.high)) return null;
  const step = steps.find(({ atMost, atLeast }) => (atMost !== undefined && read <= atMost) || (atLeast !== undefined && read >= atLeast));
  const limit = step && (step.atMost !== undefined ? usual[0] : usual[1]);
  return step && limit !== undefined && limit !== null ? { severity: step.severity, limit } : null;
}

/** A limit that a reading has passed. */
export interface PassedLimit {
  readonly side: 'above' | 'below';
  /** In the metric's unit. */
  readonly limit: number;
}

/**
 * Which of its limits a reading (in the metric's unit) has passed, wherever it stands as a figure: beyond the range that charts draw
 * (the tenant's, else the published one), or beyond what is a reason to look. Null within them, and of metrics without limits. It
 * judges nothing: a heart rate of 99 is above the line of its chart, and no reason to look at anybody.
 */
export function limitPassed(metric: MetricId, value: number, normalRanges: NormalRanges): PassedLimit | null {
  const ranges: Partial<Record<MetricId, NormalRange>> = { ...usualNormalRanges, ...normalRanges };
  const { low = null, high = null } = ranges[metric] ?? {};
  const own: NormalRange | undefined = (normalRanges as typeof ranges)[metric];
  const read = isLimited(metric) ? told(metric, value) : value;
  if (high !== null && read > high) return { side: 'above', limit: high };
  if (low !== null && read < low) return { side: 'below', limit: low };
  const reason = isLimited(metric) ? beyondLimits(metric, value, own) : null;
  return reason && { side: read > reason.limit ? 'above' : 'below', limit: reason.limit };
}

const isLimited = (metric: MetricId): metric is LimitedMetric => metric in limits;
