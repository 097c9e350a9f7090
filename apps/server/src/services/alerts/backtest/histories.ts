import { type AlertRule, dueEvery, isReadAtRest } from '@vigil/domain/alerts/rule';
import { type SlotColumns, type SlotSeries, slotOf, slotSeries } from '@vigil/domain/alerts/slots';
import { type AnomalyMetric, anomalyBaselineDays, anomalyMetrics, anomalyScores } from '@vigil/domain/anomaly/anomaly-score';
import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { keyOf, type ReadingReads, type Readings, type ReadingsQuestion, readReadings } from './readings.ts';

export type HistoryReads = ReadingReads & Pick<TicksReads, 'recentDays'>;

export interface HistoriesQuestion extends ReadingsQuestion {
  readonly timeZoneOf: (userId: string) => string;
}

/** What a rule looks at of one member, and how much of it arrived late. */
export interface History {
  readonly series: SlotSeries;
  readonly readings: number;
  readonly late: number;
  /** Slots of all readings, also of those that a rule does not look at. */
  readonly slots: ArrayLike<number>;
}
export type Histories = (rule: AlertRule, userId: string) => History;

const daySeconds = 86_400;
const noSlots: SlotColumns = { slots: [], counts: [], totals: [], lasts: [] };

/** What some rules look at of many members: each metric is read once, whoever looks at it. */
export async function readHistories(ticks: HistoryReads, question: HistoriesQuestion): Promise<Histories> {
  const [readings, scores] = await Promise.all([
    readReadings(ticks, question),
    question.rules.some(isAboutAnomalies) ? readAnomalies(ticks, question) : new Map<string, SlotColumns>(),
  ]);
  return historiesOf(question, readings, scores);
}

function historiesOf(
  { fromSeconds, toSeconds }: HistoriesQuestion,
  readings: Readings,
  scores: ReadonlyMap<string, SlotColumns>,
): Histories {
  // Of one member at a time: those of all would be gigabytes.
  let kept: { userId: string; histories: Map<string, History> } = { userId: '', histories: new Map() };
  const build = (rule: AlertRule, userId: string): History => {
    const shape = { fromSeconds, toSeconds };
    if (rule.subject.kind !== 'metric') {
      const found = scores.get(userId) ?? noSlots;
      return { series: slotSeries(found, { ...shape, dueEverySeconds: null }), readings: 0, late: 0, slots: found.slots };
    }
    const { metric } = rule.subject;
    const found = readings.of(rule, userId);
    const isRead = isReadAtRest(metric) ? readings.isResting(userId) : undefined;
    const series = slotSeries(found ?? noSlots, { ...shape, dueEverySeconds: dueEvery(metric) }, isRead);
    return { series, readings: found?.readings ?? 0, late: found?.late ?? 0, slots: found?.slots ?? [] };
  };
  return (rule, userId) => {
    if (kept.userId !== userId) kept = { userId, histories: new Map() };
    const history = kept.histories.get(keyOf(rule)) ?? build(rule, userId);
    kept.histories.set(keyOf(rule), history);
    return history;
  };
}

const isAboutAnomalies = ({ subject }: AlertRule) => subject.kind === 'score' && subject.score === 'anomaly';

/** The anomaly score of each day, known once the day is over: at the start of the next. */
async function readAnomalies(
  ticks: HistoryReads,
  { tenantId, userIds, fromSeconds, timeZoneOf }: HistoriesQuestion,
): Promise<Map<string, SlotColumns>> {
  const fromDay = Math.floor(fromSeconds / daySeconds) - anomalyBaselineDays - 2;
  const days = await ticks.recentDays({ tenantId, userIds, metrics: anomalyMetrics, fromDay });
  return new Map(
    [...days].map(([userId, ofMember]) => {
      const scores = anomalyScores(ofMember as ReadonlyMap<AnomalyMetric, { day: number; mean: number }[]>);
      const values = scores.map(({ score }) => score);
      const slots = scores.map(({ day }) => slotOf(startOfCalendarDay(day + 1, timeZoneOf(userId))));
      return [userId, { slots, counts: values.map(() => 1), totals: values, lasts: values }];
    }),
  );
}
