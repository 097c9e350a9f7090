import { extremeGlucose } from '../activities/concern.ts';
import type { MetricId } from '../metrics/catalogue.ts';
import type { AlertRule, AlertSeverity, Direction, RuleSubject } from './rule.ts';

/** A rule that a tenant may begin with. */
export interface DefaultRule {
  /** Stays the same over releases, so that a tenant takes each over once. */
  readonly id: string;
  readonly title: string;
  /** Where its numbers come from. */
  readonly source: string;
  readonly rule: AlertRule;
}

const news2 = 'Royal College of Physicians, National Early Warning Score (NEWS) 2, 2017';
const esc = 'ESC/ESH Guidelines for the management of arterial hypertension, 2018';
const glucoseConsensus = 'Battelino et al., Clinical Targets for CGM Data Interpretation, Diabetes Care 2019;42:1593–1603';
const crises = 'Umpierrez et al., Hyperglycemic Crises in Adults With Diabetes, Diabetes Care 2024;47:1257–1275; the level is ours';
const tachycardia = 'Adult Tachyarrhythmia Algorithm, 2020 American Heart Association Guidelines, Circulation 2020;142:S366–S468';
const athletes = 'Sharma et al., International Recommendations for ECG Interpretation in Athletes, JACC 2017;69:1057–1075';
const emergencyTeams = 'Criteria for calling the emergency team of the MERIT study, Hillman et al., Lancet 2005;365:2091–2097';
const oxygen = 'BTS guideline for oxygen use in adults in healthcare and emergency settings, Thorax 2017;72 Suppl 1: below 85 %';
const heartFailure = 'ESC Guidelines for acute and chronic heart failure, 2021: a gain of more than 2 kg in 3 days is to be told of';
const ownBaseline = 'Natarajan et al., npj Digital Medicine 2020;3:156, and Mishra et al., Nature Biomedical Engineering 2020;4:1208–1220';
const ourChoice = 'the level and how long it has to hold are ours';

const base = {
  ...{ baseline: null, against: 'value', category: 'BIOMETRICS', role: 'nurse', leastCoverage: 0.5, closesOnClearing: false },
} as const satisfies Partial<AlertRule>;
const hours = { CRITICAL: 24, HIGH: 72, MEDIUM: 7 * 24, LOW: 14 * 24 } as const satisfies Record<AlertSeverity, number>;

type Numbers = Pick<AlertRule, 'level' | 'clearing' | 'severity'> & Partial<AlertRule>;
const aboutSubject = (subject: RuleSubject, direction: Direction, rest: Partial<AlertRule>, numbers: Numbers): AlertRule => ({
  ...{ ...base, subject, direction, aggregate: 'mean', window: '1h', persistMinutes: 0, timeToLiveHours: hours[numbers.severity] },
  ...rest,
  ...numbers,
});
const about = (metric: MetricId, direction: Direction, rest: Partial<AlertRule>, numbers: Numbers) =>
  aboutSubject({ kind: 'metric', metric }, direction, rest, numbers);

/** A single measurement that a person took: judged as it comes, and for a day. */
const spot = { aggregate: 'latest', window: '24h' } as const;
/** What a band measures all day: the mean of an hour, which a quarter of an hour must not be the whole of. */
const hourly = { persistMinutes: 15 } as const;
/**
 * What a band measures that is so extreme that the mean of an hour would tell of it too late. A single reading of a band may be an artifact
 * of movement: it has to be there again a quarter of an hour later, when oxygen and respiration are measured next.
 */
const extreme = { aggregate: 'latest', persistMinutes: 15 } as const;
const md = { role: 'md' } as const;
const night = { aggregate: 'latest', window: '2d', against: 'difference', baseline: '28dS2d' } as const;
const daysAgainstOwn = { window: '24h', against: 'difference', baseline: '28dS1d' } as const;

/**
 * Rules for every vital sign. Levels of vital signs at rest are the scores 3 and 2 of NEWS2 (a score of 1 is many a healthy
 * person's); blood pressure the grades 2 and 3 of hypertension, glucose the levels 1 and 2 of the consensus on time in range;
 * changes are against the member's own four weeks. Each names its source; how long a condition has to hold, where it clears
 * and to whom it goes is ours, for no guideline says so of a band worn at home. NEWS2 reads the last worn hour, walked or rested: it has to
 * hold for longer than a walk is in it.
 *
 * What is extreme is told at once where a person has measured it, and of a band within a quarter of an hour. Temperature and pressure have
 * no further level: their highest and lowest ones are told at once already. A low diastolic pressure alone and an absolute weight are in none
 * of the scores; a fall in weight is nobody's emergency. Skin temperature, HRV and steps are no vital signs.
 *
 * No title names a level in a unit that people read differently: the rule's own words say it in the reader's.
 */
