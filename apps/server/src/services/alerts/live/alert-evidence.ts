import type { Alert } from '@vigil/contract/factuary-actions.contract';
import { averageAsRead, type Observation, observe, prepareRule } from '@vigil/domain/alerts/decide';
import { type AlertRule, type RuleSubject, slotSeconds } from '@vigil/domain/alerts/rule';
import { anomalyMetrics } from '@vigil/domain/anomaly/anomaly-score';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { convertedUnits } from '@vigil/domain/units/meant-unit';
import { convertedDecimals, roundTo } from '@vigil/domain/units/rounding';
import { shownInPlaceOf } from '@vigil/domain/units/unit-system';
import { type HistoryReads, readHistories } from '../backtest/histories.ts';
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

export interface EvidenceDeps {
  readonly evidenceOf: ReadEvidence;
  readonly ticks: HistoryReads;
}

interface Member {
  readonly tenantId: string;
  readonly userId: string;
}

/**
 * What an action keeps of the alert that opened it, for good: what was seen when it was fired. The value that triggered it is what
 * the window came to (of a rule about the latest value, that one), also where the rule is about its distance from a baseline. The mean of
 * the window and of the baseline stand beside it.
 */
export async function alertOf(
  { version, held: { rule } }: HeldRule,
  who: Member,
  { average, mean, baseline }: Observation,
  { at, evidenceOf, ticks }: EvidenceDeps & { readonly at: number },
): Promise<Alert> {
  const { subject } = rule;
  const name = subject.kind === 'metric' ? subject.metric : subject.kind === 'score' ? `${subject.score}_score` : 'survey_score';
  const metrics = besideOf(subject);
  const question = { ...who, metrics, timeframe: rule.window, baseline: baselineShown(rule), at };
  // An alert never waits for what only stands beside it.
  const [{ evidence }, shown] = await Promise.all([
    evidenceOf(question).catch(() => ({ evidence: [] })),
    baseline ?? ownBaseline(ticks, who, rule, at).catch(() => null),
  ]);
  const found = new Map(evidence.map((one) => [one.metric, one]));
  return {
    severity: rule.severity,
    triggered_at: at,
    triggered_values: average === null ? [] : [{ metric: name, value: triggeredValue(rule, average), unit: unitOf(rule) }],
    timeframe: rule.window,
    baseline: baselineShown(rule),
    evidence: [
      { metric: name, order: 'primary', timeframe_average: mean, timeframe_baseline: shown },
      ...metrics.map((metric) => ({
        metric,
        order: 'secondary' as const,
        timeframe_average: found.get(metric)?.timeframe_average ?? null,
        timeframe_baseline: found.get(metric)?.timeframe_baseline ?? null,
      })),
    ],
    rule: { id: version.ruleId, version: version.version, name: version.title },
  };
}

/**
 * The member's own four weeks before the window of a rule about the value itself, read as the rule reads: at rest where it does, and
 * known when enough of their days are, so that nobody takes a day for four weeks.
 */
async function ownBaseline(ticks: HistoryReads, { tenantId, userId }: Member, rule: AlertRule, at: number): Promise<number | null> {
  if (rule.subject.kind !== 'metric') return null;
  const compared: AlertRule = { ...rule, against: 'difference', baseline: baselineShown(rule) };
  const prepared = prepareRule(compared);
  const histories = await readHistories(ticks, {
    ...{ tenantId, userIds: [userId], rules: [compared], toSeconds: at },
    fromSeconds: at - (prepared.baseline?.from ?? 0) * slotSeconds,
    timeZoneOf: () => 'UTC',
  });
  return observe(prepared, histories(compared, userId).series, at).baseline;
}

/** As it is read; what some read in another unit as exactly as readings are kept, so that it is rounded once, in the reader's unit. */
function triggeredValue(rule: AlertRule, average: number): number {
  const { subject } = rule;
  const isConverted = subject.kind === 'metric' && shownInPlaceOf(catalogue[subject.metric].ucum, convertedUnits) !== undefined;
  return isConverted ? roundTo(average, convertedDecimals) : averageAsRead(rule, average);
}

const unitOf = ({ subject }: AlertRule): string | null => (subject.kind === 'metric' ? catalogue[subject.metric].unit : null);
