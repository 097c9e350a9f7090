import type { MetricId } from '../metrics/catalogue.ts';
import { type AlertSeverity, type Direction, type RuleSubject, severities } from './rule.ts';

/** What was so when somebody took note of an alert. */
export interface Noted {
  readonly value: number;
  readonly severity: AlertSeverity;
  readonly ruleId: string;
}

/** How far past the noted value a metric is worse, in its unit; of all others a tenth of that value. */
const worseSteps: Readonly<Partial<Record<MetricId, number>>> = {
  ...{ spo2: 2, resp_rate: 3, heart_rate: 10, rhr: 10, systolic: 10, body_temp: 0.5, skin_temp: 0.5, weight: 1 },
};
const otherwiseShare = 0.1;

/**
 * Whether an alert is worse than when it was noted: of a higher severity, past the value by the metric's step (SpO2 2 %,
 * respiration 3/min, pulse 10/min, systolic 10 mmHg, temperature 0.5 °C, weight 1 kg, else a tenth) in the direction of its
 * rule, or of another rule.
 */
export function isWorse(subject: RuleSubject, direction: Direction, noted: Noted, now: Noted): boolean {
  if (now.ruleId !== noted.ruleId) return true;
  if (severities.indexOf(now.severity) > severities.indexOf(noted.severity)) return true;
  const step = (subject.kind === 'metric' ? worseSteps[subject.metric] : undefined) ?? Math.abs(noted.value) * otherwiseShare;
  const further = direction === 'at_least' ? now.value - noted.value : noted.value - now.value;
  // Decimal values are not exact in binary: 38.5 is worse than 38.0.
  return step > 0 ? further >= step - 1e-9 : further > 0;
}
