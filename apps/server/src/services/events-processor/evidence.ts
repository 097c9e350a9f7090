import { VigilError } from '@vigil/contract/errors';
import type { Evidence } from '@vigil/contract/events-processor-facts.contract';
import { type AnomalyMetric, anomalyBaselineDays, anomalyMetrics, deviationFrom } from '@vigil/domain/anomaly/anomaly-score';
import { parseFactOverTime } from '@vigil/domain/facts/fact';
import { usualStatistic } from '@vigil/domain/facts/statistics';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { type Interval, readableInterval } from '@vigil/domain/timeframe/readable-interval';
import { baselineAt, evidenceGranularity, parseTimeframe, type Timeframe, timeframeAt } from '@vigil/domain/timeframe/timeframe';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { readAnomalyDays } from './anomalies.ts';
import type { Fact } from './facts.ts';
import { windowValues } from './facts-now/window-values.ts';
import type { FactsDeps, MemberRef, Stretch } from './sources.ts';

export interface EvidenceQuestion extends MemberRef {
  readonly metrics: readonly MetricId[];
  /** Timeframe strings, as `24h` and `7dS1d`. */
  readonly timeframe: string;
  readonly baseline: string;
  /** Unix seconds; undefined: now. */
  readonly at: number | undefined;
}

export interface EvidenceAnswer {
  readonly timeframe: { readonly from: number; readonly to: number };
  readonly baseline: { readonly from: number; readonly to: number };
  readonly granularity: 'HOURLY' | 'DAILY';
  readonly evidence: Evidence[];
}

/** A stretch is read by the day from rollups; two years are what a reader compares at most. */
const longestStretchSeconds = 2 * 366 * 86_400;

/** What metrics did in a timeframe against a baseline. Throws invalid_input for what is no timeframe, and for states, which have no mean. */
export async function readEvidence(deps: FactsDeps, question: EvidenceQuestion): Promise<EvidenceAnswer> {
  const { tenantId, userId, metrics } = question;
  const [timeframe, baseline] = [parsed('timeframe', question.timeframe), parsed('baseline', question.baseline)];
  const at = question.at ?? deps.clock.now() / 1000;
  const timeZone = await deps.memberTimeZone(tenantId, userId);
  const readable = (interval: Interval): Stretch => ({
    ...{ tenantId, userId, timeZone },
    ...readableInterval(interval, deps.clock.now() / 1000),
  });
  const [of, against] = [intervalOf(timeframeAt(timeframe, at)), intervalOf(baselineAt(baseline, timeframe, at))];
  const facts = [...new Set(metrics)].map(usualFact);
  const [now, before, days] = await Promise.all([
    windowValues(deps, readable(of), facts),
    windowValues(deps, readable(against), facts),
    readDaysBefore(deps, readable(of)),
  ]);
  return {
    timeframe: of,
    baseline: against,
    granularity: evidenceGranularity(timeframe),
    evidence: facts.map(({ name, metric }) => compared(metric, alike(foundOf(now, name), foundOf(before, name)), days)),
  };
}

const intervalOf = ({ fromSeconds: from, toSeconds: to }: ReturnType<typeof timeframeAt>): Interval => ({ from, to });

function parsed(field: 'timeframe' | 'baseline', text: string): Timeframe {
  const timeframe = parseTimeframe(text);
  if (timeframe && timeframe.lengthSeconds + timeframe.shiftSeconds <= longestStretchSeconds) return timeframe;
  const message = timeframe
    ? 'Must reach back two years at most'
    : 'A number and h, d, w, m or y, then optionally S and a shift of the same form';
  throw new VigilError('invalid_input', `The ${field} cannot be used.`, { fields: [{ field, message }] });
}

/** What charts and facts show of a metric as well: the efficiency of sleep is that of the sleeps, where there are stages. */
function usualFact(metric: MetricId): Fact & { readonly metric: MetricId } {
  const { kind, label } = catalogue[metric];
  const fact = kind === 'state' ? null : parseFactOverTime(`${metric}_${usualStatistic[kind]}`);
  if (!fact)
    throw new VigilError('invalid_input', `${label} is a state, and states have no mean.`, {
      fields: [{ field: 'metrics', message: `No mean: ${metric}` }],
    });
  return { ...fact, metric, name: metric };
}

/** The member's own days in the 28 before the day on which the timeframe begins. */
async function readDaysBefore(deps: FactsDeps, { from, ...stretch }: Stretch) {
  const firstDay = startOfCalendarDay(calendarDay(from, stretch.timeZone), stretch.timeZone);
  return readAnomalyDays(deps, { ...stretch, from: firstDay, to: firstDay });
}

type DaysBefore = Awaited<ReturnType<typeof readDaysBefore>>;

interface Found {
  readonly value: number;
  readonly isDerived: boolean;
}

function foundOf(values: Awaited<ReturnType<typeof windowValues>>, name: string): Found | null {
  const fact = values.get(name);
  if (!fact || !('value' in fact) || typeof fact.value !== 'number') return null;
  return { value: fact.value, isDerived: fact.derived !== undefined };
}

interface Averages {
  readonly average: number | null;
  readonly baseline: number | null;
  /** Days of the member are of what was sent: a derived average is not told apart from them. */
  readonly isDerived: boolean;
}

/**
 * What can be compared. A derived resting heart rate lies a few beats above one that a band sends: beside one that was sent it is
 * left out, or the difference between two methods would look like one of the member's.
 */
function alike(average: Found | null, baseline: Found | null): Averages {
  const areOfOneKind = average === null || baseline === null || average.isDerived === baseline.isDerived;
  const kept = (found: Found | null) => (found && (areOfOneKind || !found.isDerived) ? found.value : null);
  return { average: kept(average), baseline: kept(baseline), isDerived: average?.isDerived ?? false };
}

function compared(metric: MetricId, { average, baseline, isDerived }: Averages, days: DaysBefore): Evidence {
  const change = average === null || baseline === null ? null : average - baseline;
  const before = (anomalyMetrics as readonly MetricId[]).includes(metric) ? days.get(metric as AnomalyMetric) : undefined;
  const deviation =
    average === null || isDerived || !before
      ? null
      : deviationFrom(
          metric as AnomalyMetric,
          average,
          before.slice(-anomalyBaselineDays).map(({ mean }) => mean),
        );
  return {
    metric,
    timeframe_average: average,
    timeframe_baseline: baseline,
    change,
    change_percent: change === null || !baseline ? null : (100 * change) / baseline,
    deviations: deviation?.deviations ?? null,
  };
}
