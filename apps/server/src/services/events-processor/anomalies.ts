import {
  type AnomalyMetric,
  anomalyBaselineDays,
  anomalyMetrics,
  anomalyScores,
  type DayOfMetric,
} from '@vigil/domain/anomaly/anomaly-score';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { Findings } from './findings.ts';
import { type FactsDeps, type Stretch, stepsOf } from './sources.ts';

/**
 * The whole days of the metrics of an anomaly score that lie in a stretch, and in the days before that say what is usual. The day
 * under way is not among them: the mean of a night and a morning is no day's.
 */
export async function readAnomalyDays(deps: FactsDeps, stretch: Stretch): Promise<Map<AnomalyMetric, DayOfMetric[]>> {
  const { timeZone } = stretch;
  const first = calendarDay(stretch.from, timeZone) - anomalyBaselineDays;
  const today = startOfCalendarDay(calendarDay(deps.clock.now() / 1000, timeZone), timeZone);
  const [from, to] = [startOfCalendarDay(first, timeZone), Math.min(stretch.to, today)];
  if (to <= from) return new Map();
  const { steps } = await deps.ticks.steps({
    ...(await stepsOf(deps, { ...stretch, from, to }, 'DAILY')),
    ...{ metrics: [...anomalyMetrics], extremes: false, medians: [], days: [], movingAverages: [] },
  });
  return new Map(
    anomalyMetrics.map((metric) => [
      metric,
      (steps.get(metric) ?? []).map(({ start, n, total }) => ({ day: calendarDay(start, timeZone), mean: total / n })),
    ]),
  );
}

/** The scores of the whole days that lie in a stretch. */
export async function readAnomalies(deps: FactsDeps, stretch: Stretch): Promise<Findings['anomalies']> {
  const { timeZone } = stretch;
  const first = calendarDay(stretch.from, timeZone);
  return anomalyScores(await readAnomalyDays(deps, stretch))
    .filter(({ day }) => day >= first)
    .map(({ day, score }) => ({ start: startOfCalendarDay(day, timeZone), end: startOfCalendarDay(day + 1, timeZone), score }));
}
