import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { notKept } from '../tables/table.ts';

/** A file of the E4: the moment of its first sample, then samples a second, then a sample a line. */
export interface Sensor {
  /** What the file is called in the zip of a session. */
  readonly file: string;
  /** Null for what Vigil does not keep. */
  readonly metric: MetricId | null;
  readonly skip: string;
}

export const heartRate: Sensor = { file: 'HR.csv', metric: 'heart_rate', skip: '' };
export const skinConductance: Sensor = { file: 'EDA.csv', metric: 'gsr', skip: '' };
export const skinTemperature: Sensor = { file: 'TEMP.csv', metric: 'skin_temp', skip: '' };

/** In units that the catalogue keeps: beats a minute, µS, °C (Empatica, info.txt of a session). */
export const sensors: readonly Sensor[] = [
  heartRate,
  skinConductance,
  skinTemperature,
  { file: 'BVP.csv', metric: null, skip: notKept('the pulse wave') },
  { file: 'ACC.csv', metric: null, skip: notKept('acceleration') },
  { file: 'IBI.csv', metric: null, skip: notKept('intervals from beat to beat; heart rate variability is kept as RMSSD') },
  { file: 'tags.csv', metric: null, skip: notKept('presses of the button') },
];
