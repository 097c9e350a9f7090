import { VigilError } from '@vigil/contract/errors';
import { type FactOverTime, parseFactOverTime } from '@vigil/domain/facts/fact';
import { type Reduction, reductions, type Statistic } from '@vigil/domain/facts/statistics';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';

/** A fact over time with the name under which it was asked for and is answered. */
export type Fact = FactOverTime & { readonly name: string };

/** Reads a fact's name. Throws invalid_input, naming it, when there is no such fact over time. */
export function parseFact(name: string): Fact {
  const fact = parseFactOverTime(name);
  if (!fact) throw noSuchFact(name);
  return { ...fact, name };
}

export function noSuchFact(name: string): VigilError {
  return new VigilError('invalid_input', `There is no fact "${name}". A fact is named metric_statistic, as in heart_rate_mean.`, {
    fields: [{ field: 'facts', message: `Not known: ${name}` }],
  });
}

export const isReduction = (statistic: Statistic): statistic is Reduction => (reductions as readonly string[]).includes(statistic);

/**
 * The metric whose own figures of a step say what a fact is. Sleep efficiency is one of the figures of a sleep, and a metric too,
 * for devices that send no stages: it stands in where a step has no sleep of its own. A body mass index is a weight.
 */
export function metricOf(fact: FactOverTime): { readonly metric: MetricId; readonly reduction: Reduction } | null {
  if (fact.kind === 'metric') return isReduction(fact.statistic) ? { metric: fact.metric, reduction: fact.statistic } : null;
  const metric = fact.kind === 'bmi' ? 'weight' : fact.kind === 'sleep' && fact.figure === 'efficiency' ? 'sleep_efficiency' : null;
  return metric && 'statistic' in fact && isReduction(fact.statistic) ? { metric, reduction: fact.statistic } : null;
}

/** The metric whose days with data a fact counts or divides by. */
export function daysOf(fact: FactOverTime): MetricId | null {
  return fact.kind === 'days' ? fact.metric : totalPerDayOf(fact);
}

/** The counted metric whose total per day with data a fact is. */
export function totalPerDayOf(fact: FactOverTime): MetricId | null {
  return fact.kind === 'metric' && fact.statistic === 'daily_mean' && catalogue[fact.metric].kind === 'count' ? fact.metric : null;
}

/** The parts of a step, hours or days, whose own figures a fact is the mean of. */
export function partsOf(fact: FactOverTime): { readonly metric: MetricId; readonly parts: 'HOURLY' | 'DAILY' } | null {
  if (fact.kind !== 'metric' || totalPerDayOf(fact)) return null;
  if (fact.statistic === 'hourly_mean') return { metric: fact.metric, parts: 'HOURLY' };
  return fact.statistic === 'daily_mean' ? { metric: fact.metric, parts: 'DAILY' } : null;
}

/** Whether a fact is read from the states of the band. */
export const isOfBand = ({ kind }: FactOverTime): boolean => kind === 'band' || kind === 'bandDays';

/** Whether a fact is of days, and says nothing of anything shorter. */
export const isOfDays = (fact: FactOverTime): boolean =>
  fact.kind === 'anomaly' || (fact.kind === 'metric' && fact.statistic === 'daily_mean');
