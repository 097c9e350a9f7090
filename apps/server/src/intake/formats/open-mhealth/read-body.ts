import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import type { WallClock } from '../../wall-clock.ts';
import type { Reading } from '../format.ts';
import { type JsonObject, objectOf } from '../json-values.ts';
import { inKeptUnit } from '../kept-unit.ts';
import { type Measure, otherSpecimens, type Quantity, skinPlaces, statistics, typicalStatistics, vocabularies } from './measures.ts';
import { readTimeFrame } from './time-frames.ts';

/** What becomes of the body of a data point. */
export type BodyOutcome =
  | { readonly kind: 'taken'; readonly readings: readonly Omit<Reading, 'place'>[] }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'refused'; readonly metric: MetricId; readonly reason: string };

/** Reads a body of a measure, strictly: what its schema does not allow is refused, as it may mean something else. */
export function readBody(measure: Measure, body: JsonObject, clock: WallClock): BodyOutcome {
  const [first] = measure.quantities;
  const metric = (first as Quantity).metric;
  const refused = (reason: string): BodyOutcome => ({ kind: 'refused', metric, reason });
  const values: { metric: MetricId; value: number }[] = [];
  for (const quantity of measure.quantities) {
    const value = quantityIn(quantity, body[quantity.key]);
    if (typeof value === 'string') return { kind: 'refused', metric: quantity.metric, reason: value };
    values.push({ metric: metricAt(quantity.metric, body), value });
  }
  const fault = faultIn(body);
  if (fault !== null) return refused(fault);
  const frame = readTimeFrame(body.effective_time_frame, clock);
  if (!frame.ok) return refused(frame.reason);
  if (measure.needsInterval && !frame.isInterval) return refused('What happens over time needs a time_interval');
  const notAReading = whyNotAReading(metric, body);
  if (notAReading !== null) return { kind: 'skipped', reason: notAReading };
  if (frame.endMs < frame.startMs) return refused('The time interval ends before it starts');
  const timestampMs = measure.moment === 'end' ? frame.endMs : frame.startMs;
  return { kind: 'taken', readings: values.map((one) => ({ ...one, timestampMs })) };
}

/** The value in the unit that is kept, or what is wrong with it. Version 1 and 2 of the step count are a number by itself. */
function quantityIn({ key, metric, units }: Quantity, written: unknown): number | string {
  if (metric === 'steps' && typeof written === 'number') return written;
  const { value, unit } = objectOf(written);
  if (typeof value !== 'number') return `The data point has no number in ${key}`;
  const ucum = typeof unit === 'string' ? units.get(unit) : undefined;
  if (ucum === undefined) return `The unit of ${key} is none of ${[...units.keys()].join(', ')}`;
  return inKeptUnit(metric, value, ucum);
}

function metricAt(metric: MetricId, { measurement_location: place }: JsonObject): MetricId {
  return metric === 'body_temp' && typeof place === 'string' && skinPlaces.has(place) ? 'skin_temp' : metric;
}

function faultIn(body: JsonObject): string | null {
  for (const [key, words] of vocabularies) {
    const word = body[key];
    if (word !== undefined && !(typeof word === 'string' && words.has(word))) return `${key} is none of the words of its schema`;
  }
  const { descriptive_statistic: statistic, supplemental_oxygen_flow_rate: flow } = body;
  if (statistic !== undefined && !(typeof statistic === 'string' && statistics.has(statistic)))
    return 'descriptive_statistic is none of the words of its schema';
  if (flow !== undefined && objectOf(flow).unit !== 'L/min') return 'The unit of supplemental_oxygen_flow_rate is not L/min';
  return null;
}

/** Why a right data point is none of what is kept: it is a statistic, or of something else than blood. */
function whyNotAReading(metric: MetricId, body: JsonObject): string | null {
  const { descriptive_statistic: statistic, descriptive_statistic_denominator: per, statistic_window: window } = body;
  if (typeof statistic === 'string') {
    const isValue = catalogue[metric].kind === 'count' ? statistic === 'sum' : typicalStatistics.has(statistic);
    if (!isValue || per !== undefined || window !== undefined) return `A statistic of readings and no reading (${statistic})`;
  }
  if (metric === 'glucose' && typeof body.specimen_source === 'string' && otherSpecimens.has(body.specimen_source))
    return 'Glucose of another specimen than blood or interstitial fluid';
  return null;
}
