import { catalogue, type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import { bloodPressure, type ObservedThing } from './observation-key.ts';

const loinc = 'http://loinc.org';
export const ucum = 'http://unitsofmeasure.org';
const vigilMetric = 'urn:vigil:metric';
const profiles = 'http://hl7.org/fhir/StructureDefinition';

/** HL7 observation-category: the ones in use here. */
const categories = ['vital-signs', 'laboratory', 'activity', 'exam'] as const;
export type Category = (typeof categories)[number];

/** What tells of the band and not of the member is no Observation of the member. */
const aboutTheBand: readonly MetricId[] = ['battery', 'band_removed', 'weight_conf'];
const activity: readonly MetricId[] = ['steps', 'calories', 'distance', 'sleep_depth', 'sleep_efficiency'];
/** The R4 vital-signs profiles, of what has one. */
const profileOf: Partial<Record<ObservedThing, string>> = {
  heart_rate: 'heartrate',
  resp_rate: 'resprate',
  spo2: 'oxygensat',
  body_temp: 'bodytemp',
  weight: 'bodyweight',
  [bloodPressure]: 'bp',
};

export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display?: string;
}

export interface Observed {
  readonly thing: ObservedThing;
  readonly metrics: readonly MetricId[];
  readonly label: string;
  /** LOINC first, where it has a code; our own code for a metric. */
  readonly codings: readonly Coding[];
  readonly category: Category;
  /** Of a single reading. */
  readonly profiles: readonly string[];
}

/** LOINC 85354-9 is what the R4 blood-pressure profile requires. */
const pressures: Observed = {
  thing: bloodPressure,
  metrics: ['systolic', 'diastolic'],
  label: 'Blood pressure',
  codings: [{ system: loinc, code: '85354-9', display: 'Blood pressure panel with all children optional' }],
  category: 'vital-signs',
  profiles: profilesOf(bloodPressure),
};

/** Everything that leaves as an Observation. */
export const observedThings: readonly Observed[] = [
  ...metricIds.filter((id) => !aboutTheBand.includes(id) && !pressures.metrics.includes(id)).map(observedOf),
  pressures,
];

export const observed: ReadonlyMap<ObservedThing, Observed> = new Map(observedThings.map((one) => [one.thing, one]));

export function metricCodings(metric: MetricId): readonly Coding[] {
  const [code] = catalogue[metric].loinc;
  const { label } = catalogue[metric];
  return [...(code ? [{ system: loinc, code, display: label }] : []), { system: vigilMetric, code: metric, display: label }];
}

function observedOf(metric: MetricId): Observed {
  const category =
    metric === 'glucose'
      ? 'laboratory'
      : activity.includes(metric)
        ? 'activity'
        : metric === 'gsr' || metric === 'rmssd'
          ? 'exam'
          : 'vital-signs';
  return {
    thing: metric,
    metrics: [metric],
    label: catalogue[metric].label,
    codings: metricCodings(metric),
    category,
    profiles: profilesOf(metric),
  };
}

function profilesOf(thing: ObservedThing): string[] {
  const own = profileOf[thing];
  return own === undefined ? [] : [`${profiles}/vitalsigns`, `${profiles}/${own}`];
}
