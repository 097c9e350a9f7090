import type { MetricId } from '@vigil/domain/metrics/catalogue';

/** A type of HealthKit whose samples are readings of ours. */
export interface RecordType {
  readonly metric: MetricId;
  /** Weighed against what other sources counted at the same time. */
  readonly isCounted: boolean;
}

const level = (metric: MetricId): RecordType => ({ metric, isCounted: false });
const counted = (metric: MetricId): RecordType => ({ metric, isCounted: true });

/**
 * HealthKit's quantity types that are metrics of ours (Apple, HKQuantityTypeIdentifier), without their common beginning. Heart
 * rate variability is not among them: Apple gives SDNN, and Vigil keeps RMSSD, which is another measure. Active and basal energy
 * make up what a person burns, which is what Vigil keeps.
 */
export const recordTypes: ReadonlyMap<string, RecordType> = new Map([
  ['HeartRate', level('heart_rate')],
  ['RestingHeartRate', level('rhr')],
  ['RespiratoryRate', level('resp_rate')],
  ['OxygenSaturation', level('spo2')],
  ['BodyTemperature', level('body_temp')],
  ['BasalBodyTemperature', level('body_temp')],
  ['AppleSleepingWristTemperature', level('skin_temp')],
  ['ElectrodermalActivity', level('gsr')],
  ['BodyMass', level('weight')],
  ['BloodPressureSystolic', level('systolic')],
  ['BloodPressureDiastolic', level('diastolic')],
  ['BloodGlucose', level('glucose')],
  ['InsulinDelivery', level('insulin')],
  ['StepCount', counted('steps')],
  ['DistanceWalkingRunning', counted('distance')],
  ['ActiveEnergyBurned', counted('calories')],
  ['BasalEnergyBurned', counted('calories')],
]);

export const quantityPrefix = 'HKQuantityTypeIdentifier';
export const sleepType = 'HKCategoryTypeIdentifierSleepAnalysis';

/** Units as HealthKit writes them (HKUnit's unit strings) and their UCUM codes; those not listed are UCUM already. */
const hkUnits: ReadonlyMap<string, string> = new Map([
  ['count/min', '/min'],
  ['count/s', '/s'],
  ['count', '1'],
  // HealthKit's percent runs from 0 to 1 (HKUnit.percent).
  ['%', '1'],
  ['degC', 'Cel'],
  ['degF', '[degF]'],
  ['lb', '[lb_av]'],
  ['oz', '[oz_av]'],
  ['st', '[stone_av]'],
  ['mi', '[mi_i]'],
  ['ft', '[ft_i]'],
  ['yd', '[yd_i]'],
  ['in', '[in_i]'],
  ['mmHg', 'mm[Hg]'],
  ['cmAq', 'cm[H2O]'],
  // HealthKit's calorie is the small one, its Calorie and kilocalorie are the large one.
  ['Cal', '[Cal]'],
  ['IU', '[iU]'],
  ['mcS', 'uS'],
]);
const moleOfGlucose = 'mmol<';

/** The UCUM code of a unit of HealthKit; `mmol<180.1558800000541>/L` names the molar mass of what it measures. */
export function ucumOfHealthKit(unit: string): string {
  if (unit.startsWith(moleOfGlucose) && unit.endsWith('>/L')) return 'mmol/L';
  return hkUnits.get(unit) ?? unit;
}

/**
 * Stages of HealthKit (HKCategoryValueSleepAnalysis) and their depth; Apple calls light sleep core. `asleep` (unspecified) and
 * `in bed` name no stage.
 */
export const sleepStages: ReadonlyMap<string, number> = new Map([
  ['HKCategoryValueSleepAnalysisAwake', 1],
  ['HKCategoryValueSleepAnalysisAsleepCore', 2],
  ['HKCategoryValueSleepAnalysisAsleepREM', 3],
  ['HKCategoryValueSleepAnalysisAsleepDeep', 4],
]);
