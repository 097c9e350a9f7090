import type { Tick } from '@vigil/contract/ticks-store.contract';
import { bodyMassIndex } from '@vigil/domain/body/body-mass-index';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import type { StepFigures } from '#services/ticks-store/index.ts';
import { putDerived } from './derived-facts.ts';
import { type Fact, metricOf, partsOf, totalPerDayOf } from './facts.ts';
import type { Findings, Put } from './findings.ts';
import { movingAverages } from './moving-average.ts';
import { meanOfParts, partsWithin, reduced } from './step-figures.ts';

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
  // After the metrics: what the stages of a night say comes before an efficiency that somebody else worked out.
  putDerived(findings, put, (start, name, method) => {
    const tick = table.get(start);
    if (tick) tick.derived = { ...tick.derived, [name]: method };
  });
  return [...table.values()].sort((a, b) => a.timestamp - b.timestamp);
}

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
function putMeansOfParts(findings: Findings, fact: Fact, put: Put): void {
  const { parts, granularity, timeZone, from } = findings;
  const of = partsOf(fact);
  if (!of) return;
  const found = parts[of.parts].get(of.metric) ?? [];
  const stepOf = (part: StepFigures) => startOfStep(Math.max(part.start, from), granularity, timeZone);
  for (const [start, inStep] of Map.groupBy(found, stepOf))
    put({ start, end: nextStep(start, granularity, timeZone) }, fact.name, meanOfParts(of.metric, partsWithin(inStep, findings)));
}
