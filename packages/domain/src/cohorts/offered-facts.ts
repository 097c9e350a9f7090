/** Diseases whose relative risk is offered as a condition (`relative_population_{disease}`). Others can be asked for by name. */
export const offeredDiseases = [
  'stroke',
  'heart_failure',
  'coronary_heart_disease',
  'atrial_fibrillation',
  'hypertension',
  'type_2_diabetes',
  'chronic_kidney_disease',
  'copd',
] as const;

/** Diagnoses that are offered as a condition (`e_{condition}`; the first three are the specification's). Others can be asked for by name. */
export const offeredDiagnoses = [
  'anemia',
  'hypertension',
  'type_2_diabetes',
  'type_1_diabetes',
  'heart_failure',
  'atrial_fibrillation',
  'coronary_heart_disease',
  'stroke',
  'copd',
  'asthma',
  'chronic_kidney_disease',
  'obesity',
  'sleep_apnea',
  'depression',
] as const;
