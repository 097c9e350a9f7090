import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { Observation } from '@vigil/domain/alerts/decide';
import type { AlertRule, RuleSubject } from '@vigil/domain/alerts/rule';
import { anomalyMetrics } from '@vigil/domain/anomaly/anomaly-score';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { news2Metrics } from '../backtest/news2-courses.ts';
import type { HeldRule } from './plan-member.ts';

/** What some metrics did in a timeframe and against a baseline; null where there is nothing to tell. Timeframe strings; Unix seconds. */
export type ReadEvidence = (question: {
  readonly tenantId: string;
  readonly userId: string;
  readonly metrics: readonly MetricId[];
  readonly timeframe: string;
  readonly baseline: string;
  readonly at: number;
}) => Promise<{
  readonly evidence: readonly {
    readonly metric: string;
    readonly timeframe_average: number | null;
    readonly timeframe_baseline: number | null;
  }[];
}>;

/** What a clinician looks at beside a reading that is out of bounds. */
const beside: Readonly<Partial<Record<MetricId, readonly MetricId[]>>> = {
  heart_rate: ['resp_rate', 'spo2', 'skin_temp'],
  resp_rate: ['heart_rate', 'spo2', 'skin_temp'],
  spo2: ['resp_rate', 'heart_rate'],
  body_temp: ['heart_rate', 'resp_rate'],
  systolic: ['diastolic', 'heart_rate'],
  diastolic: ['systolic', 'heart_rate'],
  glucose: ['steps', 'heart_rate'],
  weight: ['rhr', 'steps'],
  rhr: ['rmssd', 'skin_temp', 'resp_rate'],
  rmssd: ['rhr', 'sleep_efficiency'],
  skin_temp: ['rhr', 'resp_rate'],
  steps: ['rhr', 'sleep_efficiency'],
};

function besideOf(subject: RuleSubject): readonly MetricId[] {
  if (subject.kind === 'metric') return beside[subject.metric] ?? [];
  if (subject.kind === 'survey') return [];
  return subject.score === 'anomaly' ? anomalyMetrics : news2Metrics.filter((metric) => catalogue[metric].kind !== 'state');
}

/** A rule about the value itself is shown against the member's own four weeks. */
const baselineShown = ({ window, baseline }: AlertRule) => baseline ?? `28dS${window}`;

/** What an action keeps of the alert that opened it, for good: what was seen when it was fired. */
export async function alertOf(
  { version, held: { rule } }: HeldRule,
  who: { readonly tenantId: string; readonly userId: string },
  { measured, average, baseline }: Observation,
  { at, evidenceOf }: { readonly at: number; readonly evidenceOf: ReadEvidence },
): Promise<Alert> {
  const { subject } = rule;
  const name = subject.kind === 'metric' ? subject.metric : subject.kind === 'score' ? `${subject.score}_score` : 'survey_score';
  const others = besideOf(subject);
  const metrics = subject.kind === 'metric' ? [subject.metric, ...others] : others;
  const question = { ...who, metrics, timeframe: rule.window, baseline: baselineShown(rule), at };
  // An alert never waits for what only stands beside it.
  const { evidence } = await evidenceOf(question).catch(() => ({ evidence: [] }));
  const found = new Map(evidence.map((one) => [one.metric, one]));
  return {
    severity: rule.severity,
    triggered_at: at,
    triggered_values: measured === null ? [] : [{ metric: name, value: measured, unit: unitOf(rule) }],
    timeframe: rule.window,
    baseline: baselineShown(rule),
    evidence: [
      {
        metric: name,
        order: 'primary',
        timeframe_average: average,
        timeframe_baseline: baseline ?? found.get(name)?.timeframe_baseline ?? null,
      },
      ...others.map((metric) => ({
        metric,
        order: 'secondary' as const,
        timeframe_average: found.get(metric)?.timeframe_average ?? null,
        timeframe_baseline: found.get(metric)?.timeframe_baseline ?? null,
      })),
    ],
    rule: { id: version.ruleId, version: version.version, name: version.title },
  };
}

function unitOf({ subject, against }: AlertRule): string | null {
  if (against === 'percent') return '%';
  return subject.kind === 'metric' ? catalogue[subject.metric].unit : null;
}
