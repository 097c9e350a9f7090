/**
 * The metrics that Vigil keeps. One entry is all that a new metric needs: intake refuses what is not here,
 * charts, exports and FHIR read everything else about a metric from its entry.
 *
 * Values are kept in the unit named here (metric system; SpO2 in percent). Plausible ranges are inclusive and are
 * refusal bounds (a value outside cannot come from a living, worn or correctly read sensor), not clinical limits.
 */
export type MetricFamily = 'heart' | 'oxygen' | 'movement' | 'sleep' | 'temperature' | 'body' | 'metabolic' | 'device';

/** How values of a metric combine over time: a level is averaged, a count is summed, a state holds until the next. */
export type MetricKind = 'level' | 'count' | 'state';

export interface Metric {
  readonly id: string;
  readonly label: string;
  readonly family: MetricFamily;
  readonly kind: MetricKind;
  /** The unit as people read it. */
  readonly unit: string;
  /** The UCUM code of the same unit. */
  readonly ucum: string;
  /**
   * LOINC codes read on FHIR intake, the first one (the code that the FHIR R4 vital-signs profile requires, where it has
   * one) written on export; empty where LOINC has none. The others differ in method, body site or property only.
   */
  readonly loinc: readonly string[];
  readonly plausible: readonly [low: number, high: number];
  /** Low and high of the chart's axis; the specification's where it gives one. */
  readonly axis: readonly [low: number, high: number];
  /** Digits after the point on screen. */
  readonly decimals: number;
  /** Zero is a reading, not the absence of one; see `counting.ts`. */
  readonly zeroCounts: boolean;
  /** A latest value older than this says nothing about now, and is shown as old everywhere. Seconds. */
  readonly staleAfterSeconds: number;
}

const daySeconds = 86_400;
/** What a band measures all day: the specification's limit of a sync. */
const allDay = daySeconds;
/** What is known once a night: the night before may be missing. */
const oncePerNight = 2 * daySeconds;
/** What a person measures when they think of it. */
const occasionally = 7 * daySeconds;

const define = <const M extends Record<string, Omit<Metric, 'id'>>>(entries: M): { readonly [K in keyof M]: Metric } =>
  Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, { id, ...entry }])) as { readonly [K in keyof M]: Metric };

