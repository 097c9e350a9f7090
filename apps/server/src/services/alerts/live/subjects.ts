import { isJudgedAtOnce, longestCatchUpSeconds } from '@vigil/domain/alerts/advance';
import { prepareRule } from '@vigil/domain/alerts/decide';
import { oncePerRule } from '@vigil/domain/alerts/once-per-rule';
import { type AlertRule, dueEvery, slotSeconds } from '@vigil/domain/alerts/rule';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
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
  readonly fromBand: boolean;
  /** What arrives of a member and moves it: metrics, and what is noted of it by its key. */
  readonly heardBy: readonly string[];
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
    if (key === 'anomaly') return { key, pace: 'daily', atOnce: true, fromBand: true, heardBy: [] };
    const isNews2 = key === 'news2';
    return { key, pace: 'quick', atOnce: true, fromBand: isNews2, heardBy: isNews2 ? [key, ...news2Metrics] : [key] };
  }
  const { metric } = subject;
  const heardBy = [metric];
  if (isJudgedAtOnce(prepareRule(definition))) return { key: `${metric}/at-once`, pace: 'quick', atOnce: true, fromBand: false, heardBy };
  if (isDense(definition, metric) && reachSecondsOf(definition) > quickReachSeconds)
    return { key: `${metric}/slow`, pace: 'slow', atOnce: false, fromBand: true, heardBy };
  return { key: metric, pace: 'quick', atOnce: false, fromBand: true, heardBy };
});

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

/** Nothing before this is judged any more. Unix seconds, a multiple of a slot. */
export const earliestJudged = (nowSeconds: number): number => Math.floor((nowSeconds - longestCatchUpSeconds) / slotSeconds) * slotSeconds;
