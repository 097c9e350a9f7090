import { isJudgedAtOnce } from '@vigil/domain/alerts/advance';
import { prepareRule } from '@vigil/domain/alerts/decide';
import { oncePerRule } from '@vigil/domain/alerts/once-per-rule';
import { type AlertRule, dueEvery, isCountedByBand, isReadAtRest } from '@vigil/domain/alerts/rule';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { confidences } from '@vigil/domain/metrics/counting';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { news2Metrics } from '../backtest/news2-courses.ts';
import { scoreKeyOf } from '../backtest/readings.ts';
import { reachSecondsOf } from '../reach.ts';

/**
 * How soon rules are judged. `quick`: with every reading that arrives. `slow`: four times a day, for what comes by the minute and is
 * compared over weeks: a month of minutes is too much to read with every sync, and a change over a day does not show in an hour.
 * `daily`: the anomaly score of a day, when its night has had time to arrive.
 */
export type Pace = 'quick' | 'slow' | 'daily';

/** What rules are about that are judged together, up to the same moment. */
export interface LiveSubject {
  readonly key: string;
  readonly pace: Pace;
  readonly atOnce: boolean;
  /** What arrives of a member and changes what its rules look at: metrics, and what is noted of it by its key. */
  readonly heardBy: readonly string[];
  /** Each look judges the last day anew, whatever has arrived: it is seldom looked at, or little is read for it. */
  readonly judgesDayAnew: boolean;
}

const quickReachSeconds = 2 * 86_400;
const denseSeconds = 900;
const slowEverySeconds = 6 * 3_600;
/** After the member's midnight. */
const scoreSettlesSeconds = 6 * 3_600;

export const subjectOf = oncePerRule((definition): LiveSubject => {
  const { subject } = definition;
  if (subject.kind !== 'metric') {
    const key = scoreKeyOf(subject);
    if (key === 'anomaly') return { key, pace: 'daily', atOnce: true, heardBy: [], judgesDayAnew: true };
    const isNews2 = key === 'news2';
    return { key, pace: 'quick', atOnce: true, heardBy: isNews2 ? [key, ...news2Metrics] : [key], judgesDayAnew: !isNews2 };
  }
  const { metric } = subject;
  const heardBy = [metric, ...decidedBy(metric)];
  const quick = { pace: 'quick', heardBy, judgesDayAnew: false } as const;
  if (isJudgedAtOnce(prepareRule(definition))) return { key: `${metric}/at-once`, atOnce: true, ...quick };
  if (isDense(definition, metric) && reachSecondsOf(definition) > quickReachSeconds)
    return { key: `${metric}/slow`, pace: 'slow', atOnce: false, heardBy, judgesDayAnew: true };
  return { key: metric, atOnce: false, ...quick };
});

/** What says which readings of a metric count: it may come later than they do. */
function decidedBy(metric: MetricId): readonly MetricId[] {
  const ofBand: readonly MetricId[] = isReadAtRest(metric) ? ['band_removed', 'steps'] : isCountedByBand(metric) ? ['band_removed'] : [];
  return [...ofBand, ...confidences.filter(({ of }) => of === metric).map((one) => one.metric)];
}

const isDense = ({ aggregate }: AlertRule, metric: MetricId) => aggregate === 'total' || (dueEvery(metric) ?? Infinity) <= denseSeconds;

/** When a subject that is not judged with every reading has its turn again. Unix seconds; null: with its readings. */
export function nextTurn({ pace }: LiveSubject, nowSeconds: number, timeZone: string): number | null {
  if (pace === 'quick') return null;
  if (pace === 'slow') return nowSeconds + slowEverySeconds;
  const settled = (day: number) => startOfCalendarDay(day, timeZone) + scoreSettlesSeconds;
  const today = calendarDay(nowSeconds, timeZone);
  return settled(today) > nowSeconds ? settled(today) : settled(today + 1);
}

/** The moment as which a subject is judged: of the anomaly score what has had time to settle. */
export const judgedAsOf = ({ pace }: LiveSubject, nowSeconds: number): number =>
  pace === 'daily' ? nowSeconds - scoreSettlesSeconds : nowSeconds;
