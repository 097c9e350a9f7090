/** What somebody did. */
export const interventionTypes = [
  'CALL',
  'VIDEO_CALL',
  'MESSAGE',
  'VISIT',
  'REVIEW',
  'MEDICATION_CHANGE',
  'CARE_PLAN_CHANGE',
  'EDUCATION',
  'REFERRAL',
  'DEVICE_HELP',
  'OTHER',
] as const;
export type InterventionType = (typeof interventionTypes)[number];

/** What came of it. */
export const interventionOutcomes = ['RESOLVED', 'IMPROVING', 'REFERRED', 'EXPECTED', 'KNOWN', 'ARTEFACT', 'NOT_REACHED'] as const;
export type InterventionOutcome = (typeof interventionOutcomes)[number];

/**
 * What an outcome says of the action, for the precision of alerts (van Steenkiste et al., JMIR Med Inform 2025;13:e66066 counts
 * alerts that were handled): `clinical`, it called for somebody; `noise`, it did not; `open`, nobody was reached, so that the
 * action stays as it is.
 */
export const outcomeMeaning: Readonly<Record<InterventionOutcome, 'clinical' | 'noise' | 'open'>> = {
  RESOLVED: 'clinical',
  IMPROVING: 'clinical',
  REFERRED: 'clinical',
  EXPECTED: 'noise',
  KNOWN: 'noise',
  ARTEFACT: 'noise',
  NOT_REACHED: 'open',
};

/** Whether an intervention with this outcome ends the action. */
export const endsAction = (outcome: InterventionOutcome): boolean => outcomeMeaning[outcome] !== 'open';
