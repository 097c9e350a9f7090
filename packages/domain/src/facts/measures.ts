import { catalogue, type MetricId } from '../metrics/catalogue.ts';
import { bandStateLabels } from '../status/band-state.ts';
import { roundTo } from '../units/rounding.ts';
import { displayValue, typedValue, type UnitSystem, type Units } from '../units/unit-system.ts';

/** Where the value of a measure comes from. */
export type MeasureOrigin =
  /** The account: birth date or sex. */
  | { readonly from: 'account'; readonly field: 'birthDate' | 'sex' }
  /** The latest reading that counts; of a counted metric the total of the member's day so far. */
  | { readonly from: 'latest'; readonly metric: MetricId }
  /** The member's newest sleep; `metric`: what a device that sends no stages sent instead. */
  | { readonly from: 'sleep'; readonly figure: 'awakenings' | 'latency' | 'efficiency' | 'total'; readonly metric: MetricId | null }
  /** The latest weight and the height of the account: `bodyMassIndex`. */
  | { readonly from: 'bodyMassIndex' }
  /** The band's last known state. */
  | { readonly from: 'band' }
  /** What others have worked out and sent: `POST …/users/{id}/facts`. */
  | { readonly from: 'outside' };

/** How a measure is written in one unit system. */
export interface MeasureScale {
  /** The unit as people read it; empty where there is none. */
  readonly unit: string;
  /** What a filter or a condition may ask for, inclusive (specification, validation rules, where it gives one). */
  readonly range: readonly [low: number, high: number];
  /** By how much such an end is moved. */
  readonly step: number;
}

interface Named {
  readonly id: string;
  readonly label: string;
  readonly origin: MeasureOrigin;
  /** A value older than this says nothing about now and is shown as old. Null: it does not age. Seconds. */
  readonly staleAfterSeconds: number | null;
  /** What it means that a member has none. */
  readonly missing: string;
}

/** A measure that is a number. Its values are in the metric scale. */
export interface NumberMeasure extends Named {
  readonly type: 'measure';
  readonly scales: Readonly<Record<UnitSystem, MeasureScale>>;
  /** Of glucose: the scale of those who read mmol/L, whatever their unit system. */
  readonly molarScale?: MeasureScale;
  /** Digits after the point on screen, in the metric scale. */
  readonly decimals: number;
  /** What a kept reading (catalogue unit) is multiplied with: 0.01 for oxygen saturation, which is kept in percent. */
  readonly perKept: number;
}

/** A measure that is one of some words. */
export interface ValueMeasure extends Named {
  readonly type: 'value';
  /** The words. Empty: whatever was sent. */
  readonly values: readonly string[];
}

/** What a column of the panel, a filter or the condition of a cohort may name. */
export type Measure = NumberMeasure | ValueMeasure;

const both = (unit: string, range: MeasureScale['range'], step: number): NumberMeasure['scales'] => ({
  metric: { unit, range, step },
  imperial: { unit, range, step },
});

const noReading = 'No reading that counts has arrived.';

function latest(metric: MetricId, more: Pick<NumberMeasure, 'scales'> & Partial<NumberMeasure>): NumberMeasure {
  const { label, decimals, kind, staleAfterSeconds } = catalogue[metric];
  const missing = kind === 'count' ? 'Nothing was counted: no band data, which is not the same as no movement.' : noReading;
  return {
    type: 'measure',
    id: metric,
    label,
    origin: { from: 'latest', metric },
    decimals,
    staleAfterSeconds,
    missing,
    perKept: 1,
    ...more,
  };
}

/** Readings without a specified range: from the lowest to the highest that can be true. */
function plausible(metric: MetricId, step: number): NumberMeasure {
  return latest(metric, { scales: both(catalogue[metric].unit, catalogue[metric].plausible, step) });
}

const temperature: NumberMeasure['scales'] = {
  metric: { unit: '°C', range: [20, 43], step: 0.1 },
  imperial: { unit: '°F', range: [68, 110], step: 0.1 },
};

function ofSleep(
  figure: Extract<MeasureOrigin, { from: 'sleep' }>['figure'],
  label: string,
  scale: MeasureScale,
  metric: MetricId | null = null,
): NumberMeasure {
  return {
    ...{ type: 'measure', id: `sleep_${figure}`, label, origin: { from: 'sleep', figure, metric }, perKept: 1 },
    ...{ decimals: 0, scales: { metric: scale, imperial: scale }, staleAfterSeconds: catalogue.sleep_depth.staleAfterSeconds },
    missing: 'No sleep is known, or none of which this can be told.',
  };
}