export const defaultRules: readonly DefaultRule[] = [
  one(
    'spo2-very-low',
    'SpO2 91 % or less',
    news2,
    about('spo2', 'at_most', hourly, { level: 91, clearing: 92, severity: 'CRITICAL', ...md }),
  ),
  one(
    'spo2-low',
    'SpO2 93 % or less',
    news2,
    about('spo2', 'at_most', { persistMinutes: 30 }, { level: 93, clearing: 94, severity: 'HIGH' }),
  ),
  one(
    'spo2-extremely-low',
    'SpO2 84 % or less',
    oxygen,
    about('spo2', 'at_most', extreme, { level: 84, clearing: 88, severity: 'CRITICAL', ...md }),
  ),
  one(
    'pulse-very-high',
    'Pulse at rest 131 or more',
    news2,
    about('heart_rate', 'at_least', hourly, { level: 131, clearing: 120, severity: 'CRITICAL', ...md }),
  ),
  one(
    'pulse-high',
    'Pulse at rest 111 or more',
    news2,
    about('heart_rate', 'at_least', { persistMinutes: 30 }, { level: 111, clearing: 105, severity: 'HIGH' }),
  ),
  one(
    'pulse-very-low',
    'Pulse at rest 40 or less',
    news2,
    about('heart_rate', 'at_most', hourly, { level: 40, clearing: 43, severity: 'CRITICAL', ...md }),
  ),
  one(
    'pulse-extremely-high',
    'Pulse at rest 150 or more',
    tachycardia,
    about('heart_rate', 'at_least', extreme, { level: 150, clearing: 140, severity: 'CRITICAL', ...md }),
  ),
  one(
    'pulse-extremely-low',
    'Pulse at rest below 30',
    athletes,
    about('heart_rate', 'at_most', extreme, { level: 29, clearing: 35, severity: 'CRITICAL', ...md }),
  ),
  one(
    'respiration-very-high',
    'Respiration at rest 25 or more',
    news2,
    about('resp_rate', 'at_least', hourly, { level: 25, clearing: 23, severity: 'CRITICAL', ...md }),
  ),
  one(
    'respiration-high',
    'Respiration at rest 21 or more',
    news2,
    about('resp_rate', 'at_least', { persistMinutes: 60 }, { level: 21, clearing: 20, severity: 'HIGH' }),
  ),
  one(
    'respiration-very-low',
    'Respiration at rest 8 or less',
    news2,
    about('resp_rate', 'at_most', hourly, { level: 8, clearing: 9, severity: 'CRITICAL', ...md }),
  ),
  one(
    'respiration-extremely-high',
    'Respiration at rest above 36',
    emergencyTeams,
    about('resp_rate', 'at_least', extreme, { level: 36.1, clearing: 30, severity: 'CRITICAL', ...md }),
  ),
  one(
    'respiration-extremely-low',
    'Respiration at rest below 5',
    emergencyTeams,
    about('resp_rate', 'at_most', extreme, { level: 4.9, clearing: 8, severity: 'CRITICAL', ...md }),
  ),
  one(
    'body-temperature-very-high',
    'Body temperature very high',
    news2,
    about('body_temp', 'at_least', spot, { level: 39.1, clearing: 38.5, severity: 'HIGH' }),
  ),
  one(
    'body-temperature-high',
    'Body temperature high',
    news2,
    about('body_temp', 'at_least', spot, { level: 38.1, clearing: 37.8, severity: 'MEDIUM' }),
  ),
  one(
    'body-temperature-low',
    'Body temperature very low',
    news2,
    about('body_temp', 'at_most', spot, { level: 35, clearing: 35.5, severity: 'CRITICAL', ...md }),
  ),
  one(
    'systolic-very-low',
    'Systolic pressure 90 or less',
    news2,
    about('systolic', 'at_most', spot, { level: 90, clearing: 95, severity: 'CRITICAL', ...md }),
  ),
  one(
    'systolic-crisis',
    'Systolic pressure 180 or more',
    esc,
    about('systolic', 'at_least', spot, { level: 180, clearing: 170, severity: 'CRITICAL', ...md }),
  ),
  one(
    'systolic-high',
    'Systolic pressure 160 or more',
    esc,
    about('systolic', 'at_least', spot, { level: 160, clearing: 150, severity: 'HIGH' }),
  ),
  one(
    'diastolic-crisis',
    'Diastolic pressure 110 or more',
    esc,
    about('diastolic', 'at_least', spot, { level: 110, clearing: 105, severity: 'CRITICAL', ...md }),
  ),
  one(
    'diastolic-high',
    'Diastolic pressure 100 or more',
    esc,
    about('diastolic', 'at_least', spot, { level: 100, clearing: 95, severity: 'HIGH' }),
  ),
  one(
    'glucose-very-low',
    'Glucose very low',
    glucoseConsensus,
    about('glucose', 'at_most', spot, { level: 53, clearing: 70, severity: 'CRITICAL', ...md }),
  ),
  one('glucose-low', 'Glucose low', glucoseConsensus, about('glucose', 'at_most', spot, { level: 69, clearing: 75, severity: 'HIGH' })),
  one(
    'glucose-very-high',
    'Glucose very high for two hours',
    glucoseConsensus,
    about('glucose', 'at_least', { ...spot, persistMinutes: 120 }, { level: 251, clearing: 230, severity: 'HIGH' }),
  ),
  // One reading is enough: 400 mg/dL is the highest that a Dexcom sensor, and many a FreeStyle Libre, gives as a number, so a higher level would
  // never hear of the readings that these call HIGH. It lies well below the 600 mg/dL of a hyperosmolar state, and twice as high as
  // where ketoacidosis may begin.
  one(
    'glucose-extremely-high',
    'Glucose extremely high',
    crises,
    about('glucose', 'at_least', spot, { level: extremeGlucose, clearing: 300, severity: 'CRITICAL', ...md }),
  ),
  one(
    'weight-gain',
    'Weight above their 1-week average',
    heartFailure,
    about(
      'weight',
      'at_least',
      { aggregate: 'latest', window: '2d', against: 'difference', baseline: '7dS2d' },
      { level: 2, clearing: 1.5, severity: 'HIGH' },
    ),
  ),
  one(
    'resting-pulse-up',
    'Resting heart rate 8 bpm above their 4-week average',
    ownBaseline,
    about('rhr', 'at_least', night, { level: 8, clearing: 5, severity: 'MEDIUM' }),
  ),
  one(
    'variability-down',
    'HRV 40 % below their 4-week average',
    ownBaseline,
    about(
      'rmssd',
      'at_most',
      { ...daysAgainstOwn, against: 'percent' },
      { level: -40, clearing: -30, severity: 'LOW', closesOnClearing: true },
    ),
  ),
  one(
    'skin-temperature-up',
    'Skin temperature above their 4-week average',
    ownBaseline,
    about('skin_temp', 'at_least', daysAgainstOwn, { level: 1.5, clearing: 1, severity: 'LOW', closesOnClearing: true }),
  ),
  // Against four weeks that sink with it, a slow change seems over now and then: its action stays until somebody has looked.
  one(
    'movement-down',
    'Steps 50 % below their 4-week average',
    ourChoice,
    about(
      'steps',
      'at_most',
      { aggregate: 'total', window: '3d', against: 'percent', baseline: '28dS3d', leastCoverage: 0.75 },
      { level: -50, clearing: -35, severity: 'LOW' },
    ),
  ),
  one(
    'news2-emergency',
    'NEWS2 at least 7',
    news2,
    aboutSubject(
      { kind: 'score', score: 'news2' },
      'at_least',
      { aggregate: 'latest', persistMinutes: 30 },
      { level: 7, clearing: 6, severity: 'CRITICAL', ...md },
    ),
  ),
  one(
    'news2-urgent',
    'NEWS2 at least 5',
    news2,
    aboutSubject(
      { kind: 'score', score: 'news2' },
      'at_least',
      { aggregate: 'latest', persistMinutes: 60 },
      { level: 5, clearing: 4, severity: 'HIGH' },
    ),
  ),
  one(
    'anomaly',
    'Unusual day compared with their last 4 weeks',
    ownBaseline,
    aboutSubject(
      { kind: 'score', score: 'anomaly' },
      'at_least',
      { aggregate: 'latest', window: '24h' },
      { level: 4, clearing: 3, severity: 'LOW', closesOnClearing: true },
    ),
  ),
];

function one(id: string, title: string, source: string, rule: AlertRule): DefaultRule {
  return { id, title, source, rule };
}
