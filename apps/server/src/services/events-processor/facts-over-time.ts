import type { Tick } from '@vigil/contract/ticks-store.contract';
import type { Sleep } from '@vigil/domain/sleep/sleeps';
import { bandTime } from '@vigil/domain/status/band-time';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import type { StateInterval } from '@vigil/domain/timeframe/state-runs';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import type { GroupFigures, StepFigures, Steps } from '#services/ticks-store/index.ts';
import { type Fact, metricOf, type Reduction, reduce } from './facts.ts';
import { movingAverages } from './moving-average.ts';
import { sleepFigure } from './sleep-facts.ts';

/** What has been read for a question about facts over time. Unix seconds; [from, to). */
export interface Findings {
  readonly facts: readonly Fact[];
  readonly granularity: Granularity;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  readonly steps: Steps;
  readonly band: readonly StateInterval[];
  /** Sleeps that end in [from, to). */
  readonly sleeps: readonly Sleep[];
  /** What metrics did during those sleeps; `group` is the start of the step in which the sleep ends. */
  readonly asleep: readonly GroupFigures[];
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
    const metric = metricOf(fact);
    if (metric) for (const step of findings.steps.steps.get(metric.metric) ?? []) put(step, fact.name, reduced(step, metric.reduction));
    if (fact.kind === 'movingAverage')
      for (const point of movingAverages(
        findings.steps.hours.get(fact.metric) ?? [],
        startOfStep(findings.from, 'HOURLY', findings.timeZone),
      ))
        put(point, fact.name, point.value);
  }
  putBandTimes(findings, put);
  // After the metrics: what the stages of a night say comes before an efficiency that somebody else worked out.
  putSleeps(findings, put);
  putAsleep(findings, put);
  return [...table.values()].sort((a, b) => a.timestamp - b.timestamp);
}

type Put = (step: { start: number; end: number }, name: string, value: number | null) => void;

function reduced(step: Omit<StepFigures, 'start' | 'end'>, reduction: Reduction): number {
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

/** A step of which anything is known has all the asked times, zeros included; a step of which nothing is known has none. */
function putBandTimes({ facts, band, granularity, timeZone, from, to }: Findings, put: Put): void {
  const asked = facts.filter((fact) => fact.kind === 'band');
  if (asked.length === 0 || band.length === 0) return;
  let first = 0;
  for (let start = startOfStep(from, granularity, timeZone), end = start; start < to; start = end) {
    end = nextStep(start, granularity, timeZone);
    while ((band[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first++;
    let beyond = first;
    while ((band[beyond]?.start ?? Number.POSITIVE_INFINITY) < end) beyond++;
    const time = bandTime(band.slice(first, beyond), Math.max(start, from), Math.min(end, to));
    if (!time) continue;
    const seconds = { wearing: time.wearingSeconds, removed: time.removedSeconds, charge: time.chargeSeconds };
    for (const fact of asked) put({ start, end }, fact.name, seconds[fact.state]);
  }
}

/** A sleep counts for the step in which it ends: the night of Monday to Tuesday is Tuesday's. */
function putSleeps({ facts, sleeps, granularity, timeZone }: Findings, put: Put): void {
  const asked = facts.filter((fact) => fact.kind === 'sleep');
  if (asked.length === 0) return;
  for (const [start, ended] of Map.groupBy(sleeps, (sleep) => startOfStep(sleep.end, granularity, timeZone))) {
    const step = { start, end: nextStep(start, granularity, timeZone) };
    for (const fact of asked) {
      const values = ended.map((sleep) => sleepFigure(sleep, fact.figure, timeZone)).filter((value) => value !== null);
      put(step, fact.name, reduce(values, fact.reduction));
    }
  }
}

function putAsleep({ facts, asleep, granularity, timeZone }: Findings, put: Put): void {
  for (const fact of facts) {
    if (fact.kind !== 'asleep') continue;
    for (const figures of asleep.filter(({ metric }) => metric === fact.metric))
      put({ start: figures.group, end: nextStep(figures.group, granularity, timeZone) }, fact.name, reduced(figures, fact.reduction));
  }
}
