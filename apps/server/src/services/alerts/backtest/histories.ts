import { restingSlots, wornSlots } from '@vigil/domain/alerts/rest';
import { type AlertRule, dueEvery, isCountedByBand, isReadAtRest } from '@vigil/domain/alerts/rule';
import { countedWhileWorn, type SlotColumns, type SlotSeries, type SlotsKnown, slotOf, slotSeries } from '@vigil/domain/alerts/slots';
import { type AnomalyMetric, anomalyBaselineDays, anomalyMetrics, anomalyScores } from '@vigil/domain/anomaly/anomaly-score';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { stateIntervals } from '@vigil/domain/timeframe/state-runs';
import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { MemberSlots, TicksReads } from '#services/ticks-store/index.ts';

export type HistoryReads = Pick<TicksReads, 'slots' | 'steppedSlots' | 'stateRunsOfMany' | 'recentDays'>;

export interface HistoriesQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  /** Unix seconds, multiples of a slot; readings of [from, to). */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly rules: readonly AlertRule[];
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

/** Runs of a band within the stretch; one that changes its mind more often is cut, and its earliest time unknown. */
const mostBandRuns = 20_000;
const daySeconds = 86_400;
const noSlots: SlotColumns = { slots: [], counts: [], totals: [], lasts: [] };

/** What some rules look at of many members: each metric is read once, whoever looks at it. */
export async function readHistories(ticks: HistoryReads, question: HistoriesQuestion): Promise<Histories> {
  const { rules } = question;
  const range = {
    tenantId: question.tenantId,
    userIds: question.userIds,
    fromMs: question.fromSeconds * 1000,
    toMs: question.toSeconds * 1000,
  };
  const wanted = new Map(
    rules.flatMap((rule) =>
      rule.subject.kind === 'metric' ? [[keyOf(rule), { metric: rule.subject.metric, value: valueAskedBy(rule) }]] : [],
    ),
  );
  const metrics = [...wanted.values()].map(({ metric }) => metric);
  const [slots, known, scores] = await Promise.all([
    Promise.all([...wanted].map(async ([key, one]) => [key, await ticks.slots({ ...range, ...one })] as const)),
    readKnown(ticks, question, { atRest: metrics.some(isReadAtRest), counted: metrics.some(isCountedByBand) }),
    rules.some(isAboutAnomalies) ? readAnomalies(ticks, question) : new Map<string, SlotColumns>(),
  ]);
  return historiesOf(question, new Map(slots), known, scores);
}

function historiesOf(
  { fromSeconds, toSeconds }: HistoriesQuestion,
  slots: ReadonlyMap<string, ReadonlyMap<string, MemberSlots>>,
  knownOf: KnownOf,
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
    const found = slots.get(keyOf(rule))?.get(userId);
    const series = slotSeries(found ?? noSlots, { ...shape, dueEverySeconds: dueEvery(metric) }, knownOf(metric, userId));
    return { series, readings: found?.readings ?? 0, late: found?.late ?? 0, slots: found?.slots ?? [] };
  };
  return (rule, userId) => {
    if (kept.userId !== userId) kept = { userId, histories: new Map() };
    const history = kept.histories.get(keyOf(rule)) ?? build(rule, userId);
    kept.histories.set(keyOf(rule), history);
    return history;
  };
}

const valueAskedBy = ({ aggregate }: AlertRule): 'total' | 'last' => (aggregate === 'latest' ? 'last' : 'total');
const keyOf = (rule: AlertRule) => (rule.subject.kind === 'metric' ? `${rule.subject.metric}/${valueAskedBy(rule)}` : rule.subject.kind);
const isAboutAnomalies = ({ subject }: AlertRule) => subject.kind === 'score' && subject.score === 'anomaly';

type KnownOf = (metric: MetricId, userId: string) => SlotsKnown;

/** When each member was still with the band on, where something is read at rest; and when it was worn, where something is counted by it. */
async function readKnown(
  ticks: HistoryReads,
  { tenantId, userIds, fromSeconds, toSeconds }: HistoriesQuestion,
  { atRest, counted }: { readonly atRest: boolean; readonly counted: boolean },
): Promise<KnownOf> {
  if (!atRest && !counted) return () => ({});
  const [runs, stepped] = await Promise.all([
    ticks.stateRunsOfMany({
      ...{ tenantId, userIds, fromSeconds: fromSeconds - bandStateHoldsSeconds, toSeconds, most: mostBandRuns },
      metric: 'band_removed' satisfies MetricId,
      longestGapSeconds: bandStateHoldsSeconds,
      lane: 'report',
    }),
    atRest ? ticks.steppedSlots({ tenantId, userIds, fromMs: fromSeconds * 1000, toMs: toSeconds * 1000 }) : null,
  ]);
  const isWorn = (userId: string) => wornSlots(stateIntervals(runs.get(userId) ?? [], bandStateHoldsSeconds, toSeconds));
  return (metric, userId) => {
    if (isReadAtRest(metric)) return { isRead: restingSlots(isWorn(userId), new Set(stepped?.get(userId) ?? [])) };
    return isCountedByBand(metric) ? countedWhileWorn(isWorn(userId)) : {};
  };
}

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
