/** How the Analysis names what rules and alerts are about; those that can be evidence have a mean of their own there. */
const evidenceNames = new Map<string, string>([
  ...['heart_rate', 'rhr', 'rmssd', 'resp_rate', 'spo2', 'gsr', 'steps'].map((id) => [id, id] as const),
  ['skin_temp', 'temp'],
  ['sleep_efficiency', 'sleep'],
]);
/** The charts of the Analysis in which the others are seen. */
const chartNames = new Map<string, string>([
  ['systolic', 'blood_pressure'],
  ['diastolic', 'blood_pressure'],
  ['weight', 'weight'],
  ['weight_conf', 'weight'],
  ['glucose', 'glucose'],
  ['anomaly_score', 'anomaly,heart_rate,rhr,resp_rate'],
  ['news2_score', 'heart_rate,resp_rate,spo2,blood_pressure'],
]);

/** What called for an action or fired a rule. */
export interface Seen {
  /** A metric of the catalogue, `news2_score`, `anomaly_score` or `survey_score`. */
  readonly metric: string;
  /** Metrics that stand beside it as evidence. */
  readonly secondary: readonly string[];
  /** Timeframe strings, as in `24h` and `7dS1d`. */
  readonly timeframe: string;
  readonly baseline: string;
  /** The day on which it was seen, yyyy-MM-dd in the member's zone. */
  readonly day: string;
  /** The moment from which timeframe and baseline count back, Unix seconds; absent: the end of the day. */
  readonly at?: number;
}

export interface ReadingsAddress {
  readonly page: 'analysis' | 'data' | 'surveys';
  readonly search: Record<string, string | number>;
}

/**
 * Where a member's readings are looked at that were seen: the Analysis in evidence mode; as charts that end with that day where they
 * cannot be evidence; the Data page where the Analysis has no chart of them; the surveys where it was one.
 */
export function readingsAddress({ metric, secondary, timeframe, baseline, day, at }: Seen): ReadingsAddress {
  if (metric === 'survey_score') return { page: 'surveys', search: {} };
  const primary = evidenceNames.get(metric);
  if (primary === undefined) {
    const metrics = chartNames.get(metric);
    return metrics === undefined ? { page: 'data', search: { end: day } } : { page: 'analysis', search: { end: day, metrics } };
  }
  const beside = secondary.map((one) => evidenceNames.get(one)).filter((one) => one !== undefined && one !== primary);
  return {
    page: 'analysis',
    search: {
      mode: 'evidence',
      primary,
      secondary: [...new Set(beside)].join(','),
      timeframe,
      baseline,
      ...(at === undefined ? { end: day } : { at }),
    },
  };
}
