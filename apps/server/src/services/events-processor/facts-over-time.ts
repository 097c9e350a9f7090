import type { Tick } from '@vigil/contract/ticks-store.contract';
import { bodyMassIndex } from '@vigil/domain/body/body-mass-index';
import { type Reduction, reduce, type Statistic } from '@vigil/domain/facts/statistics';
import { restingHeartRateMethod } from '@vigil/domain/heart/resting-heart-rate';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { Sleep } from '@vigil/domain/sleep/sleeps';
import { bandTime } from '@vigil/domain/status/band-time';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { zoneOffsetAt } from '@vigil/domain/timeframe/offsets';
import type { StateInterval } from '@vigil/domain/timeframe/state-runs';
import { dayOf, nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import type { GroupFigures, StepFigures, Steps } from '#services/ticks-store/index.ts';
import { type Fact, isReduction, metricOf, partsOf, totalPerDayOf } from './facts.ts';
import { movingAverages } from './moving-average.ts';
import { sleepFigure } from './sleep-facts.ts';

/** What has been read for a question about facts over time. Unix seconds; [from, to). */
export interface Findings {
  readonly facts: readonly Fact[];
  readonly granularity: Granularity;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  /** The day that holds it is under way. */
  readonly now: number;
  readonly steps: Steps;
  /** Hours and days of the metrics whose facts are means of them. */
  readonly parts: Readonly<Record<'HOURLY' | 'DAILY', ReadonlyMap<string, readonly StepFigures[]>>>;
  /** For body mass indices; null: not known. */
  readonly heightM: number | null;
  readonly band: readonly StateInterval[];
  /** Sleeps that end in [from, to). */
  readonly sleeps: readonly Sleep[];
  /** What metrics did during those sleeps; `group` is the start of the step in which the sleep ends. */
  readonly asleep: readonly GroupFigures[];
  /** Resting heart rates derived for days (`restingHeartRates`), where the band sent none. */
  readonly restingRates: readonly { readonly at: number; readonly value: number }[];
}

/**
 * One tick per step that has any of the facts, in order of time. `timestamp` is the start of the step (bars add their
 * offset themselves), `timestamp_to` its exclusive end. What a step has no data for is absent from `data`.
 */
export function factsOverTime(findings: Findings): Tick[] {
  const table = new Map<number, Tick>();
  const put = (step: { start: number; end: number }, name: string, value: number | null) => {
    if (value === null) return;
    const tick = table.get(step.start) ?? { timestamp: step.start, timestamp_from: step.start, timestamp_to: step.end, data: {} };
    tick.data[name] = value;
    table.set(step.start, tick);
  };
  for (const fact of findings.facts) {
    putFigures(findings, fact, put);
    putMeansOfParts(findings, fact, put);
    if (fact.kind === 'movingAverage')
      for (const point of movingAverages(
        findings.steps.hours.get(fact.metric) ?? [],
        startOfStep(findings.from, 'HOURLY', findings.timeZone),
      ))
        put(point, fact.name, point.value);
  }
  putBandTimes(findings, put);
  putRestingRates(findings, put, table);
  // After the metrics: what the stages of a night say comes before an efficiency that somebody else worked out.
  putSleeps(findings, put);
  putAsleep(findings, put);
  return [...table.values()].sort((a, b) => a.timestamp - b.timestamp);
}

type Put = (step: { start: number; end: number }, name: string, value: number | null) => void;

/** What the figures of each step say by themselves. */
function putFigures({ steps: { steps }, heightM }: Findings, fact: Fact, put: Put): void {
  const metric = metricOf(fact);
  const ofMetric = metric ? (steps.get(metric.metric) ?? []) : [];
  for (const step of ofMetric) {
    const value = metric ? reduced(step, metric.reduction) : null;
    put(step, fact.name, fact.kind === 'bmi' ? bodyMassIndex(value, heightM) : value);
  }
  if (fact.kind === 'days') for (const step of steps.get(fact.metric) ?? []) put(step, fact.name, step.days);
  const counted = totalPerDayOf(fact);
  const totals = counted ? (steps.get(counted) ?? []) : [];
  for (const step of totals) put(step, fact.name, step.days > 0 ? step.total / step.days : null);
}

/** Means of hours or days, each of which weighs the same, in the step in which it begins. */
function putMeansOfParts({ parts, granularity, timeZone, from }: Findings, fact: Fact, put: Put): void {
  const of = partsOf(fact);
  if (!of) return;
  const found = parts[of.parts].get(of.metric) ?? [];
  const stepOf = (part: StepFigures) => startOfStep(Math.max(part.start, from), granularity, timeZone);
  for (const [start, inStep] of Map.groupBy(found, stepOf))
    put({ start, end: nextStep(start, granularity, timeZone) }, fact.name, meanOfParts(of.metric, inStep));
}

/** The mean of what each part was: its mean, or its total where the metric is counted. Null of none. */
export function meanOfParts(metric: MetricId, parts: readonly Pick<StepFigures, 'n' | 'total'>[]): number | null {
  const isCount = catalogue[metric].kind === 'count';
  return reduce(
    parts.map(({ n, total }) => (isCount ? total : total / n)),
    'mean',
  );
}

export function reduced(step: Omit<StepFigures, 'start' | 'end' | 'days'>, reduction: Reduction): number {
  switch (reduction) {
    case 'mean':
      return step.total / step.n;
    case 'median':
      return step.median;
    case 'min':
      return step.low;
    case 'max':
      return step.high;
    case 'sum':
      return step.total;
    case 'count':
      return step.n;
  }
}

/** Facts of resting heart rate that can be derived from that of days: not how many readings there were, nor their sum. */
export function isDerivable(fact: Fact): boolean {
  return fact.kind === 'metric' && fact.metric === 'rhr' && isDerivedAs(fact.statistic);
}

/** Of a day there is one resting heart rate, so that the mean of days is the mean; of hours there is none. */
function isDerivedAs(statistic: Statistic): boolean {
  return statistic !== 'count' && statistic !== 'hourly_mean';
}

function putRestingRates({ facts, restingRates, granularity, timeZone }: Findings, put: Put, table: ReadonlyMap<number, Tick>): void {
  for (const [start, rates] of Map.groupBy(restingRates, ({ at }) => startOfStep(at, granularity, timeZone)))
    for (const fact of facts) {
      if (fact.kind !== 'metric' || !isDerivable(fact)) continue;
      put(
        { start, end: nextStep(start, granularity, timeZone) },
        fact.name,
        reduce(
          rates.map(({ value }) => value),
          isReduction(fact.statistic) ? fact.statistic : 'mean',
        ),
      );
      const tick = table.get(start);
      if (tick) tick.derived = { ...tick.derived, [fact.name]: restingHeartRateMethod };
    }
}

/** A step of which anything is known has all the asked times, zeros included; a step of which nothing is known has none. */
function putBandTimes({ facts, band, granularity, timeZone, from, to, now }: Findings, put: Put): void {
  const asked = facts.filter((fact) => fact.kind === 'band');
  const days = facts.filter((fact) => fact.kind === 'bandDays');
  if (asked.length + days.length === 0 || band.length === 0) return;
  let first = 0;
  for (let start = startOfStep(from, granularity, timeZone), end = start; start < to; start = end) {
    end = nextStep(start, granularity, timeZone);
    while ((band[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first++;
    let beyond = first;
    while ((band[beyond]?.start ?? Number.POSITIVE_INFINITY) < end) beyond++;
    const known = band.slice(first, beyond);
    const time = bandTime(known, Math.max(start, from), Math.min(end, to));
    if (!time) continue;
    const seconds = { wearing: time.wearingSeconds, removed: time.removedSeconds, charge: time.chargeSeconds };
    for (const fact of asked) put({ start, end }, fact.name, seconds[fact.state]);
    for (const fact of days) put({ start, end }, fact.name, daysOf(known, Math.max(start, from), Math.min(end, to), timeZone, now));
  }
}

/** Calendar days within [from, to) of which anything is known, the one under way as far as it has come. Intervals in order of time. */
function daysOf(intervals: readonly StateInterval[], from: number, to: number, timeZone: string, now: number): number {
  const [today, tomorrow] = dayOf(now, timeZone);
  const dayNumber = (seconds: number) => Math.floor((seconds + zoneOffsetAt(timeZone, seconds).offsetSeconds) / 86_400);
  let [days, last] = [0, Number.NEGATIVE_INFINITY];
  for (const interval of intervals) {
    const [start, end] = [Math.max(interval.start, from), Math.min(interval.end, to)];
    if (end <= start) continue;
    const first = Math.max(dayNumber(start), last + 1);
    last = Math.max(last, dayNumber(end - 0.001));
    days += Math.max(0, last - first + 1);
  }
  return last === dayNumber(now) ? days - 1 + (now - today) / (tomorrow - today) : days;
}

/** A sleep counts for the step in which it ends: the night of Monday to Tuesday is Tuesday's. */
function putSleeps({ facts, sleeps, granularity, timeZone }: Findings, put: Put): void {
  const asked = facts.filter((fact) => fact.kind === 'sleep');
  if (asked.length === 0) return;
  for (const [start, ended] of Map.groupBy(sleeps, (sleep) => startOfStep(sleep.end, granularity, timeZone))) {
    const step = { start, end: nextStep(start, granularity, timeZone) };
    for (const fact of asked) {
      const values = ended.map((sleep) => sleepFigure(sleep, fact.figure, timeZone)).filter((value) => value !== null);
      if (isReduction(fact.statistic)) put(step, fact.name, reduce(values, fact.statistic));
    }
  }
}

function putAsleep({ facts, asleep, granularity, timeZone }: Findings, put: Put): void {
  for (const fact of facts) {
    if (fact.kind !== 'asleep') continue;
    const { statistic } = fact;
    if (!isReduction(statistic)) continue;
    for (const figures of asleep.filter(({ metric }) => metric === fact.metric))
      put({ start: figures.group, end: nextStep(figures.group, granularity, timeZone) }, fact.name, reduced(figures, statistic));
  }
}
