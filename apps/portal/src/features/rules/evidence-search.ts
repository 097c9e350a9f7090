import type { AlertRule } from '@vigil/domain/alerts/rule';
import { parseTimeframe } from '@vigil/domain/timeframe/timeframe';

/** How the Analysis names what rules are about; those that can be evidence have a mean of their own there. */
const evidenceOf = new Map<string, string>([
  ...['heart_rate', 'rhr', 'rmssd', 'resp_rate', 'spo2', 'gsr', 'steps'].map((id) => [id, id] as const),
  ['skin_temp', 'temp'],
  ['sleep_efficiency', 'sleep'],
]);
const chartOf = new Map<string, string>([
  ['systolic', 'blood_pressure'],
  ['diastolic', 'blood_pressure'],
  ['weight', 'weight'],
  ['glucose', 'glucose'],
  ['anomaly', 'anomaly,heart_rate,rhr,resp_rate'],
  ['news2', 'heart_rate,resp_rate,spo2,blood_pressure'],
]);

const daySeconds = 86_400;

/**
 * The address of a member's Analysis around a day (yyyy-MM-dd, the member's own) on which a rule fired: in evidence mode with the
 * rule's baseline, over at least that whole day; where what the rule is about has no evidence, as a chart that ends with it.
 */
export function evidenceSearch({ subject, window, baseline }: AlertRule, day: string): Record<string, string> {
  const metric = subject.kind === 'metric' ? subject.metric : subject.kind === 'score' ? subject.score : '';
  const primary = evidenceOf.get(metric);
  if (primary === undefined) return { end: day, metrics: chartOf.get(metric) ?? 'heart_rate' };
  const secondary = ['heart_rate', 'resp_rate', 'spo2', 'steps'].filter((one) => one !== primary);
  const isLong = (parseTimeframe(window)?.lengthSeconds ?? 0) > daySeconds;
  return {
    end: day,
    mode: 'evidence',
    primary,
    secondary: secondary.join(','),
    timeframe: isLong ? window : '24h',
    baseline: baseline ?? '7d',
  };
}