export const catalogue = define({
  heart_rate: {
    label: 'Heart rate',
    family: 'heart',
    kind: 'level',
    unit: 'bpm',
    ucum: '/min',
    loinc: ['8867-4', '8889-8', '8893-0', '68999-2', '69000-8', '69001-6'],
    plausible: [20, 300],
    axis: [35, 230],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: allDay,
  },
  rhr: {
    label: 'Resting heart rate',
    family: 'heart',
    kind: 'level',
    unit: 'bpm',
    ucum: '/min',
    loinc: ['40443-4'],
    plausible: [20, 200],
    axis: [30, 120],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: oncePerNight,
  },
  rmssd: {
    label: 'HRV',
    family: 'heart',
    kind: 'level',
    unit: 'ms',
    ucum: 'ms',
    loinc: [],
    plausible: [0, 300],
    axis: [0, 150],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: allDay,
  },
  resp_rate: {
    label: 'Respiration',
    family: 'oxygen',
    kind: 'level',
    unit: 'br/min',
    ucum: '/min',
    loinc: ['9279-1'],
    plausible: [3, 80],
    axis: [10, 40],
    decimals: 1,
    zeroCounts: false,
    staleAfterSeconds: allDay,
  },
  spo2: {
    label: 'SpO2',
    family: 'oxygen',
    kind: 'level',
    unit: '%',
    ucum: '%',
    loinc: ['2708-6', '59408-5'],
    plausible: [40, 100],
    axis: [50, 100],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: allDay,
  },
  skin_temp: {
    label: 'Skin temperature',
    family: 'temperature',
    kind: 'level',
    unit: '°C',
    ucum: 'Cel',
    loinc: ['39106-0'],
    plausible: [10, 45],
    axis: [30, 44],
    decimals: 1,
    zeroCounts: false,
    staleAfterSeconds: allDay,
  },
  body_temp: {
    label: 'Body temperature',
    family: 'temperature',
    kind: 'level',
    unit: '°C',
    ucum: 'Cel',
    loinc: ['8310-5', '8331-1', '8332-9', '8328-7', '8329-5', '8333-7', '75539-7'],
    plausible: [25, 45],
    axis: [30, 44],
    decimals: 1,
    zeroCounts: false,
    staleAfterSeconds: allDay,
  },
  gsr: {
    label: 'GSR',
    family: 'metabolic',
    kind: 'level',
    unit: 'µS',
    ucum: 'uS',
    loinc: [],
    plausible: [0, 100],
    axis: [0, 20],
    decimals: 2,
    zeroCounts: true,
    staleAfterSeconds: allDay,
  },
  steps: {
    label: 'Movement',
    family: 'movement',
    kind: 'count',
    unit: 'steps',
    ucum: '{steps}',
    loinc: ['55423-8', '41950-7'],
    plausible: [0, 100_000],
    axis: [0, 30_000],
    decimals: 0,
    zeroCounts: true,
    staleAfterSeconds: allDay,
  },
  calories: {
    label: 'Calories',
    family: 'movement',
    kind: 'count',
    unit: 'cal',
    ucum: 'kcal',
    loinc: ['41981-2', '55424-6'],
    plausible: [0, 20_000],
    axis: [0, 6_000],
    decimals: 0,
    zeroCounts: true,
    staleAfterSeconds: allDay,
  },
  distance: {
    label: 'Distance',
    family: 'movement',
    kind: 'count',
    unit: 'm',
    ucum: 'm',
    loinc: ['55430-3', '41953-1'],
    plausible: [0, 200_000],
    axis: [0, 10_000],
    decimals: 0,
    zeroCounts: true,
    staleAfterSeconds: allDay,
  },
  sleep_depth: {
    label: 'Sleep',
    family: 'sleep',
    kind: 'state',
    unit: '',
    ucum: '1',
    loinc: [],
    plausible: [1, 8],
    axis: [1, 4],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: oncePerNight,
  },
  sleep_efficiency: {
    label: 'Sleep efficiency',
    family: 'sleep',
    kind: 'level',
    unit: '%',
    ucum: '%',
    loinc: [],
    plausible: [0, 100],
    axis: [0, 100],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: oncePerNight,
  },
  weight: {
    label: 'Weight',
    family: 'body',
    kind: 'level',
    unit: 'kg',
    ucum: 'kg',
    loinc: ['29463-7', '3141-9', '8350-1', '8351-9'],
    plausible: [3, 500],
    axis: [45, 118],
    decimals: 1,
    zeroCounts: false,
    staleAfterSeconds: occasionally,
  },
  weight_conf: {
    label: 'Weight confidence',
    family: 'body',
    kind: 'level',
    unit: '%',
    ucum: '%',
    loinc: [],
    plausible: [0, 100],
    axis: [0, 100],
    decimals: 0,
    zeroCounts: true,
    staleAfterSeconds: occasionally,
  },
  systolic: {
    label: 'Systolic pressure',
    family: 'body',
    kind: 'level',
    unit: 'mmHg',
    ucum: 'mm[Hg]',
    loinc: ['8480-6', '8459-0', '8460-8', '8461-6'],
    plausible: [40, 300],
    axis: [40, 220],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: occasionally,
  },
  diastolic: {
    label: 'Diastolic pressure',
    family: 'body',
    kind: 'level',
    unit: 'mmHg',
    ucum: 'mm[Hg]',
    loinc: ['8462-4', '8453-3', '8454-1', '8455-8'],
    plausible: [20, 200],
    axis: [40, 220],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: occasionally,
  },
  glucose: {
    label: 'Glucose',
    family: 'metabolic',
    kind: 'level',
    unit: 'mg/dL',
    ucum: 'mg/dL',
    loinc: ['2339-0', '15074-8', '41653-7', '14743-9', '2345-7', '14749-6', '2340-8', '99504-3', '105272-9'],
    plausible: [10, 1_000],
    axis: [80, 180],
    decimals: 0,
    zeroCounts: false,
    staleAfterSeconds: allDay,
  },
  insulin: {
    label: 'Insulin',
    family: 'metabolic',
    kind: 'count',
    unit: 'U',
    ucum: '[iU]',
    loinc: [],
    plausible: [0, 500],
    axis: [0, 50],
    decimals: 1,
    zeroCounts: true,
    staleAfterSeconds: allDay,
  },
  band_removed: {
    label: 'Band status',
    family: 'device',
    kind: 'state',
    unit: '',
    ucum: '1',
    loinc: [],
    plausible: [0, 2],
    axis: [0, 86_400],
    decimals: 0,
    zeroCounts: true,
    staleAfterSeconds: allDay,
  },
  battery: {
    label: 'Band battery',
    family: 'device',
    kind: 'level',
    unit: '%',
    ucum: '%',
    loinc: [],
    plausible: [0, 100],
    axis: [50, 100],
    decimals: 0,
    zeroCounts: true,
    staleAfterSeconds: allDay,
  },
});

export type MetricId = keyof typeof catalogue;

export const metricIds = Object.keys(catalogue) as readonly MetricId[];

export function isMetricId(id: string): id is MetricId {
  return Object.hasOwn(catalogue, id);
}

/** Timestamps before 2000-01-01 UTC are refused: no band existed, a clock was never set. Seconds. */
export const earliestTimestampSeconds = 946_684_800;

/** How far ahead of the server's clock a tick may lie: five minutes of clock skew. Seconds. */
export const allowedClockSkewSeconds = 300;
