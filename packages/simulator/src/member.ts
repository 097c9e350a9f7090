/** Levels of the body in health, before a story changes them. */
export interface Body {
  readonly restingRateBpm: number;
  readonly rmssdMs: number;
  /** Breaths a minute asleep. */
  readonly respirationRate: number;
  readonly spo2Percent: number;
  /** Wrist, awake, degrees Celsius. */
  readonly skinTempC: number;
  readonly stepsPerDay: number;
  readonly sleepHours: number;
  /** Usual bedtime in minutes before (negative) or after midnight. */
  readonly bedtimeMinutes: number;
  readonly systolicMmHg: number;
  readonly diastolicMmHg: number;
  readonly fastingGlucoseMgDl: number;
}

/** What the person does with the band. Shares are probabilities per day. */
export interface Habits {
  readonly chargeEveryDays: number;
  /** Minute of the day at which the band usually goes on the charger. */
  readonly chargeMinute: number;
  readonly batteryLifeHours: number;
  readonly forgetsChargeShare: number;
  readonly offNightShare: number;
  readonly offDayShare: number;
  /** The band's readings reach the server in bursts this far apart; 1 is as good as at once. */
  readonly syncEveryMinutes: number;
  /** How far the band's clock is ahead of the true time; less than the five minutes that intake allows. Milliseconds. */
  readonly clockSkewMs: number;
}

/** Other instruments at home. */
export interface Instruments {
  /** A connected scale also reports how sure it is (weight_conf); a manual weight is typed in. */
  readonly scale: 'none' | 'manual' | 'connected';
  readonly weighEveryDays: number;
  readonly cuff: 'none' | 'weekly' | 'daily' | 'twice-daily';
  readonly glucose: 'none' | 'spot' | 'continuous';
  /** The band measures oxygen every two minutes of sleep, however rarely else. */
  readonly nightOximetry: boolean;
  /** Minutes between readings of breath, oxygen, skin and variability; heart rate comes every minute. A divisor of 60. */
  readonly vitalsEveryMinutes: number;
}

export type SyntheticStatus = 'ACTIVE' | 'CREATED' | 'HOLDING' | 'DISCHARGED';

/** What happens to the person: each is told in `stories`. */
export type StoryId =
  | 'heart-failure'
  | 'infection'
  | 'atrial-fibrillation'
  | 'copd-exacerbation'
  | 'hypertension'
  | 'diabetes'
  | 'inactivity'
  | 'never-worn'
  | 'flat-battery'
  | 'improving'
  | 'sleep-apnoea';

/** An invented person. Everything that `readings` makes follows from this record alone. */
export interface SyntheticMember {
  /** Unique and stable: tenant code and index, as in `demo-07`. */
  readonly key: string;
  readonly seed: number;
  readonly givenName: string;
  readonly familyName: string;
  readonly sex: 'male' | 'female';
  readonly ageYears: number;
  /** ISO date. */
  readonly birthDate: string;
  readonly heightM: number;
  readonly weightKg: number;
  readonly timeZone: string;
  readonly mrn: string;
  readonly conditions: readonly string[];
  readonly story: StoryId | null;
  readonly status: SyntheticStatus;
  /** The present of the stories: a story's "three days ago" is three days before this moment. Milliseconds. */
  readonly epochMs: number;
  /** First and last moment of band data, milliseconds; equal when the band was never worn, `toMs` null when there is no end. */
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly body: Body;
  readonly habits: Habits;
  readonly instruments: Instruments;
}
