import type { MetricId } from '@vigil/domain/metrics/catalogue';

/** A quantity in the body of a data point that is a reading of ours. */
export interface Quantity {
  /** Its element in the body. */
  readonly key: string;
  readonly metric: MetricId;
  /** The units that the schema allows, and their UCUM codes; others are refused. */
  readonly units: ReadonlyMap<string, string>;
}

/** A measure of Open mHealth that is kept, by the name of its schema. */
export interface Measure {
  readonly name: string;
  readonly quantities: readonly Quantity[];
  /** Which moment of an interval the reading is of. A sleep counts for when it ends (decision 11). */
  readonly moment: 'start' | 'end';
  /** What happens over time has no moment: the schemas demand an interval. */
  readonly needsInterval: boolean;
}

const quantity = (key: string, metric: MetricId, units: Readonly<Record<string, string>>): Quantity => ({
  key,
  metric,
  units: new Map(Object.entries(units)),
});

const level = (name: string, ...quantities: readonly Quantity[]): Measure => ({ name, quantities, moment: 'start', needsInterval: false });
const overTime = (name: string, ...quantities: readonly Quantity[]): Measure => ({
  name,
  quantities,
  moment: 'start',
  needsInterval: true,
});

const pressure = { mmHg: 'mm[Hg]' };

/** Schemas of Open mHealth (github.com/openmhealth/schemas, all versions up to 4) and IEEE 1752.1. */
export const measures: readonly Measure[] = [
  level('heart-rate', quantity('heart_rate', 'heart_rate', { 'beats/min': '/min' })),
  level('respiratory-rate', quantity('respiratory_rate', 'resp_rate', { 'breaths/min': '/min' })),
  level('oxygen-saturation', quantity('oxygen_saturation', 'spo2', { '%': '%' })),
  level('body-temperature', quantity('body_temperature', 'body_temp', { C: 'Cel', F: '[degF]', K: 'K' })),
  level('body-weight', quantity('body_weight', 'weight', { kg: 'kg', g: 'g', lb: '[lb_av]', oz: '[oz_av]' })),
  level('blood-glucose', quantity('blood_glucose', 'glucose', { 'mg/dL': 'mg/dL', 'mmol/L': 'mmol/L' })),
  level(
    'blood-pressure',
    quantity('systolic_blood_pressure', 'systolic', pressure),
    quantity('diastolic_blood_pressure', 'diastolic', pressure),
  ),
  overTime('step-count', quantity('step_count', 'steps', { steps: '1' })),
  overTime('calories-burned', quantity('kcal_burned', 'calories', { kcal: 'kcal' })),
  {
    name: 'sleep-episode',
    quantities: [quantity('sleep_maintenance_efficiency_percentage', 'sleep_efficiency', { '%': '%' })],
    moment: 'end',
    needsInterval: true,
  },
];

const byName = new Map(measures.map((measure) => [measure.name, measure]));

export function measureNamed(name: string): Measure | undefined {
  return byName.get(name);
}

const meals = ['meal', 'breakfast', 'lunch', 'dinner'].flatMap((meal) => [`before ${meal}`, `after ${meal}`]);
const bloodSpecimens = ['capillary blood', 'interstitial fluid', 'plasma', 'serum', 'whole blood'];
/** Specimens that the schema of glucose allows, and of which glucose is none of the blood. */
export const otherSpecimens: ReadonlySet<string> = new Set(['breath', 'lacrimal fluid', 'saliva', 'sweat', 'tears', 'urine']);

/** Elements that say more about a measurement, and the words that the schemas allow there: another word is a fault of the sender. */
export const vocabularies: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['temporal_relationship_to_meal', new Set(['fasting', 'not fasting', '2 hours postprandial', ...meals])],
  ['temporal_relationship_to_sleep', new Set(['before sleeping', 'during sleep', 'on waking'])],
  ['temporal_relationship_to_physical_activity', new Set(['at rest', 'active', 'before exercise', 'after exercise', 'during exercise'])],
  ['specimen_source', new Set([...bloodSpecimens, ...otherSpecimens])],
  ['blood_specimen_type', new Set(['whole blood', 'plasma', 'serum'])],
]);

/** Places of a thermometer that are skin (schema of body temperature); the others are what a body temperature is taken at. */
export const skinPlaces: ReadonlySet<string> = new Set(['finger', 'toe', 'wrist']);

/** Statistics of a set of measurements (schema descriptive-statistic) that stand for the value itself, as in a CSV. */
export const typicalStatistics: ReadonlySet<string> = new Set(['average', 'median']);
export const statistics: ReadonlySet<string> = new Set([
  ...typicalStatistics,
  ...['sum', 'count', 'minimum', 'maximum', 'standard deviation', 'variance', 'quartile deviation', '20th percentile', '80th percentile'],
  ...['lower quartile', 'upper quartile', '1st quintile', '2nd quintile', '3rd quintile', '4th quintile'],
]);
