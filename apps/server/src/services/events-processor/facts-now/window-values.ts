import { bodyMassIndex } from '@vigil/domain/body/body-mass-index';
import type { FactOverTime } from '@vigil/domain/facts/fact';
import { reduce } from '@vigil/domain/facts/statistics';
import { restingHeartRateMethod } from '@vigil/domain/heart/resting-heart-rate';
import { bandTime } from '@vigil/domain/status/band-time';
import { cutDays } from '@vigil/domain/timeframe/cut-days';
import { startOfStep } from '@vigil/domain/timeframe/zone';
import type { GroupFigures, StepFigures } from '#services/ticks-store/index.ts';
import { bandDaysOf } from '../derived-facts.ts';
import { type Fact, isReduction, metricOf, partsOf, totalPerDayOf } from '../facts.ts';
import type { Findings } from '../findings.ts';
import { movingAverages } from '../moving-average.ts';
import { readFindings } from '../read-findings.ts';
import { sleepFigure } from '../sleep-facts.ts';
import type { FactsDeps, Stretch } from '../sources.ts';
import { meanOfParts, partsWithin, reduced, totalPerPart } from '../step-figures.ts';
import { type FactNow, valueOr } from './answer.ts';

/** What facts over time are of one stretch as a whole. Rollups answer, but for medians, which are of every value. */
export async function windowValues(deps: FactsDeps, stretch: Stretch, facts: readonly Fact[]): Promise<Map<string, FactNow>> {
  const [findings, medians] = await Promise.all([
    readFindings(deps, { ...stretch, facts: [], granularity: 'DAILY' }, facts),
    readMedians(deps, stretch, facts.filter(isMedian)),
  ]);
  const asleep = await readWholeSleeps(deps, stretch, facts, findings);
  return new Map(facts.map((fact) => [fact.name, factOf(fact)]));

  function factOf(fact: Fact): FactNow {
    if (fact.kind === 'anomaly') return valueOr(findings.anomalies.at(-1)?.score ?? null, 'too-few-days');
    if (fact.kind === 'asleep')
      return valueOr(
        figureOf(
          asleep.find(({ metric }) => metric === fact.metric),
          fact,
        ),
      );
    if (isMedian(fact)) return medianOf(fact);
    return ofFindings(fact, findings);
  }

  function medianOf(fact: Fact): FactNow {
    const figures = medians.find(({ metric }) => metric === metricOf(fact)?.metric);
    if (fact.kind === 'bmi') return bmiOf(figures?.median ?? null, findings);
    if (fact.kind === 'metric' && fact.metric === 'rhr' && !figures) return ofRestingRates(fact, findings);
    return valueOr(figures?.median ?? null);
  }
}

/** Medians of what lies in steps; those of sleeps are few values, which are there anyway. */
export function isMedian(fact: FactOverTime): boolean {
  return metricOf(fact)?.reduction === 'median' && fact.kind !== 'sleep';
}

async function readMedians({ ticks }: FactsDeps, { tenantId, userId, from, to }: Stretch, facts: readonly Fact[]): Promise<GroupFigures[]> {
  const metrics = [...new Set(facts.flatMap((fact) => metricOf(fact)?.metric ?? []))];
  return metrics.length === 0 ? [] : ticks.spans({ tenantId, userId, metrics, spans: [{ start: from, end: to, group: 0 }] });
}

async function readWholeSleeps({ ticks }: FactsDeps, { tenantId, userId }: Stretch, facts: readonly Fact[], { sleeps }: Findings) {
  const metrics = [...new Set(facts.flatMap((fact) => (fact.kind === 'asleep' ? [fact.metric] : [])))];
  if (metrics.length === 0 || sleeps.length === 0) return [];
  return ticks.spans({ tenantId, userId, metrics, spans: sleeps.map(({ onset, end }) => ({ start: onset, end, group: 0 })) });
}

function figureOf(figures: GroupFigures | undefined, fact: Fact): number | null {
  return figures && 'statistic' in fact && isReduction(fact.statistic) ? reduced(figures, fact.statistic) : null;
}

