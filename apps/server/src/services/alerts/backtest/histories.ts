import { type AlertRule, dueEvery } from '@vigil/domain/alerts/rule';
import { type SlotColumns, type SlotSeries, slotOf, slotSeries } from '@vigil/domain/alerts/slots';
import { type AnomalyMetric, anomalyBaselineDays, anomalyMetrics, anomalyScores } from '@vigil/domain/anomaly/anomaly-score';
import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { Surveys } from '#services/factuary/surveys/index.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { type News2Reads, readNews2Courses } from './news2-courses.ts';
import { keyOf, type ReadingReads, type Readings, type ReadingsQuestion, readReadings, type Scored, scoreKeyOf } from './readings.ts';

export type HistoryReads = ReadingReads &
  News2Reads &
  Pick<TicksReads, 'recentDays' | 'firstReceived'> & { readonly surveyScores: Surveys['scores'] };

export interface HistoriesQuestion extends ReadingsQuestion {
  readonly timeZoneOf: (userId: string) => string;
}

/** What a rule looks at of one member, and how much of it arrived late. */
export interface History {
  readonly series: SlotSeries;
  readonly readings: number;
  readonly late: number;
  /** Slots of all that arrived, also of what a rule does not look at. */
  readonly slots: ArrayLike<number>;
}
export type Histories = (rule: AlertRule, userId: string) => History;

type ScoredMembers = ReadonlyMap<string, Scored>;

const daySeconds = 86_400;
const noSlots: SlotColumns = { slots: [], counts: [], totals: [], lasts: [] };

/** What some rules look at of many members: each metric is read once, whoever looks at it. */
export async function readHistories(reads: HistoryReads, question: HistoriesQuestion): Promise<Histories> {
  const [readings, scores] = await Promise.all([readReadings(reads, question), readScored(reads, question)]);
  return historiesOf(question, readings, scores);
}

function historiesOf(
  { fromSeconds, toSeconds }: HistoriesQuestion,
  readings: Readings,
  scores: ReadonlyMap<string, ScoredMembers>,
): Histories {
  // Of one member at a time: those of all would be gigabytes.
  let kept: { userId: string; histories: Map<string, History> } = { userId: '', histories: new Map() };
  const build = (rule: AlertRule, userId: string): History => {
    const shape = { fromSeconds, toSeconds };
    if (rule.subject.kind !== 'metric') {
      const { columns, arrived } = scores.get(scoreKeyOf(rule.subject))?.get(userId) ?? { columns: noSlots, arrived: [] };
      return { series: slotSeries(columns, { ...shape, dueEverySeconds: null }), readings: 0, late: 0, slots: arrived };
    }
    const { metric } = rule.subject;
    const found = readings.of(rule, userId);
    const series = slotSeries(found ?? noSlots, { ...shape, dueEverySeconds: dueEvery(metric) }, readings.known(metric, userId));
    return { series, readings: found?.readings ?? 0, late: found?.late ?? 0, slots: found?.slots ?? [] };
  };
  return (rule, userId) => {
    if (kept.userId !== userId) kept = { userId, histories: new Map() };
    const history = kept.histories.get(keyOf(rule)) ?? build(rule, userId);
    kept.histories.set(keyOf(rule), history);
    return history;
  };
}

/** By what the scores are called. */
async function readScored(reads: HistoryReads, question: HistoriesQuestion): Promise<ReadonlyMap<string, ScoredMembers>> {
  const subjects = question.rules.map(({ subject }) => subject);
  const isAsked = (score: 'anomaly' | 'news2') => subjects.some((one) => one.kind === 'score' && one.score === score);
  const surveyIds = new Set(subjects.flatMap((one) => (one.kind === 'survey' ? [one.surveyId.toLowerCase()] : [])));
  const [anomaly, news2, surveys] = await Promise.all([
    isAsked('anomaly') ? readAnomalies(reads, question) : noScores,
    isAsked('news2') ? readNews2Courses(reads, question) : noScores,
    surveyIds.size > 0 ? readSurveys(reads, question, [...surveyIds]) : new Map<string, ScoredMembers>(),
  ]);
  return new Map([...surveys, ['anomaly', anomaly], ['news2', news2]]);
}

const noScores: ScoredMembers = new Map();

/** The score of each completed survey at the moment at which it was; of one slot the last. */
async function readSurveys(
  { surveyScores }: HistoryReads,
  { tenantId, userIds, fromSeconds, toSeconds }: HistoriesQuestion,
  surveyIds: readonly string[],
): Promise<Map<string, ScoredMembers>> {
  const scores = await surveyScores({ tenantId, userIds, surveyIds, fromMs: fromSeconds * 1000, toMs: toSeconds * 1000 });
  const ofSurvey = Map.groupBy(scores, ({ surveyId }) => scoreKeyOf({ kind: 'survey', surveyId }));
  return new Map(
    [...ofSurvey].map(([key, some]) => {
      const ofMember = [...Map.groupBy(some, ({ userId }) => userId)];
      return [key, new Map(ofMember.map(([userId, its]) => [userId, scored(its.map(({ seconds, score }) => [slotOf(seconds), score]))]))];
    }),
  );
}

function scored(scores: readonly (readonly [slot: number, score: number])[]): Scored {
  const [slots, values] = [scores.map(([slot]) => slot), scores.map(([, score]) => score)];
  return { columns: { slots, counts: values.map(() => 1), totals: values, lasts: values }, arrived: slots };
}

/** The anomaly score of each day, known once the day is over: at the start of the next. */
async function readAnomalies(
  ticks: HistoryReads,
  { tenantId, userIds, fromSeconds, timeZoneOf }: HistoriesQuestion,
): Promise<Map<string, Scored>> {
  const fromDay = Math.floor(fromSeconds / daySeconds) - anomalyBaselineDays - 2;
  const days = await ticks.recentDays({ tenantId, userIds, metrics: anomalyMetrics, fromDay });
  return new Map(
    [...days].map(([userId, ofMember]) => {
      const scores = anomalyScores(ofMember as ReadonlyMap<AnomalyMetric, { day: number; mean: number }[]>);
      const known = (day: number) => slotOf(startOfCalendarDay(day + 1, timeZoneOf(userId)));
      return [userId, scored(scores.map(({ day, score }) => [known(day), score]))];
    }),
  );
}
