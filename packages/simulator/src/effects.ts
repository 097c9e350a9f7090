/** What a story changes on one day. `+` adds to the healthy level, `×` multiplies it. */
export interface Effects {
  /** + bpm */
  readonly restingRate: number;
  /** × */
  readonly rmssd: number;
  /** + breaths a minute, asleep and awake. */
  readonly respiration: number;
  /** + percent */
  readonly spo2: number;
  /** Desaturations an hour of sleep. */
  readonly dipsPerHour: number;
  /** Percent that a desaturation falls by, on average. */
  readonly dipDepth: number;
  /** × */
  readonly steps: number;
  /** + hours */
  readonly sleepHours: number;
  /** + minutes */
  readonly bedtime: number;
  /** × the night-to-night spread of bedtime and length. */
  readonly irregularSleep: number;
  /** + awakenings a night of several minutes. */
  readonly awakenings: number;
  /** + °C of core temperature. */
  readonly fever: number;
  /** + kg */
  readonly weight: number;
  /** + mmHg */
  readonly systolic: number;
  readonly diastolic: number;
  /** An episode of irregular, fast heart rhythm begins on this day. */
  readonly arrhythmia: boolean;
  /** + mg/dL at the peak after a main meal. */
  readonly mealGlucose: number;
  /** The lowest glucose of the night, mg/dL; null when the night is uneventful. */
  readonly nightGlucose: number | null;
  /** Whether the band is charged on this day; null leaves it to the habit. */
  readonly charges: boolean | null;
  /** + probability that the band stays off for the day. */
  readonly offDay: number;
}

export const noEffects: Effects = {
  restingRate: 0,
  rmssd: 1,
  respiration: 0,
  spo2: 0,
  dipsPerHour: 1.5,
  dipDepth: 3,
  steps: 1,
  sleepHours: 0,
  bedtime: 0,
  irregularSleep: 1,
  awakenings: 0,
  fever: 0,
  weight: 0,
  systolic: 0,
  diastolic: 0,
  arrhythmia: false,
  mealGlucose: 30,
  nightGlucose: null,
  charges: null,
  offDay: 0,
};
