/** How often a medication is taken. The words are the specification's. */
export const medicationFrequencies = ['1x per day', '2x per day', '3x per day', 'As needed', 'Other'] as const;
export type MedicationFrequency = (typeof medicationFrequencies)[number];

const doses: Readonly<Record<MedicationFrequency, number>> = {
  '1x per day': 1,
  '2x per day': 2,
  '3x per day': 3,
  'As needed': 1,
  Other: 1,
};

/** Doses that a day on which the medication is taken has at least; where the words do not say, one. */
export const dosesPerDay = (frequency: MedicationFrequency): number => doses[frequency];
