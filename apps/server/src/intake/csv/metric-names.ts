import { catalogue, type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';

/** What devices, vendors and people call the metrics besides their id and label. */
const otherNames: Readonly<Partial<Record<MetricId, readonly string[]>>> = {
  heart_rate: ['hr', 'pulse', 'pulse rate'],
  rhr: ['resting hr', 'resting pulse', 'resting rate'],
  rmssd: ['heart rate variability', 'hrv rmssd'],
  resp_rate: ['respiratory rate', 'respiration rate', 'breathing rate', 'breaths', 'rr'],
  spo2: ['oxygen saturation', 'blood oxygen', 'sao2', 'o2 sat'],
  skin_temp: ['skin temp'],
  body_temp: ['temp', 'temperature'],
  gsr: ['eda', 'skin conductance', 'galvanic skin response'],
  steps: ['step count', 'step total', 'total steps'],
  calories: ['calories burned', 'energy'],
  sleep_depth: ['sleep stage', 'sleep stages'],
  weight: ['body weight'],
  systolic: ['sys', 'systolic blood pressure', 'systolic bp'],
  diastolic: ['dia', 'diastolic blood pressure', 'diastolic bp'],
  // "Historic", "scan" and "strip" are what FreeStyle Libre measured by itself, when asked, and in a drop of blood.
  glucose: ['blood glucose', 'blood sugar', 'bg', 'sensor glucose', 'historic glucose', 'scan glucose', 'strip glucose'],
  band_removed: ['band state'],
  battery: ['battery level'],
};

/** The labels of the portal in Spanish, so that what it exports can be brought in again, and those of FreeStyle Libre. */
const spanishNames: Readonly<Partial<Record<MetricId, readonly string[]>>> = {
  heart_rate: ['frecuencia cardíaca'],
  rhr: ['frecuencia en reposo'],
  rmssd: ['vfc'],
  resp_rate: ['respiración'],
  skin_temp: ['temperatura de la piel'],
  body_temp: ['temperatura corporal'],
  gsr: ['conductancia de la piel'],
  steps: ['movimiento'],
  calories: ['calorías'],
  sleep_depth: ['sueño'],
  sleep_efficiency: ['eficiencia del sueño'],
  weight: ['peso'],
  systolic: ['sistólica'],
  diastolic: ['diastólica'],
  glucose: [
    ...['glucosa', 'historial de glucosa', 'escaneo de glucosa', 'tira reactiva para glucosa'],
    ...['histórico glucosa', 'glucosa leída', 'glucosa de la tira'],
  ],
  band_removed: ['estado de la pulsera'],
  battery: ['batería de la pulsera'],
};

const pressureNames = ['blood pressure', 'bp', 'tensión arterial'];

/** Names of the column that says when, in order of preference where a file has several. */
export const whenNames: readonly string[] = [
  ...['timestamp', 'date time', 'date and time', 'ts', 'time utc', 'unix time', 'epoch', 'measured at', 'recorded at'],
  ...['device timestamp', 'sello de tiempo del dispositivo', 'activity minute', 'activity hour', 'activity date', 'sleep day'],
  ...['fecha y hora', 'time', 'date', 'hora', 'fecha'],
].map(plainName);

/** Every known name, in its plain form; blood pressure written as one is both of its metrics. */
export const metricByName: ReadonlyMap<string, MetricId | 'pressure'> = new Map([
  ...pressureNames.map((name) => [plainName(name), 'pressure'] as const),
  ...metricIds.flatMap((id) =>
    [id, catalogue[id].label, ...(otherNames[id] ?? []), ...(spanishNames[id] ?? [])].map((name) => [plainName(name), id] as const),
  ),
]);

/** Case, spaces, punctuation and the height of figures (SpO₂) do not tell names apart. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}%/]+/gu, '');
}
