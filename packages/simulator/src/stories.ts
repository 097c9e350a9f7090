import { type Effects, noEffects } from './effects.ts';
import type { Body, Habits, Instruments, StoryId } from './member.ts';
import { ramp, uniform } from './noise.ts';

export interface Story {
  readonly title: string;
  readonly conditions: readonly string[];
  readonly ageYears: readonly [low: number, high: number];
  readonly body?: Partial<Body>;
  readonly habits?: Partial<Habits>;
  readonly instruments?: Partial<Instruments>;
  /** `day` counts from the story's present: 0 is today, -1 yesterday. Days ahead are asked for as well: the demonstration goes on. */
  readonly effects: (day: number, seed: number) => Effects;
}

/** Wears the band day and night, so that what the story tells is seen. */
const faithful: Partial<Habits> = { offNightShare: 0, offDayShare: 0, forgetsChargeShare: 0, syncEveryMinutes: 1, clockSkewMs: 0 };

export const stories: { readonly [K in StoryId]: Story } = {
  /**
   * Fluid gain begins about a week before a decompensation is admitted (Chaudhry et al., Circulation 2007;116:1549);
   * 2 kg in a week is the usual call-the-clinic mark (2022 AHA/ACC/HFSA guideline). Resting and night rate rise, HRV
   * and activity fall, breathing at night quickens (Boehmer et al., JACC Heart Fail 2017;5:216, the HeartLogic sensors).
   */
  'heart-failure': {
    title: 'Heart failure decompensating',
    conditions: ['Heart failure, reduced ejection fraction'],
    ageYears: [66, 78],
    body: {
      restingRateBpm: 68,
      rmssdMs: 24,
      respirationRate: 16.4,
      spo2Percent: 95.4,
      stepsPerDay: 4_600,
      systolicMmHg: 122,
      diastolicMmHg: 74,
    },
    habits: faithful,
    instruments: { scale: 'connected', weighEveryDays: 1, cuff: 'daily' },
    effects: (day) => {
      const worse = ramp(day, -8, 0);
      return {
        ...noEffects,
        weight: 2.8 * ramp(day, -7, -0.5),
        restingRate: 13 * worse,
        rmssd: 1 - 0.42 * worse,
        respiration: 4.2 * worse,
        spo2: -1.8 * worse,
        steps: 1 - 0.62 * worse,
        sleepHours: -1.3 * worse,
        awakenings: 6 * worse,
        dipsPerHour: 3 + 6 * worse,
      };
    },
  },

  /** Heart rate rises by about 8.5 bpm per degree (Karjalainen & Viitasalo, Arch Intern Med 1986;146:1169). */
  infection: {
    title: 'Febrile infection',
    conditions: ['Asthma, mild'],
    ageYears: [38, 55],
    habits: faithful,
    effects: (day) => {
      const ill = ramp(day, -4, -1.5) * (1 - ramp(day, 2, 7));
      return {
        ...noEffects,
        fever: 2.2 * ill,
        restingRate: 17 * ill,
        respiration: 3.6 * ill,
        rmssd: 1 - 0.4 * ill,
        spo2: -1.6 * ill,
        steps: 1 - 0.8 * ill,
        sleepHours: 1.4 * ill,
        awakenings: 4 * ill,
      };
    },
  },

  /** Paroxysms become more frequent; the ventricular response is fast and irregular (ESC guideline on atrial fibrillation 2020). */
  'atrial-fibrillation': {
    title: 'Irregular rhythm episodes',
    conditions: ['Paroxysmal atrial fibrillation', 'Hypertension'],
    ageYears: [62, 74],
    body: { restingRateBpm: 61, rmssdMs: 27, systolicMmHg: 136, diastolicMmHg: 82 },
    habits: faithful,
    instruments: { cuff: 'weekly' },
    effects: (day, seed) => ({
      ...noEffects,
      arrhythmia: [-61, -38, -22, -13, -8, -5, -3, -1].includes(day) || (day > 0 && uniform(seed, 71, day) < 0.35),
    }),
  },

  /** Chronic hypoxaemia, and an exacerbation: faster breathing, desaturation at night, less activity (GOLD report 2023, chapter 5). */
  'copd-exacerbation': {
    title: 'COPD exacerbation',
    conditions: ['COPD, GOLD 3'],
    ageYears: [64, 76],
    body: { restingRateBpm: 74, rmssdMs: 22, respirationRate: 18.2, spo2Percent: 93, stepsPerDay: 3_900 },
    habits: faithful,
    instruments: { nightOximetry: true },
    effects: (day) => {
      const worse = ramp(day, -7, -2);
      return {
        ...noEffects,
        spo2: -3.4 * worse,
        dipsPerHour: 4 + 11 * worse,
        dipDepth: 4 + 2 * worse,
        respiration: 5.4 * worse,
        restingRate: 11 * worse,
        steps: 1 - 0.55 * worse,
        fever: 0.5 * worse,
        awakenings: 5 * worse,
        sleepHours: -1 * worse,
      };
    },
  },

  /** Grade 2 hypertension, 160–179 over 100–109 (ESH guideline 2023), measured at home twice a day. */
  hypertension: {
    title: 'Uncontrolled hypertension',
    conditions: ['Hypertension, grade 2', 'Obesity'],
    ageYears: [50, 63],
    body: { systolicMmHg: 166, diastolicMmHg: 102, restingRateBpm: 73, stepsPerDay: 4_800 },
    habits: faithful,
    instruments: { cuff: 'twice-daily', scale: 'connected', weighEveryDays: 3 },
    effects: (day) => ({ ...noEffects, systolic: 7 * ramp(day, -20, 0), diastolic: 4 * ramp(day, -20, 0) }),
  },

  /** Level 1 hypoglycaemia is below 70 and level 2 below 54 mg/dL; above 250 is level 2 hyperglycaemia (Battelino et al., Diabetes Care 2019;42:1593). */
  diabetes: {
    title: 'Glucose excursions and night hypoglycaemia',
    conditions: ['Type 1 diabetes'],
    ageYears: [28, 44],
    body: { fastingGlucoseMgDl: 128 },
    habits: faithful,
    instruments: { glucose: 'continuous' },
    effects: (day, seed) => ({
      ...noEffects,
      mealGlucose: 105 + 35 * ramp(day, -14, 0),
      nightGlucose: [-9, -4, -2, 0].includes(day) || uniform(seed, 72, day) < 0.05 ? 47 : null,
    }),
  },

  /** Withdrawal, irregular sleep and lower activity go with depression (Zhang et al., JMIR mHealth 2021;9:e24604, on Fitbit sleep and PHQ-8). */
  inactivity: {
    title: 'Deconditioning and disturbed sleep',
    conditions: ['Depressive episode'],
    ageYears: [33, 52],
    body: { stepsPerDay: 7_900 },
    habits: { ...faithful, offDayShare: 0.02 },
    instruments: { scale: 'manual', weighEveryDays: 7 },
    effects: (day) => {
      const low = ramp(day, -48, -12);
      return {
        ...noEffects,
        steps: 1 - 0.77 * low,
        restingRate: 7 * low,
        rmssd: 1 - 0.22 * low,
        bedtime: 110 * low,
        irregularSleep: 1 + 1.8 * low,
        awakenings: 6 * low,
        sleepHours: -0.9 * low,
        weight: 2.1 * low,
      };
    },
  },

  'never-worn': {
    title: 'Band never worn',
    conditions: ['Hypertension'],
    ageYears: [55, 70],
    effects: () => noEffects,
  },

  /** The band was last charged a week ago; it went flat three days ago and nobody has noticed. */
  'flat-battery': {
    title: 'Band flat for three days',
    conditions: ['Heart failure, preserved ejection fraction'],
    ageYears: [70, 82],
    body: { stepsPerDay: 3_600, restingRateBpm: 66, rmssdMs: 21 },
    habits: { ...faithful, batteryLifeHours: 96, chargeMinute: 9 * 60 + 30, chargeEveryDays: 2 },
    instruments: { scale: 'manual', weighEveryDays: 2, cuff: 'weekly' },
    effects: (day) => ({ ...noEffects, charges: day > -7 ? false : day === -7 ? true : null }),
  },

  /** A programme of twelve weeks: more steps, lower resting rate and pressure, some weight lost. */
  improving: {
    title: 'Improving on the programme',
    conditions: ['Obesity', 'Prediabetes'],
    ageYears: [44, 58],
    body: { restingRateBpm: 76, rmssdMs: 25, stepsPerDay: 3_900, systolicMmHg: 142, diastolicMmHg: 90, sleepHours: 6.4 },
    habits: faithful,
    instruments: { scale: 'connected', weighEveryDays: 1, cuff: 'daily' },
    effects: (day) => {
      const better = ramp(day, -84, 4);
      return {
        ...noEffects,
        steps: 1 + 1.55 * better,
        restingRate: -10 * better,
        rmssd: 1 + 0.5 * better,
        weight: -6.2 * better,
        systolic: -16 * better,
        diastolic: -9 * better,
        sleepHours: 0.7 * better,
      };
    },
  },

  /** Severe: 30 and more events an hour of sleep (AASM manual), each with a desaturation, and a night of arousals. */
  'sleep-apnoea': {
    title: 'Sleep apnoea',
    conditions: ['Obesity', 'Sleepiness by day'],
    ageYears: [46, 62],
    body: { restingRateBpm: 70, rmssdMs: 26, spo2Percent: 95.6 },
    habits: faithful,
    instruments: { nightOximetry: true, scale: 'manual', weighEveryDays: 7 },
    effects: () => ({ ...noEffects, dipsPerHour: 34, dipDepth: 7.5, awakenings: 9, rmssd: 0.9, sleepHours: -0.5 }),
  },
};

export const storyIds = Object.keys(stories) as readonly StoryId[];