function ofFindings(fact: Fact, findings: Findings): FactNow {
  switch (fact.kind) {
    case 'sleep':
      return ofSleeps(fact, findings);
    case 'band':
    case 'bandDays':
      return ofBand(fact, findings);
    case 'movingAverage': {
      const firstHour = startOfStep(findings.from, 'HOURLY', findings.timeZone);
      // Averages of days end with the day that is under way: the last hour's is what is so now.
      const hours = (findings.steps.hours.get(fact.metric) ?? []).map((hour) => ({ ...hour, start: hour.hour }));
      return valueOr(movingAverages(hours, firstHour).at(-1)?.value ?? null);
    }
    case 'days':
      return valueOr(summed(findings.steps.steps.get(fact.metric))?.days ?? null);
    case 'bmi':
      return bmiOf(ofSteps(fact, findings), findings);
    case 'metric': {
      const value = ofSteps(fact, findings);
      return value === null && fact.metric === 'rhr' ? ofRestingRates(fact, findings) : valueOr(value);
    }
    case 'movement': {
      const seconds = findings.movement.flatMap((step) => step[fact.state] ?? []);
      return valueOr(reduce(seconds, 'sum'));
    }
    case 'logged':
      return valueOr(findings.logged.get(fact.of)?.length ?? null);
    default:
      return { missing: 'no-data' };
  }
}

function ofSteps(fact: Fact, findings: Findings): number | null {
  const {
    steps: { steps },
    parts,
  } = findings;
  const of = partsOf(fact);
  if (of) return meanOfParts(of.metric, partsWithin(parts[of.parts].get(of.metric) ?? [], findings));
  const counted = totalPerDayOf(fact);
  const metric = metricOf(fact);
  if (counted) return totalPerDay(steps.get(counted) ?? [], findings);
  const figures = metric ? summed(steps.get(metric.metric)) : null;
  return metric && figures ? reduced(figures, metric.reduction) : null;
}

/** What was counted over the days that have data, each as far as it lies in the stretch and has come. */
function totalPerDay(days: readonly StepFigures[], findings: Findings): number | null {
  return totalPerPart(partsWithin(days, findings));
}

function bmiOf(weightKg: number | null, { heightM }: Findings): FactNow {
  return valueOr(bodyMassIndex(weightKg, heightM), heightM === null ? 'not-in-account' : 'no-data');
}

function ofRestingRates(fact: Fact, { restingRates }: Findings): FactNow {
  const derivable = fact.kind === 'metric' && fact.statistic !== 'count' && fact.statistic !== 'hourly_mean';
  if (!derivable) return { missing: 'no-data' };
  const rates = restingRates.map(({ value }) => value);
  const value = reduce(rates, isReduction(fact.statistic) ? fact.statistic : 'mean');
  return value === null ? { missing: 'no-data' } : { value, derived: restingHeartRateMethod };
}

function ofSleeps(fact: Extract<Fact, { kind: 'sleep' }>, findings: Findings): FactNow {
  const values = findings.sleeps.map((sleep) => sleepFigure(sleep, fact.figure, findings.timeZone)).filter((value) => value !== null);
  const value = isReduction(fact.statistic) ? reduce(values, fact.statistic) : null;
  return valueOr(value ?? (fact.figure === 'efficiency' ? ofSteps(fact, findings) : null));
}

function ofBand(fact: Fact, { band, from, to, timeZone, now }: Findings): FactNow {
  const time = bandTime(band, from, to);
  if (!time) return { missing: 'no-data' };
  if (fact.kind !== 'band') return { value: bandDaysOf(band, from, to, timeZone, cutDays(from, Math.min(to, now), timeZone)) };
  return { value: { wearing: time.wearingSeconds, removed: time.removedSeconds, charge: time.chargeSeconds }[fact.state] };
}

/** Steps as one; a median is not made of medians. */
function summed(steps: readonly StepFigures[] = []): Omit<StepFigures, 'start' | 'end'> | null {
  if (steps.length === 0) return null;
  return steps.reduce(
    (sum, step) => ({
      ...{ n: sum.n + step.n, total: sum.total + step.total, days: sum.days + step.days, median: Number.NaN },
      ...{ low: Math.min(sum.low, step.low), high: Math.max(sum.high, step.high) },
    }),
    { n: 0, total: 0, days: 0, median: Number.NaN, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY },
  );
}