/** Every measure that has a name of its own, in the order in which people choose from them. */
export const measures: readonly Measure[] = [
  {
    ...{ type: 'measure', id: 'age', label: 'Age', origin: { from: 'account', field: 'birthDate' }, perKept: 1, decimals: 0 },
    ...{ scales: both('years', [18, 120], 1), staleAfterSeconds: null, missing: 'The account has no birth date.' },
  },
  {
    ...{ type: 'value', id: 'gender', label: 'Gender', origin: { from: 'account', field: 'sex' }, staleAfterSeconds: null },
    ...{ values: ['male', 'female', 'intersex', 'non-binary', 'transgender', 'unknown'], missing: 'The account does not say.' },
  },
  latest('weight', {
    scales: { metric: { unit: 'kg', range: [3, 500], step: 0.1 }, imperial: { unit: 'lbs', range: [5, 1100], step: 0.1 } },
  }),
  {
    ...{ type: 'measure', id: 'bmi', label: 'BMI', origin: { from: 'bodyMassIndex' }, perKept: 1, decimals: 1 },
    ...{ scales: both('kg/m²', [5, 80], 0.1), staleAfterSeconds: catalogue.weight.staleAfterSeconds },
    missing: 'No weight that counts has arrived, or the account has no height.',
  },
  latest('heart_rate', { scales: both('bpm', [0, 300], 1) }),
  latest('rhr', { scales: both('bpm', [0, 300], 1) }),
  latest('rmssd', { scales: both('ms', [0, 300], 1) }),
  latest('resp_rate', { scales: both('br/min', [0, 40], 0.1) }),
  latest('spo2', { scales: both('', [0, 1], 0.01), perKept: 0.01, decimals: 2 }),
  latest('skin_temp', { scales: temperature }),
  latest('body_temp', { scales: temperature }),
  plausible('systolic', 1),
  plausible('diastolic', 1),
  { ...plausible('glucose', 1), molarScale: { unit: 'mmol/L', range: [0.6, 55.4], step: 0.1 } },
  plausible('gsr', 0.01),
  ofSleep('total', 'Sleep', { unit: 's', range: [0, 86_400], step: 60 }),
  ofSleep('awakenings', 'Sleep awakenings', { unit: '', range: [0, 20], step: 1 }),
  ofSleep('latency', 'Sleep latency', { unit: 's', range: [0, 3_600], step: 1 }),
  ofSleep('efficiency', 'Sleep efficiency', { unit: '%', range: [0, 100], step: 1 }, 'sleep_efficiency'),
  latest('steps', { scales: both('steps', [0, 30_000], 1) }),
  latest('distance', { scales: both('m', [0, 10_000], 1) }),
  latest('calories', { scales: both('cal', [0, 6_000], 1) }),
  {
    ...{ type: 'value', id: 'band_status', label: 'Band Status', origin: { from: 'band' } },
    ...{ values: Object.keys(bandStateLabels), staleAfterSeconds: catalogue.band_removed.staleAfterSeconds },
    missing: 'The band has never told its state.',
  },
  plausible('battery', 1),
];

const byId = new Map(measures.map((measure) => [measure.id, measure]));

const risk = /^relative_population_([a-z][a-z0-9_]*)$/;
const diagnosis = /^e_([a-z][a-z0-9_]*)$/;
/** What is written in capitals. */
const abbreviations = new Map([['copd', 'COPD']]);
/** Characters of a measure's id. */
const longestId = 60;

/**
 * The measure of an id; null when there is none. Besides those of the list: `relative_population_<disease>`, a risk relative to
 * the tenant's median member (1 is the median; 0.1 to 10 by 0.1, "x"), and `e_<condition>`, a diagnosis, whose value is "yes".
 * Both come from outside or from calculators; where nothing was said they are unknown, neither 1 nor "no".
 */
export function measureOf(id: string): Measure | null {
  const known = byId.get(id);
  if (known || id.length > longestId) return known ?? null;
  const disease = risk.exec(id)?.[1];
  if (disease)
    return {
      ...{ type: 'measure', id, label: `Relative risk: ${words(disease)}`, origin: { from: 'outside' }, perKept: 1, decimals: 1 },
      ...{ scales: both('x', [0.1, 10], 0.1), staleAfterSeconds: null },
      missing: 'No risk has been worked out, or an input of its calculator is not known. It is not 1.',
    };
  const condition = diagnosis.exec(id)?.[1];
  if (!condition) return null;
  return {
    ...{
      type: 'value',
      id,
      label: `Diagnosis: ${words(condition)}`,
      origin: { from: 'outside' },
      values: ['yes'],
      staleAfterSeconds: null,
    },
    missing: 'Nobody has said so, which does not say that it is not so.',
  };
}

function words(slug: string): string {
  return abbreviations.get(slug) ?? slug.replaceAll('_', ' ');
}

/** A kept reading as the measure's value, in its metric scale: 97 % of oxygen is 0.97. */
export function measureValue(measure: NumberMeasure, kept: number): number {
  return measure.perKept === 1 ? kept : roundTo(kept * measure.perKept, 10);
}

/** How a measure is written in a person's units. */
export function scaleOf({ scales, molarScale }: NumberMeasure, units: Units): MeasureScale {
  return units.glucose === 'mmol/L' && molarScale ? molarScale : scales[units.system];
}

/** A measure is converted like the metric whose reading it is; one of another origin reads the same in all units. */
const metricOf = ({ origin }: NumberMeasure) => (origin.from === 'latest' ? catalogue[origin.metric] : null);

/** A measure's value as a person reads it; not rounded. */
export function measureShown(measure: NumberMeasure, value: number, units: Units): number {
  const metric = metricOf(measure);
  return metric ? displayValue(metric, value, units) : value;
}

/** What a person typed, as the measure's value in its metric scale; not rounded. */
export function measureTyped(measure: NumberMeasure, typed: number, units: Units): number {
  const metric = metricOf(measure);
  return metric ? typedValue(metric, typed, units) : typed;
}
