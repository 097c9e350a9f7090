import type { News2 } from '@vigil/contract/triage.contract';
import {
  type AnomalyMetric,
  anomalyBaselineDays,
  anomalyMetrics,
  anomalyScores,
  deviationFrom,
  fewestAnomalyBaselineDays,
} from '@vigil/domain/anomaly/anomaly-score';
import type { DayMean } from '@vigil/domain/attention/baseline-change';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { median } from '@vigil/domain/statistics/robust';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { TicksReads } from '#services/ticks-store/index.ts';

const metrics = [...anomalyMetrics, 'systolic', 'body_temp'] as const satisfies readonly MetricId[];
type Compared = (typeof metrics)[number];

/** The newest whole day may be so old before it says nothing of now. */
const newestReachesDays = 2;

/** Each metric of a member against the own 28 days before its newest whole day, and the newest anomaly score. */
export async function ownBaselines(
  ticks: Pick<TicksReads, 'recentDays'>,
  { tenantId, userId, nowSeconds, timeZone }: { tenantId: string; userId: string; nowSeconds: number; timeZone: string },
): Promise<Pick<News2, 'baselines' | 'anomaly'>> {
  const today = calendarDay(nowSeconds, timeZone);
  const found = await ticks.recentDays({
    tenantId,
    userIds: [userId],
    metrics,
    fromDay: today - anomalyBaselineDays - newestReachesDays - 1,
  });
  const whole = new Map([...(found.get(userId) ?? [])].map(([metric, days]) => [metric, days.filter(({ day }) => day < today)]));
  const scores = anomalyScores(new Map(anomalyMetrics.map((metric) => [metric, whole.get(metric) ?? []] as const)));
  const newest = scores.findLast(({ day }) => day >= today - newestReachesDays);
  return {
    baselines: metrics.map((metric) => against(metric, whole.get(metric) ?? [], today, timeZone)),
    anomaly: newest ? { day: startOfCalendarDay(newest.day, timeZone), score: newest.score } : null,
  };
}

function against(metric: Compared, days: readonly DayMean[], today: number, timeZone: string): News2['baselines'][number] {
  const newest = days.findLast(({ day }) => day >= today - newestReachesDays);
  if (!newest) return { metric, value: null, day: null, usual: null, deviations: null, days: 0 };
  const before = days.filter(({ day }) => day < newest.day && day >= newest.day - anomalyBaselineDays).map(({ mean }) => mean);
  const usual = before.length < fewestAnomalyBaselineDays ? null : median(before);
  const deviations = isScored(metric) ? (deviationFrom(metric, newest.mean, before)?.deviations ?? null) : null;
  return { metric, value: newest.mean, day: startOfCalendarDay(newest.day, timeZone), usual, deviations, days: before.length };
}

const isScored = (metric: Compared): metric is AnomalyMetric & Compared => (anomalyMetrics as readonly string[]).includes(metric);
