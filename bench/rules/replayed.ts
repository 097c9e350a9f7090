import { prepareRule } from '@vigil/domain/alerts/decide';
import { type Firing, replay } from '@vigil/domain/alerts/replay';
import { restingSlots, wornSlots } from '@vigil/domain/alerts/rest';
import { type AlertRule, dueEvery, isCountedByBand, isReadAtRest, slotSeconds } from '@vigil/domain/alerts/rule';
import { countedWhileWorn, type SlotColumns, type SlotSeries, type SlotsKnown, slotOf, slotSeries } from '@vigil/domain/alerts/slots';
import { type AnomalyMetric, anomalyMetrics, anomalyScores, type DayOfMetric } from '@vigil/domain/anomaly/anomaly-score';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { type StateInterval, stateIntervals, stateRuns } from '@vigil/domain/timeframe/state-runs';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { news2Course } from './news2.ts';
import type { Column, Person } from './person.ts';

/** What a rule would have done for a person. */
export interface Replayed {
  readonly firings: readonly Firing[];
  /** Share of the stretch in which it could not be judged. */
  readonly unknownShare: number;
}

/** The same of one of the default rules. */
export interface Told extends Replayed {
  readonly id: string;
  readonly rule: AlertRule;
  readonly isLow: boolean;
}

const none: Column = { seconds: [], values: [] };

/** Replays rules on a person's readings by the decision of the live run. Surveys have no history: null; nor NEWS2, unless it is asked for, since it takes long. */
export function replayer(person: Person, { withNews2 }: { readonly withNews2: boolean }): (rule: AlertRule) => Replayed | null {
  const from = Math.floor(person.fromSeconds / slotSeconds) * slotSeconds;
  const to = Math.floor(person.toSeconds / slotSeconds) * slotSeconds;
  const seriesOf = createSeries(person, { from, to, withNews2 });
  return (rule) => {
    const series = seriesOf(rule);
    if (!series) return null;
    const { firings, unknownSeconds } = replay(prepareRule(rule), series, from, to);
    return { firings, unknownShare: unknownSeconds / (to - from) };
  };
}

interface SeriesAsked {
  readonly from: number;
  readonly to: number;
  readonly withNews2: boolean;
}

function createSeries(person: Person, { from: fromSeconds, to: toSeconds, withNews2 }: SeriesAsked) {
  const shape = { fromSeconds, toSeconds };
  const kept = new Map<string, SlotSeries>();
  const band = person.worn ?? wornBySelf(person, toSeconds);
  const isWorn = wornSlots(band);
  const isRead = restingSlots(isWorn, steppedSlots(person));
  const known = (metric: MetricId): SlotsKnown =>
    isReadAtRest(metric) ? { isRead } : isCountedByBand(metric) ? countedWhileWorn(isWorn) : {};
  const build = ({ subject }: AlertRule): SlotSeries | null => {
    if (subject.kind === 'score' && subject.score === 'anomaly') return slotSeries(anomalies(person), { ...shape, dueEverySeconds: null });
    if (subject.kind === 'score' && withNews2) return slotSeries(news2Course(person, band), { ...shape, dueEverySeconds: null });
    if (subject.kind !== 'metric') return null;
    const { seconds, values } = person.columns.get(subject.metric) ?? none;
    const columns = { slots: Uint32Array.from(seconds, slotOf), counts: null, totals: values, lasts: values };
    return slotSeries(columns, { ...shape, dueEverySeconds: dueEvery(subject.metric) }, known(subject.metric));
  };
  return (rule: AlertRule): SlotSeries | null => {
    const key = rule.subject.kind === 'metric' ? rule.subject.metric : rule.subject.kind === 'score' ? rule.subject.score : 'survey';
    const series = kept.get(key) ?? build(rule);
    if (series) kept.set(key, series);
    return series;
  };
}

function wornBySelf({ columns }: Person, toSeconds: number): readonly StateInterval[] {
  const { seconds, values } = columns.get('band_removed') ?? none;
  const ticks = Array.from(seconds, (at, index) => ({ seconds: at, value: values[index] ?? 0 }));
  return stateIntervals(stateRuns(ticks, bandStateHoldsSeconds), bandStateHoldsSeconds, toSeconds);
}

function steppedSlots({ columns }: Person): ReadonlySet<number> {
  const { seconds, values } = columns.get('steps') ?? none;
  return new Set(Array.from(seconds, (at, index) => ((values[index] ?? 0) > 0 ? slotOf(at) : -1)));
}

/** The score of each day, known once the day is over. */
function anomalies({ columns, timeZone }: Person): SlotColumns {
  const days = new Map<AnomalyMetric, DayOfMetric[]>(
    anomalyMetrics.map((metric) => [metric, dayMeans(columns.get(metric) ?? none, timeZone)]),
  );
  const scores = anomalyScores(days);
  const values = scores.map(({ score }) => score);
  const slots = scores.map(({ day }) => slotOf(startOfCalendarDay(day + 1, timeZone)));
  return { slots, counts: values.map(() => 1), totals: values, lasts: values };
}

const hourSeconds = 3_600;

function dayMeans({ seconds, values }: Column, timeZone: string): DayOfMetric[] {
  const sums = new Map<number, { count: number; total: number }>();
  let [hour, day] = [-1, 0];
  for (let index = 0; index < seconds.length; index++) {
    const at = seconds[index] ?? 0;
    // No zone in use moves its midnight within a quarter of an hour.
    if (Math.floor(at / (hourSeconds / 4)) !== hour) {
      hour = Math.floor(at / (hourSeconds / 4));
      day = calendarDay(at, timeZone);
    }
    const sum = sums.get(day) ?? { count: 0, total: 0 };
    sum.count += 1;
    sum.total += values[index] ?? 0;
    sums.set(day, sum);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([of, { count, total }]) => ({ day: of, mean: total / count }));
}
