import { reduce, type Statistic } from '@vigil/domain/facts/statistics';
import { restingHeartRateMethod } from '@vigil/domain/heart/resting-heart-rate';
import { bandTime } from '@vigil/domain/status/band-time';
import { type CutDays, cutDays, daysWithin } from '@vigil/domain/timeframe/cut-days';
import { zoneOffsetAt } from '@vigil/domain/timeframe/offsets';
import type { StateInterval } from '@vigil/domain/timeframe/state-runs';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import { type Fact, isReduction } from './facts.ts';
import type { Findings, Put } from './findings.ts';
import { sleepFigure } from './sleep-facts.ts';
import { reduced } from './step-figures.ts';

/** Says of a fact in the step that starts then how it was worked out. */
type Tell = (start: number, name: string, method: string) => void;

/** Facts that are worked out: from states of the band, stages of sleep, steps by the minute, logs, and several metrics together. */
export function putDerived(findings: Findings, put: Put, tell: Tell): void {
  putBandTimes(findings, put);
  putRestingRates(findings, put, tell);
  putSleeps(findings, put);
  putAsleep(findings, put);
  for (const fact of findings.facts) {
    if (fact.kind === 'movement') for (const step of findings.movement) put(step, fact.name, step[fact.state]);
    if (fact.kind === 'anomaly') for (const day of findings.anomalies) put(day, fact.name, day.score);
    if (fact.kind === 'logged') putLogged(findings, fact, put);
  }
}

function putLogged({ logged, granularity, timeZone }: Findings, fact: Extract<Fact, { kind: 'logged' }>, put: Put): void {
  for (const [start, times] of Map.groupBy(logged.get(fact.of) ?? [], (at) => startOfStep(at, granularity, timeZone)))
    put({ start, end: nextStep(start, granularity, timeZone) }, fact.name, times.length);
}

/** Facts of resting heart rate that can be derived from that of days: not how many readings there were, nor their sum. */
export function isDerivable(fact: Fact): boolean {
  return fact.kind === 'metric' && fact.metric === 'rhr' && isDerivedAs(fact.statistic);
}

/** Of a day there is one resting heart rate, so that the mean of days is the mean; of hours there is none. */
function isDerivedAs(statistic: Statistic): boolean {
  return statistic !== 'count' && statistic !== 'hourly_mean';
}

function putRestingRates({ facts, restingRates, granularity, timeZone }: Findings, put: Put, tell: Tell): void {
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
      tell(start, fact.name, restingHeartRateMethod);
    }
}

/** A step of which anything is known has all the asked times, zeros included; a step of which nothing is known has none. */
function putBandTimes({ facts, band, granularity, timeZone, from, to, now }: Findings, put: Put): void {
  const asked = facts.filter((fact) => fact.kind === 'band');
  const days = facts.filter((fact) => fact.kind === 'bandDays');
  if (asked.length + days.length === 0 || band.length === 0) return;
  const cut = cutDays(from, Math.min(to, now), timeZone);
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
    for (const fact of days) put({ start, end }, fact.name, bandDaysOf(known, Math.max(start, from), Math.min(end, to), timeZone, cut));
  }
}

/** Calendar days within [from, to) of which anything is known; of those that `cut` cuts the part within. Intervals in order of time. */
export function bandDaysOf(intervals: readonly StateInterval[], from: number, to: number, timeZone: string, cut: CutDays): number {
  const dayNumber = (seconds: number) => Math.floor((seconds + zoneOffsetAt(timeZone, seconds).offsetSeconds) / 86_400);
  let [days, last] = [0, Number.NEGATIVE_INFINITY];
  let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const interval of intervals) {
    const [start, end] = [Math.max(interval.start, from), Math.min(interval.end, to)];
    if (end <= start) continue;
    [earliest, latest] = [Math.min(earliest, start), Math.max(latest, end - 0.001)];
    const first = Math.max(dayNumber(start), last + 1);
    last = Math.max(last, dayNumber(end - 0.001));
    days += Math.max(0, last - first + 1);
  }
  return daysWithin(days, earliest, latest, cut);
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
